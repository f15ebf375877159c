// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/overflow.h"

// A result and whether it is not what the operands give.
typedef struct checked {
  LLVMValueRef value, overflows;
} checked;

typedef checked build_fn(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y);

static LLVMValueRef is_negative(LLVMBuilderRef b, LLVMValueRef x) {
  return LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
}

static unsigned width_of(LLVMValueRef x) {
  return LLVMGetIntTypeWidth(LLVMTypeOf(x));
}

// ---- Sums and differences

static checked unsigned_sum(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y) {
  LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
  return (checked){sum, LLVMBuildICmp(b, LLVMIntULT, sum, x, "")};
}

static checked unsigned_difference(LLVMBuilderRef b, LLVMValueRef x,
                                   LLVMValueRef y) {
  return (checked){LLVMBuildSub(b, x, y, ""),
                   LLVMBuildICmp(b, LLVMIntULT, x, y, "")};
}

// The operands have one sign, the sum the other.
static checked signed_sum(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y) {
  LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
  LLVMValueRef both = LLVMBuildAnd(b, LLVMBuildXor(b, sum, x, ""),
                                   LLVMBuildXor(b, sum, y, ""), "");
  return (checked){sum, is_negative(b, both)};
}

static checked signed_difference(LLVMBuilderRef b, LLVMValueRef x,
                                 LLVMValueRef y) {
  LLVMValueRef difference = LLVMBuildSub(b, x, y, "");
  LLVMValueRef both = LLVMBuildAnd(b, LLVMBuildXor(b, x, y, ""),
                                   LLVMBuildXor(b, difference, x, ""), "");
  return (checked){difference, is_negative(b, both)};
}

// ---- Products

// Of at most 32 bits: in twice the width.
static checked narrow_product(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y,
                              bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMTypeRef wide =
      LLVMIntTypeInContext(LLVMGetTypeContext(type), 2 * width_of(x));
  LLVMValueRef product =
      LLVMBuildMul(b, LLVMBuildIntCast2(b, x, wide, is_signed, ""),
                   LLVMBuildIntCast2(b, y, wide, is_signed, ""), "");
  LLVMValueRef value = LLVMBuildTrunc(b, product, type, "");
  return (checked){
      value,
      LLVMBuildICmp(b, LLVMIntNE, product,
                    LLVMBuildIntCast2(b, value, wide, is_signed, ""), "")};
}

// Of 64 bits, by halves: only one upper half may be there, and what it gives
// with the other's lower half has to fit beside the product of the lower ones.
static checked unsigned_product(LLVMBuilderRef b, LLVMValueRef x,
                                LLVMValueRef y) {
  LLVMTypeRef type = LLVMTypeOf(x);
  if (width_of(x) <= 32)
    return narrow_product(b, x, y, false);
  LLVMValueRef zero = LLVMConstNull(type);
  LLVMValueRef half = LLVMConstInt(type, 32, false);
  LLVMValueRef mask = LLVMConstInt(type, UINT32_MAX, false);
  LLVMValueRef upper[] = {LLVMBuildLShr(b, x, half, ""),
                          LLVMBuildLShr(b, y, half, "")};
  LLVMValueRef lower[] = {LLVMBuildAnd(b, x, mask, ""),
                          LLVMBuildAnd(b, y, mask, "")};
  LLVMValueRef both =
      LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, upper[0], zero, ""),
                   LLVMBuildICmp(b, LLVMIntNE, upper[1], zero, ""), "");
  LLVMValueRef cross =
      LLVMBuildAdd(b, LLVMBuildMul(b, upper[0], lower[1], ""),
                   LLVMBuildMul(b, upper[1], lower[0], ""), "");
  LLVMValueRef low = LLVMBuildMul(b, lower[0], lower[1], "");
  LLVMValueRef product =
      LLVMBuildAdd(b, low, LLVMBuildShl(b, cross, half, ""), "");
  LLVMValueRef too_far = LLVMBuildICmp(b, LLVMIntUGT, cross, mask, "");
  LLVMValueRef carries = LLVMBuildICmp(b, LLVMIntULT, product, low, "");
  return (checked){
      product, LLVMBuildOr(b, both, LLVMBuildOr(b, too_far, carries, ""), "")};
}

