// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/straight.h"

#include <string.h>

#include "compiler/simt/meeting.h"
#include "compiler/simt/serial.h"
#include "compiler/spmd/analysis/operation.h"

// ---- Types

// 0: no integer.
static bool is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

// An integer or address in one register.
static bool is_word(const qn_simt_body *body, LLVMTypeRef type) {
  const unsigned width = qn_ir_width(type);
  return is_pointer(type) || (width && width <= body->xlen);
}

// In two registers at most.
static bool is_pair(const qn_simt_body *body, LLVMTypeRef type) {
  const unsigned width = qn_ir_width(type);
  return is_pointer(type) || (width && width <= 2 * body->xlen);
}

// A floating-point number that the machine calculates with.
static bool is_real(const qn_simt_body *body, LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind ||
         (kind == LLVMDoubleTypeKind && body->has_double);
}

// Bits of a value that can be chosen as an integer; 0: it cannot.
static unsigned bits_of(const qn_simt_body *body, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return is_pair(body, type) ? qn_ir_width(type) : 0;
  case LLVMPointerTypeKind:
    return body->xlen;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return 16;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return 0;
  }
}

// ---- Which form

static qn_simt_form straight_if(bool is) {
  return is ? QN_SIMT_STRAIGHT : QN_SIMT_SERIAL;
}

static LLVMTypeRef operand_type(LLVMValueRef i, unsigned k) {
  return LLVMTypeOf(LLVMGetOperand(i, k));
}

typedef enum rule {
  FREE,    // nothing is done, or it is done without branches
  WORDS,   // where its values are words
  NUMBERS, // where they are words, or numbers that the machine calculates with
  CHOICE,  // is replaced by a choice, of words
} rule;

static const struct {
  const char *name;
  rule rule;
} intrinsics[] = {
    {"llvm.lifetime", FREE},
    {"llvm.assume", FREE},
    {"llvm.dbg", FREE},
    {"llvm.donothing", FREE},
    {"llvm.sideeffect", FREE},
    {"llvm.experimental.noalias.scope.decl", FREE},
    {"llvm.invariant", FREE},
    {"llvm.pseudoprobe", FREE},
    {"llvm.prefetch", FREE},
    {"llvm.fabs", NUMBERS},
    {"llvm.sqrt", NUMBERS},
    {"llvm.fma", NUMBERS},
    {"llvm.fmuladd", NUMBERS},
    {"llvm.copysign", NUMBERS},
    {"llvm.minnum", NUMBERS},
    {"llvm.maxnum", NUMBERS},
    {"llvm.minimumnum", NUMBERS},
    {"llvm.maximumnum", NUMBERS},
    {"llvm.canonicalize", NUMBERS},
    {"llvm.is.fpclass", NUMBERS},
    {"llvm.fptosi.sat", NUMBERS},
    {"llvm.fptoui.sat", NUMBERS},
    {"llvm.ctpop", WORDS},
    {"llvm.bswap", WORDS},
    {"llvm.bitreverse", WORDS},
    {"llvm.abs", WORDS},
    {"llvm.fshl", WORDS},
    {"llvm.fshr", WORDS},
    {"llvm.scmp", WORDS},
    {"llvm.ucmp", WORDS},
    {"llvm.sadd.with.overflow", WORDS},
    {"llvm.uadd.with.overflow", WORDS},
    {"llvm.ssub.with.overflow", WORDS},
    {"llvm.usub.with.overflow", WORDS},
    {"llvm.smul.with.overflow", WORDS},
    {"llvm.umul.with.overflow", WORDS},
    {"llvm.smin", CHOICE},
    {"llvm.smax", CHOICE},
    {"llvm.umin", CHOICE},
    {"llvm.umax", CHOICE},
    {"llvm.ctlz", CHOICE},
    {"llvm.cttz", CHOICE},
};

static bool is_named(qn_str name, const char *stem) {
  const qn_str s = qn_str_from(stem);
  return qn_str_starts(name, s) &&
         (name.size == s.size || name.data[s.size] == '.');
}

static bool are_words(const qn_simt_body *body, LLVMValueRef call) {
  bool are = true;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); ++k)
    are = are && is_word(body, operand_type(call, k));
  return are;
}

