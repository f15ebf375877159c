// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/spaces.h"

static bool is_generic(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMGetPointerAddressSpace(type) == QN_AS_SPIRV_GENERIC;
}

static bool has_attribute(LLVMValueRef function, unsigned parameter,
                          const char *name) {
  return LLVMGetEnumAttributeAtIndex(
             function, parameter + 1,
             LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

// Whether `value` is a struct that a kernel is passed and does not write to.
static bool is_passed_struct(LLVMValueRef value) {
  if (!LLVMIsAArgument(value))
    return false;
  LLVMValueRef function = LLVMGetParamParent(value);
  for (unsigned i = 0; i < LLVMCountParams(function); ++i)
    if (LLVMGetParam(function, i) == value)
      return qn_ir_is_kernel(function) && qn_ir_pointee(function, i) &&
             (has_attribute(function, i, "readonly") ||
              has_attribute(function, i, "readnone"));
  return false;
}

static LLVMValueRef base_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
    address = LLVMGetOperand(address, 0);
  return address;
}

// A pointer out of such a struct: through global memory and back.
static void pass_through_global(LLVMBuilderRef b, LLVMValueRef load) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
  LLVMTypeRef global = LLVMPointerTypeInContext(c, QN_AS_GLOBAL);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(load));
  LLVMValueRef narrow = LLVMBuildAddrSpaceCast(b, load, global, "");
  LLVMValueRef wide = LLVMBuildAddrSpaceCast(b, narrow, LLVMTypeOf(load), "");
  LLVMReplaceAllUsesWith(load, wide);
  LLVMSetOperand(narrow, 0, load);
}

// What the optimiser makes of pointers that went through memory: numbers.
static LLVMValueRef cast_of(LLVMBuilderRef b, LLVMValueRef i) {
  if (!LLVMIsAIntToPtrInst(i) || !is_generic(LLVMTypeOf(i)))
    return NULL;
  LLVMValueRef number = LLVMGetOperand(i, 0);
  if (!LLVMIsAPtrToIntInst(number))
    return NULL;
  LLVMValueRef pointer = LLVMGetOperand(number, 0);
  LLVMPositionBuilderBefore(b, i);
  return LLVMTypeOf(pointer) == LLVMTypeOf(i)
             ? pointer
             : LLVMBuildAddrSpaceCast(b, pointer, LLVMTypeOf(i), "");
}

static void look_at(LLVMBuilderRef b, LLVMValueRef i) {
  if (LLVMIsALoadInst(i) && is_generic(LLVMTypeOf(i)) &&
      is_passed_struct(base_of(LLVMGetOperand(i, 0))))
    pass_through_global(b, i);
  LLVMValueRef cast = cast_of(b, i);
  if (cast) {
    LLVMReplaceAllUsesWith(i, cast);
    LLVMInstructionEraseFromParent(i);
  }
}

qn_status qn_spirv_infer_spaces(qn_unit *unit, qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        look_at(b, i);
      }
  LLVMDisposeBuilder(b);
  return qn_ir_run_passes(unit->module, "function(infer-address-spaces)",
                          unit->machine, false, diag);
}
