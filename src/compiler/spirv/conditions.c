// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/conditions.h"

enum { PARTS_MAX = 64 };

// What a condition is computed of.
typedef struct parts {
  LLVMValueRef values[PARTS_MAX];
  size_t count;
} parts;

static bool has_part(const parts *p, LLVMValueRef value) {
  for (size_t i = 0; i < p->count; ++i)
    if (p->values[i] == value)
      return true;
  return false;
}

static bool is_query(LLVMValueRef call) {
  LLVMValueRef callee = qn_ir_callee(call);
  return callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.spv."));
}

static bool is_exact(LLVMValueRef i) {
  return !LLVMCanValueUseFastMathFlags(i) ||
         !(LLVMGetFastMathFlags(i) & (LLVMFastMathNoNaNs | LLVMFastMathNoInfs));
}

// Whether an instruction means something whatever its operands are, once it
// says nothing of overflow. `*out_is_end`: its operands do not matter.
static bool is_total(LLVMValueRef i, bool *out_is_end) {
  *out_is_end = false;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMFreeze:
    *out_is_end = true;
    return true;
  case LLVMCall:
    *out_is_end = true;
    return is_query(i);
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return LLVMIsAConstantInt(LLVMGetOperand(i, 1));
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMICmp:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMSIToFP:
  case LLVMUIToFP:
    return true;
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFCmp:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFNeg:
    return is_exact(i);
  default:
    return false;
  }
}

static bool collect(parts *p, LLVMValueRef value) {
  bool is_end;
  if (LLVMIsAArgument(value))
    return true;
  if (LLVMIsAConstant(value))
    return LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value);
  if (has_part(p, value))
    return true;
  if (!LLVMIsAInstruction(value) || p->count == PARTS_MAX ||
      !is_total(value, &is_end))
    return false;
  p->values[p->count++] = value;
  for (unsigned k = 0; !is_end && k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!collect(p, LLVMGetOperand(value, k)))
      return false;
  return true;
}

// In SPIR-V, sums, products and shifts say it.
static void forget_overflow(const parts *p) {
  for (size_t i = 0; i < p->count; ++i)
    switch (LLVMGetInstructionOpcode(p->values[i])) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
      LLVMSetNSW(p->values[i], false);
      LLVMSetNUW(p->values[i], false);
      break;
    default:
      break;
    }
}

static bool is_bit(LLVMValueRef value, unsigned long long bit) {
  return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == bit;
}

// What stands for `i`, or NULL where it stays.
static LLVMValueRef settle(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  parts p = {.count = 0};
  if (!LLVMIsASelectInst(i) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) != 1)
    return NULL;
  const bool is_or = is_bit(LLVMGetOperand(i, 1), 1);
  if (!is_or && !is_bit(LLVMGetOperand(i, 2), 0))
    return NULL;
  LLVMValueRef first = LLVMGetOperand(i, 0);
  LLVMValueRef second = LLVMGetOperand(i, is_or ? 2 : 1);
  if (!collect(&p, second))
    return NULL;
  forget_overflow(&p);
  LLVMPositionBuilderBefore(b, i);
  return is_or ? LLVMBuildOr(b, first, second, "")
               : LLVMBuildAnd(b, first, second, "");
}

void qn_spirv_settle_conditions(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef made = settle(b, i);
        if (!made)
          continue;
        LLVMReplaceAllUsesWith(i, made);
        LLVMInstructionEraseFromParent(i);
      }
  LLVMDisposeBuilder(b);
}