static bool are_numbers(const qn_simt_body *body, LLVMValueRef call) {
  bool are = is_real(body, LLVMTypeOf(call)) || is_word(body, LLVMTypeOf(call));
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); ++k)
    are = are && (is_real(body, operand_type(call, k)) ||
                  is_word(body, operand_type(call, k)));
  return are;
}

static qn_simt_form form_of_call(const qn_simt_body *body, LLVMValueRef call) {
  LLVMValueRef callee = qn_ir_callee(call);
  if (!callee)
    return straight_if(LLVMIsAInlineAsm(LLVMGetCalledValue(call)) != NULL);
  if (qn_simt_is_meeting(call))
    return QN_SIMT_STRAIGHT;
  const qn_str name = qn_ir_name(callee);
  for (size_t k = 0; k < sizeof(intrinsics) / sizeof(intrinsics[0]); ++k) {
    if (!is_named(name, intrinsics[k].name))
      continue;
    switch (intrinsics[k].rule) {
    case FREE:
      return QN_SIMT_STRAIGHT;
    case WORDS:
      return straight_if(are_words(body, call));
    case NUMBERS:
      return straight_if(are_numbers(body, call));
    case CHOICE:
      return are_words(body, call) ? QN_SIMT_REPLACED : QN_SIMT_SERIAL;
    }
  }
  return QN_SIMT_SERIAL;
}

static qn_simt_form form_of_compare(const qn_simt_body *body, LLVMValueRef i) {
  LLVMTypeRef type = operand_type(i, 0);
  const LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  if (is_word(body, type))
    return QN_SIMT_STRAIGHT;
  if (!is_pair(body, type))
    return QN_SIMT_SERIAL;
  return p == LLVMIntEQ || p == LLVMIntNE      ? QN_SIMT_STRAIGHT
         : qn_ir_width(type) == 2 * body->xlen ? QN_SIMT_REPLACED
                                               : QN_SIMT_SERIAL;
}

static qn_simt_form form_of_shift(const qn_simt_body *body, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (is_word(body, type) ||
      (is_pair(body, type) && LLVMIsAConstantInt(LLVMGetOperand(i, 1))))
    return QN_SIMT_STRAIGHT;
  return qn_ir_width(type) == 2 * body->xlen ? QN_SIMT_REPLACED
                                             : QN_SIMT_SERIAL;
}

// A condition, or the number of one, of whose float LLVM makes a choice.
static bool is_condition(LLVMValueRef v) {
  return qn_ir_width(LLVMTypeOf(v)) == 1 ||
         ((LLVMIsAZExtInst(v) || LLVMIsASExtInst(v)) &&
          qn_ir_width(operand_type(v, 0)) == 1);
}

static qn_simt_form form_of_cast(const qn_simt_body *body, LLVMValueRef i) {
  LLVMTypeRef from = operand_type(i, 0), to = LLVMTypeOf(i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMFPToUI:
  case LLVMFPToSI:
    return straight_if(is_real(body, from) && is_word(body, to));
  case LLVMUIToFP:
  case LLVMSIToFP:
    return !is_word(body, from) || !is_real(body, to) ? QN_SIMT_SERIAL
           : is_condition(LLVMGetOperand(i, 0))       ? QN_SIMT_REPLACED
                                                      : QN_SIMT_STRAIGHT;
  case LLVMFPTrunc:
  case LLVMFPExt:
    return straight_if(is_real(body, from) && is_real(body, to));
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
    return straight_if(is_pair(body, from) && is_pair(body, to));
  default:
    return QN_SIMT_STRAIGHT; // moves bits
  }
}

static bool has_constant_index(LLVMValueRef i) {
  return LLVMIsAConstantInt(
             LLVMGetOperand(i, LLVMIsAExtractElementInst(i) ? 1 : 2)) != NULL;
}

static bool all_uniform(const qn_simt_body *body, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!LLVMValueIsBasicBlock(operand) &&
        !qn_spmd_is_uniform(&body->shapes, operand))
      return false;
  }
  return true;
}