static LLVMValueRef magnitude(LLVMBuilderRef b, LLVMValueRef x) {
  return LLVMBuildSelect(b, is_negative(b, x), LLVMBuildNeg(b, x, ""), x, "");
}

// The product of the magnitudes is at most 2^63, or 2^63 - 1 if it is positive.
static checked signed_product(LLVMBuilderRef b, LLVMValueRef x,
                              LLVMValueRef y) {
  LLVMTypeRef type = LLVMTypeOf(x);
  if (width_of(x) <= 32)
    return narrow_product(b, x, y, true);
  checked of = unsigned_product(b, magnitude(b, x), magnitude(b, y));
  LLVMValueRef negative = is_negative(b, LLVMBuildXor(b, x, y, ""));
  LLVMValueRef most = LLVMBuildAdd(b, LLVMConstInt(type, INT64_MAX, false),
                                   LLVMBuildZExt(b, negative, type, ""), "");
  LLVMValueRef beyond = LLVMBuildICmp(b, LLVMIntUGT, of.value, most, "");
  return (checked){LLVMBuildMul(b, x, y, ""),
                   LLVMBuildOr(b, of.overflows, beyond, "")};
}

// ---- Calls

static build_fn *builder_of(LLVMValueRef i) {
  static const struct {
    const char *name;
    build_fn *build;
  } known[] = {{"llvm.uadd.with.overflow.", unsigned_sum},
               {"llvm.usub.with.overflow.", unsigned_difference},
               {"llvm.umul.with.overflow.", unsigned_product},
               {"llvm.sadd.with.overflow.", signed_sum},
               {"llvm.ssub.with.overflow.", signed_difference},
               {"llvm.smul.with.overflow.", signed_product}};
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  for (size_t k = 0; callee && k < sizeof(known) / sizeof(known[0]); ++k)
    if (qn_str_starts(qn_ir_name(callee), qn_str_from(known[k].name)))
      return known[k].build;
  return NULL;
}

// Its parts where they are asked for; the whole where that is.
static void replace(LLVMBuilderRef b, LLVMValueRef i, const checked *by) {
  LLVMValueRef whole = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(i), next; use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (LLVMIsAExtractValueInst(user))
      LLVMReplaceAllUsesWith(user, LLVMGetIndices(user)[0] ? by->overflows
                                                           : by->value);
    else if (!whole)
      whole = LLVMBuildInsertValue(
          b,
          LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(i)), by->value, 0,
                               ""),
          by->overflows, 1, "");
  }
  while (LLVMGetFirstUse(i)) {
    LLVMValueRef user = LLVMGetUser(LLVMGetFirstUse(i));
    if (!LLVMIsAExtractValueInst(user))
      break;
    LLVMInstructionEraseFromParent(user);
  }
  if (whole)
    LLVMReplaceAllUsesWith(i, whole);
  LLVMInstructionEraseFromParent(i);
}

static void lower_block(LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
    build_fn *build = builder_of(i);
    LLVMPositionBuilderBefore(b, i);
    const checked by =
        build ? build(b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1))
              : (checked){0};
    // Those that ask for its parts, which go, too, may be the next ones.
    LLVMValueRef mark =
        build ? LLVMBuildFreeze(b, LLVMGetPoison(LLVMTypeOf(by.value)), "")
              : NULL;
    if (build)
      replace(b, i, &by);
    next = LLVMGetNextInstruction(build ? mark : i);
    if (mark)
      LLVMInstructionEraseFromParent(mark);
  }
}

void qn_spirv_lower_overflows(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      lower_block(b, block);
  LLVMDisposeBuilder(b);
}
