// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/spaces.h"

#include <string.h>

// ---- What addresses lie in

static unsigned parameter_of(LLVMValueRef argument) {
  LLVMValueRef function = LLVMGetParamParent(argument);
  unsigned k = 0;
  while (LLVMGetParam(function, k) != argument)
    ++k;
  return k;
}

static unsigned attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has_attribute(LLVMValueRef argument, const char *name) {
  return LLVMGetEnumAttributeAtIndex(LLVMGetParamParent(argument),
                                     parameter_of(argument) + 1,
                                     attribute_kind(name)) != NULL;
}

LLVMValueRef qn_spirv_base_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) ||
         LLVMIsAAddrSpaceCastInst(address) ||
         (LLVMIsAConstantExpr(address) &&
          (LLVMGetConstOpcode(address) == LLVMGetElementPtr ||
           LLVMGetConstOpcode(address) == LLVMAddrSpaceCast)))
    address = LLVMGetOperand(address, 0);
  return address;
}

bool qn_spirv_is_only_read(LLVMValueRef base) {
  return LLVMIsAArgument(base) &&
         (has_attribute(base, "readonly") || has_attribute(base, "readnone"));
}

bool qn_spirv_is_read_struct(LLVMValueRef base) {
  return qn_spirv_is_only_read(base) &&
         qn_ir_is_kernel(LLVMGetParamParent(base)) &&
         qn_ir_pointee(LLVMGetParamParent(base), parameter_of(base)) != NULL;
}

// ---- Copies of structs

static bool is_written_struct(LLVMValueRef argument) {
  return !qn_spirv_is_only_read(argument) &&
         qn_ir_pointee(LLVMGetParamParent(argument), parameter_of(argument));
}

static void copy(const qn_unit *unit, LLVMBuilderRef b, LLVMValueRef argument) {
  LLVMValueRef kernel = LLVMGetParamParent(argument);
  const unsigned number = parameter_of(argument);
  const unsigned alignment = qn_ir_parameter_alignment(kernel, number);
  LLVMTypeRef type = qn_ir_pointee(kernel, number);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
  LLVMPositionBuilderBefore(b, qn_ir_behind_variables(kernel));
  LLVMValueRef own = LLVMBuildAlloca(b, type, "");
  if (alignment)
    LLVMSetAlignment(own, alignment);
  LLVMReplaceAllUsesWith(argument, own);
  LLVMBuildMemCpy(b, own, LLVMGetAlignment(own), argument, alignment,
                  LLVMConstInt(LLVMInt64TypeInContext(unit->context),
                               LLVMABISizeOfType(layout, type), false));
  LLVMRemoveEnumAttributeAtIndex(kernel, number + 1,
                                 attribute_kind("writeonly"));
  LLVMAddAttributeAtIndex(
      kernel, number + 1,
      LLVMCreateEnumAttribute(unit->context, attribute_kind("readonly"), 0));
}

static qn_status copy_of_kernel(const qn_unit *unit, LLVMValueRef kernel,
                                qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  bool copied = false;
  for (unsigned i = 0; i < LLVMCountParams(kernel); ++i)
    if (is_written_struct(LLVMGetParam(kernel, i))) {
      copy(unit, b, LLVMGetParam(kernel, i));
      copied = true;
    }
  LLVMDisposeBuilder(b);
  return copied ? qn_ir_run_function_passes(kernel, "sroa,instcombine",
                                            unit->machine, diag)
                : qn_ok();
}

qn_status qn_spirv_copy_structs(qn_unit *unit, qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module)
    if (qn_ir_is_kernel(function))
      QN_TRY(copy_of_kernel(unit, function, diag));
  return qn_ok();
}

// ---- Spaces

static bool is_generic(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMGetPointerAddressSpace(type) == QN_AS_SPIRV_GENERIC;
}

// A pointer out of a struct that a kernel is passed: through global memory and
// back.
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
      qn_spirv_is_read_struct(qn_spirv_base_of(LLVMGetOperand(i, 0))))
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