static qn_simt_form form_of_operation(const qn_simt_body *body,
                                      LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    return straight_if(is_pair(body, type));
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return straight_if(is_word(body, type));
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return form_of_shift(body, i);
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFNeg:
    return straight_if(is_real(body, type));
  case LLVMFCmp:
    return straight_if(is_real(body, operand_type(i, 0)));
  case LLVMICmp:
    return form_of_compare(body, i);
  case LLVMSelect:
    return qn_spmd_is_uniform(&body->shapes, LLVMGetOperand(i, 0))
               ? QN_SIMT_STRAIGHT
           : bits_of(body, type) && qn_ir_width(operand_type(i, 0)) == 1
               ? QN_SIMT_REPLACED
               : QN_SIMT_SERIAL;
  case LLVMCall:
    return form_of_call(body, i);
  case LLVMExtractElement:
  case LLVMInsertElement:
    return straight_if(has_constant_index(i));
  case LLVMGetElementPtr:
    return straight_if(is_pointer(type));
  case LLVMLoad:
  case LLVMStore:
  case LLVMFence:
  case LLVMAlloca:
  case LLVMPHI:
  case LLVMFreeze:
  case LLVMShuffleVector:
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMRet:
  case LLVMBr:
  case LLVMUnreachable:
    return QN_SIMT_STRAIGHT;
  default:
    return LLVMIsACastInst(i) ? form_of_cast(body, i) : QN_SIMT_SERIAL;
  }
}

qn_simt_form qn_simt_form_of(const qn_simt_body *body, LLVMValueRef i) {
  const bool same = qn_spmd_is_plain(i) && all_uniform(body, i);
  return same || qn_simt_is_serial(body, i) ? QN_SIMT_STRAIGHT
                                            : form_of_operation(body, i);
}

// ---- Choices

typedef LLVMValueRef value;

static LLVMTypeRef integer(const qn_simt_body *body, unsigned width) {
  return LLVMIntTypeInContext(body->unit->context, width);
}

static value number(LLVMTypeRef type, uint64_t n) {
  return LLVMConstInt(type, n, false);
}

// All bits of a word where the condition holds.
static value mask_of(qn_simt_body *body, value condition) {
  return qn_simt_hide(body, LLVMBuildSExt(body->b, condition, body->word, ""));
}

static value cut(qn_simt_body *body, value word, LLVMTypeRef type) {
  return LLVMTypeOf(word) == type ? word
                                  : LLVMBuildTrunc(body->b, word, type, "");
}

static value widen(qn_simt_body *body, value v) {
  return LLVMTypeOf(v) == body->word
             ? v
             : LLVMBuildSExt(body->b, v, body->word, ""); // as registers are
}

// The integers of one word, of `a` where the mask has all bits, else of `b`.
static value choose_word(qn_simt_body *body, value mask, value a, value b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  value wide_b = widen(body, b);
  value differ = LLVMBuildXor(body->b, widen(body, a), wide_b, "");
  value taken = LLVMBuildAnd(body->b, differ, mask, "");
  return cut(body, LLVMBuildXor(body->b, taken, wide_b, ""), type);
}

// Words of a wider integer, the lower (0) or the upper one.
static value part_of(qn_simt_body *body, value v, unsigned part) {
  LLVMTypeRef type = LLVMTypeOf(v);
  value moved =
      part ? LLVMBuildLShr(body->b, v, number(type, body->xlen), "") : v;
  return LLVMBuildTrunc(body->b, moved, body->word, "");
}

static value put_together(qn_simt_body *body, value low, value high,
                          LLVMTypeRef type) {
  value upper = LLVMBuildZExt(body->b, high, type, "");
  upper = LLVMBuildShl(body->b, upper, number(type, body->xlen), "");
  return LLVMBuildOr(body->b, LLVMBuildZExt(body->b, low, type, ""), upper, "");
}

static value choose_integer(qn_simt_body *body, value condition, value a,
                            value b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  value mask = mask_of(body, condition);
  if (qn_ir_width(type) <= body->xlen)
    return choose_word(body, mask, a, b);
  value parts[2];
  for (unsigned k = 0; k < 2; ++k)
    parts[k] =
        choose_word(body, mask, part_of(body, a, k), part_of(body, b, k));
  return put_together(body, parts[0], parts[1], type);
}

