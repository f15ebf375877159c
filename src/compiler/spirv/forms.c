// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/forms.h"

static bool has_bits(LLVMValueRef value, unsigned bits) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == bits;
}

// LLVM makes 1 of a signed bit, which is -1.
static LLVMValueRef convert_bit(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  return LLVMBuildSelect(b, LLVMGetOperand(i, 0), LLVMConstReal(type, -1),
                         LLVMConstReal(type, 0), "");
}

// Intel's compiler for CPUs takes a constant shifted by a thread's index for a
// multiple of the index. It does not where the count may be another number, as
// far as it knows: here no group has a number of 2^63.
static LLVMValueRef shift(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  static const char name[] = "llvm.spv.group.id";
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  LLVMValueRef first = LLVMConstNull(LLVMInt32TypeInContext(unit->context));
  const unsigned id = LLVMLookupIntrinsicID(name, sizeof(name) - 1);
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(unit->module, id, &i64, 1);
  LLVMValueRef group =
      LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &first, 1, "");
  LLVMValueRef none = LLVMBuildLShr(b, group, LLVMConstInt(i64, 63, false), "");
  LLVMValueRef count = LLVMBuildXor(b, LLVMGetOperand(i, 1), none, "");
  return LLVMBuildShl(b, LLVMGetOperand(i, 0), count, "");
}

// What stands for `i`, or NULL where it can stay.
static LLVMValueRef settle(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMPositionBuilderBefore(b, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMSIToFP:
    return has_bits(LLVMGetOperand(i, 0), 1) ? convert_bit(b, i) : NULL;
  case LLVMShl:
    return has_bits(i, 64) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
                   !LLVMIsAConstantInt(LLVMGetOperand(i, 1))
               ? shift(unit, b, i)
               : NULL;
  default:
    return NULL;
  }
}

void qn_spirv_settle_forms(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef made = settle(unit, b, i);
        if (!made)
          continue;
        LLVMReplaceAllUsesWith(i, made);
        LLVMInstructionEraseFromParent(i);
      }
  LLVMDisposeBuilder(b);
}
