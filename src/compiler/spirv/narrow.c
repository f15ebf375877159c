// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/narrow.h"

#include "compiler/spirv/forms.h"

enum { HALF = 32, DEPTH_MAX = 8 };

// The constant that a value is shifted by; 0: none that is known.
static unsigned shifted_by(LLVMValueRef i, LLVMOpcode opcode) {
  if (!qn_ir_is(i, opcode) || !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
    return 0;
  const unsigned long long by = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
  return by < 2 * HALF ? (unsigned)by : 0;
}

// Whether the low half of the result needs low halves only.
static bool is_by_halves(LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value) || !qn_ir_has_one_use(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    return true;
  case LLVMShl: {
    const unsigned by = shifted_by(value, LLVMShl);
    return by && by < HALF;
  }
  default:
    return false;
  }
}

// Whether a value is made of numbers that a block's threads have in common.
static bool is_of_block(LLVMValueRef value, unsigned depth) {
  static const char *const common[] = {"llvm.spv.group.id",
                                       "llvm.spv.workgroup.size",
                                       "llvm.spv.num.workgroups"};
  if (LLVMIsAConstantInt(value))
    return true;
  if (LLVMIsACallInst(value)) {
    const qn_str name = qn_ir_name(LLVMGetCalledValue(value));
    for (size_t k = 0; k < sizeof(common) / sizeof(common[0]); ++k)
      if (qn_str_starts(name, qn_str_from(common[k])))
        return true;
  }
  return depth < DEPTH_MAX && is_by_halves(value) &&
         is_of_block(LLVMGetOperand(value, 0), depth + 1) &&
         is_of_block(LLVMGetOperand(value, 1), depth + 1);
}

// The low half of a value, in place of the value where nothing else needs it.
static LLVMValueRef low_half(LLVMBuilderRef b, LLVMValueRef value,
                             unsigned depth) {
  LLVMTypeRef i32 =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  const bool extends = qn_ir_is(value, LLVMSExt) || qn_ir_is(value, LLVMZExt);
  if (extends && LLVMTypeOf(LLVMGetOperand(value, 0)) == i32)
    return LLVMGetOperand(value, 0);
  if (depth == DEPTH_MAX || !is_by_halves(value))
    return LLVMBuildTrunc(b, value, i32, "");
  LLVMValueRef left = low_half(b, LLVMGetOperand(value, 0), depth + 1);
  LLVMValueRef right = low_half(b, LLVMGetOperand(value, 1), depth + 1);
  return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(value), left, right, "");
}

// The same, so that the driver's LLVM does not widen it again: not through
// shifts, which here move nothing.
static LLVMValueRef kept_half(qn_unit *unit, LLVMBuilderRef b,
                              LLVMValueRef value, unsigned depth) {
  if (depth == DEPTH_MAX || !is_by_halves(value))
    return low_half(b, value, depth);
  if (!is_of_block(value, 0)) {
    LLVMValueRef left = kept_half(unit, b, LLVMGetOperand(value, 0), depth + 1);
    LLVMValueRef right =
        kept_half(unit, b, LLVMGetOperand(value, 1), depth + 1);
    return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(value), left, right, "");
  }
  LLVMValueRef half = low_half(b, value, depth);
  return LLVMBuildLShr(b, half, qn_spirv_hidden_zero(unit, b, LLVMTypeOf(half)),
                       "");
}

// What stands for `i`; NULL: it is no half that is extended.
static LLVMValueRef narrow(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (type != LLVMInt64TypeInContext(unit->context) ||
      shifted_by(i, LLVMAShr) != HALF)
    return NULL;
  LLVMValueRef up = LLVMGetOperand(i, 0);
  const unsigned by = shifted_by(up, LLVMShl);
  if (by < HALF)
    return NULL;
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef half = kept_half(unit, b, LLVMGetOperand(up, 0), 0);
  if (by > HALF)
    half = LLVMBuildShl(b, half,
                        LLVMConstInt(LLVMTypeOf(half), by - HALF, false), "");
  return LLVMBuildSExt(b, half, type, "");
}

static void erase_unused(LLVMValueRef value) {
  if (!LLVMIsABinaryOperator(value) || LLVMGetFirstUse(value))
    return;
  LLVMValueRef from[] = {LLVMGetOperand(value, 0), LLVMGetOperand(value, 1)};
  LLVMInstructionEraseFromParent(value);
  erase_unused(from[0]);
  if (from[1] != from[0])
    erase_unused(from[1]);
}

void qn_spirv_narrow_indices(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef made = narrow(unit, b, i);
        if (!made)
          continue;
        LLVMReplaceAllUsesWith(i, made);
        erase_unused(i); // all of that lies before `next`
      }
  LLVMDisposeBuilder(b);
}