static value as_integer(qn_simt_body *body, value v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  // Code of a frozen value that is undefined may read two registers for it.
  v = LLVMIsUndef(v) ? LLVMConstNull(type) : LLVMBuildFreeze(body->b, v, "");
  return qn_ir_width(type) ? v
         : is_pointer(type)
             ? LLVMBuildPtrToInt(body->b, v, body->word, "")
             : LLVMBuildBitCast(body->b, v, integer(body, bits_of(body, type)),
                                "");
}

static value from_integer(qn_simt_body *body, value v, LLVMTypeRef type) {
  return qn_ir_width(type)  ? v
         : is_pointer(type) ? LLVMBuildIntToPtr(body->b, v, type, "")
                            : LLVMBuildBitCast(body->b, v, type, "");
}

static value choose(qn_simt_body *body, value condition, value a, value b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  condition = LLVMBuildFreeze(body->b, condition, "");
  value made =
      choose_integer(body, condition, as_integer(body, a), as_integer(body, b));
  return from_integer(body, made, type);
}

// ---- Numbers of two words

// a < b, of the words' order.
static value is_less(qn_simt_body *body, value a, value b, bool is_signed) {
  value low[2] = {part_of(body, a, 0), part_of(body, b, 0)};
  value high[2] = {part_of(body, a, 1), part_of(body, b, 1)};
  value less = LLVMBuildICmp(body->b, is_signed ? LLVMIntSLT : LLVMIntULT,
                             high[0], high[1], "");
  value same = LLVMBuildICmp(body->b, LLVMIntEQ, high[0], high[1], "");
  value below = LLVMBuildICmp(body->b, LLVMIntULT, low[0], low[1], "");
  // Hidden, so that nothing makes one comparison of it again.
  value both = LLVMBuildAnd(
      body->b, LLVMBuildZExt(body->b, same, body->word, ""),
      qn_simt_hide(body, LLVMBuildZExt(body->b, below, body->word, "")), "");
  value any = LLVMBuildOr(body->b, both,
                          LLVMBuildZExt(body->b, less, body->word, ""), "");
  return LLVMBuildICmp(body->b, LLVMIntNE, any, LLVMConstNull(body->word), "");
}

static value compare(qn_simt_body *body, LLVMValueRef i) {
  value a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  const LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  const bool is_signed = p >= LLVMIntSGT;
  const bool swaps =
      p == LLVMIntUGT || p == LLVMIntULE || p == LLVMIntSGT || p == LLVMIntSLE;
  const bool negates =
      p == LLVMIntUGE || p == LLVMIntULE || p == LLVMIntSGE || p == LLVMIntSLE;
  a = LLVMBuildFreeze(body->b, a, "");
  b = LLVMBuildFreeze(body->b, b, "");
  value less =
      swaps ? is_less(body, b, a, is_signed) : is_less(body, a, b, is_signed);
  return negates ? LLVMBuildNot(body->b, less, "") : less;
}

// What a shift by less than a word's width moves from one word to the other:
// by the rest of the width, in two steps, as the count may be 0.
static value carried(qn_simt_body *body, LLVMOpcode back, value word,
                     value count) {
  value most = number(body->word, body->xlen - 1);
  value one = number(body->word, 1);
  value half = LLVMBuildBinOp(body->b, back, word, one, "");
  return LLVMBuildBinOp(body->b, back, half,
                        LLVMBuildXor(body->b, count, most, ""), "");
}

