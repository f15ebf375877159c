// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/places.h"

enum { INDICES_MAX = 8 };

// The type of what an address with all of its indices points to; NULL: in a
// struct, or not known.
static LLVMTypeRef pointee(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 2; type && k < (unsigned)LLVMGetNumOperands(address); ++k)
    type = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type)
                                                      : NULL;
  return type;
}

static bool has_one_use(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

// The address of the array's part, when `i` is an element of it.
static LLVMValueRef part_of(LLVMValueRef i) {
  LLVMValueRef part = LLVMGetOperand(i, 0);
  if (LLVMGetNumOperands(i) != 2 || !LLVMIsAGetElementPtrInst(part) ||
      !has_one_use(part) || LLVMGetNumOperands(part) >= INDICES_MAX ||
      LLVMGetTypeKind(LLVMTypeOf(part)) != LLVMPointerTypeKind)
    return NULL;
  LLVMTypeRef type = pointee(part);
  return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                 LLVMGetElementType(type) == LLVMGetGEPSourceElementType(i)
             ? part
             : NULL;
}

static LLVMValueRef join(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef part) {
  LLVMValueRef indices[INDICES_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(part) - 1;
  for (unsigned k = 0; k < count; ++k)
    indices[k] = LLVMGetOperand(part, k + 1);
  indices[count] = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef made =
      LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(part),
                    LLVMGetOperand(part, 0), indices, count + 1, "");
  LLVMSetIsInBounds(made, LLVMIsInBounds(i) && LLVMIsInBounds(part));
  return made;
}

void qn_spirv_join_places(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef part = LLVMIsAGetElementPtrInst(i) ? part_of(i) : NULL;
        if (!part)
          continue;
        LLVMReplaceAllUsesWith(i, join(b, i, part));
        LLVMInstructionEraseFromParent(i);
        LLVMInstructionEraseFromParent(part);
      }
  LLVMDisposeBuilder(b);
}