static value shift(qn_simt_body *body, LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const bool left = opcode == LLVMShl;
  LLVMBuilderRef b = body->b;
  value v = LLVMBuildFreeze(b, LLVMGetOperand(i, 0), "");
  value by = part_of(body, LLVMBuildFreeze(b, LLVMGetOperand(i, 1), ""), 0);
  value count = LLVMBuildAnd(b, by, number(body->word, body->xlen - 1), "");
  value is_far = LLVMBuildICmp(
      b, LLVMIntNE, LLVMBuildAnd(b, by, number(body->word, body->xlen), ""),
      LLVMConstNull(body->word), "");
  value far = mask_of(body, is_far);
  // From `near` bits move on to `next`.
  value near = part_of(body, v, left ? 0 : 1);
  value next = part_of(body, v, left ? 1 : 0);
  value moved = LLVMBuildBinOp(b, opcode, near, count, "");
  value filled = LLVMBuildBinOp(
      b, LLVMOr, LLVMBuildBinOp(b, left ? LLVMShl : LLVMLShr, next, count, ""),
      carried(body, left ? LLVMLShr : LLVMShl, near, count), "");
  value rest =
      opcode == LLVMAShr
          ? LLVMBuildAShr(b, near, number(body->word, body->xlen - 1), "")
          : LLVMConstNull(body->word);
  value new_near = choose_word(body, far, rest, moved);
  value new_next = choose_word(body, far, moved, filled);
  return left ? put_together(body, new_near, new_next, LLVMTypeOf(i))
              : put_together(body, new_next, new_near, LLVMTypeOf(i));
}

// ---- Intrinsics

static value call_unary(qn_simt_body *body, const char *name, value v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  LLVMValueRef callee = qn_ir_intrinsic(body->unit->module, name, &type, 1);
  return LLVMBuildCall2(body->b, LLVMGlobalGetValueType(callee), callee, &v, 1,
                        "");
}

// Zeros behind the lowest 1, all bits of 0.
static value trailing_zeros(qn_simt_body *body, value v) {
  value below = LLVMBuildSub(body->b, v, number(LLVMTypeOf(v), 1), "");
  return call_unary(
      body, "llvm.ctpop",
      LLVMBuildAnd(body->b, LLVMBuildNot(body->b, v, ""), below, ""));
}

static value leading_zeros(qn_simt_body *body, value v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  for (unsigned by = 1; by < qn_ir_width(type); by *= 2)
    v = LLVMBuildOr(body->b, v, LLVMBuildLShr(body->b, v, number(type, by), ""),
                    "");
  return call_unary(body, "llvm.ctpop", LLVMBuildNot(body->b, v, ""));
}

static value count_zeros(qn_simt_body *body, LLVMValueRef i, bool leading) {
  value v = LLVMBuildFreeze(body->b, LLVMGetOperand(i, 0), "");
  return leading ? leading_zeros(body, v) : trailing_zeros(body, v);
}

static value call(qn_simt_body *body, LLVMValueRef i) {
  static const struct {
    const char *name;
    LLVMIntPredicate takes_first;
  } extremes[] = {{"llvm.smin", LLVMIntSLT},
                  {"llvm.smax", LLVMIntSGT},
                  {"llvm.umin", LLVMIntULT},
                  {"llvm.umax", LLVMIntUGT}};
  const qn_str name = qn_ir_name(qn_ir_callee(i));
  for (size_t k = 0; k < sizeof(extremes) / sizeof(extremes[0]); ++k) {
    if (!is_named(name, extremes[k].name))
      continue;
    value a = LLVMBuildFreeze(body->b, LLVMGetOperand(i, 0), "");
    value b = LLVMBuildFreeze(body->b, LLVMGetOperand(i, 1), "");
    value first = LLVMBuildICmp(body->b, extremes[k].takes_first, a, b, "");
    return choose(body, first, a, b);
  }
  return count_zeros(body, i, is_named(name, "llvm.ctlz"));
}

static value make_real(qn_simt_body *body, LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  value v = LLVMBuildFreeze(body->b, LLVMGetOperand(i, 0), "");
  if (LLVMTypeOf(v) != body->word)
    v = opcode == LLVMSIToFP ? LLVMBuildSExt(body->b, v, body->word, "")
                             : LLVMBuildZExt(body->b, v, body->word, "");
  return LLVMBuildCast(body->b, opcode, qn_simt_hide(body, v), LLVMTypeOf(i),
                       "");
}

void qn_simt_replace(qn_simt_body *body, LLVMValueRef i) {
  LLVMPositionBuilderBefore(body->b, i);
  value made = LLVMIsASelectInst(i)
                   ? choose(body, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
                            LLVMGetOperand(i, 2))
               : LLVMIsAICmpInst(i) ? compare(body, i)
               : LLVMIsACallInst(i) ? call(body, i)
               : LLVMIsACastInst(i) ? make_real(body, i)
                                    : shift(body, i);
  LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
}
