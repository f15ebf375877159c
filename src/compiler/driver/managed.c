// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/managed.h"

static LLVMValueRef strip_casts(LLVMValueRef value) {
  while (value && LLVMIsAConstantExpr(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

// The variable that an entry of llvm.global.annotations, {variable, text, ...},
// marks as managed; NULL for other entries.
static LLVMValueRef annotated(LLVMValueRef entry) {
  static const char wanted[] = "quern.managed";
  size_t size = 0;
  if (!LLVMIsAConstantStruct(entry) || LLVMGetNumOperands(entry) < 2)
    return NULL;
  LLVMValueRef variable = strip_casts(LLVMGetOperand(entry, 0));
  LLVMValueRef text = strip_casts(LLVMGetOperand(entry, 1));
  if (!LLVMIsAGlobalVariable(variable) || !LLVMIsAGlobalVariable(text))
    return NULL;
  LLVMValueRef string = LLVMGetInitializer(text);
  const char *bytes = qn_ir_characters(string, &size);
  return size == sizeof(wanted) && memcmp(bytes, wanted, size) == 0 ? variable
                                                                    : NULL;
}

// Replaces the variable by the pointer's value, in every function that uses it.
static void use_pointer(LLVMModuleRef module, LLVMValueRef variable,
                        LLVMValueRef pointer) {
  QN_EACH_FUNCTION (function, module) {
    if (LLVMIsDeclaration(function) || !qn_ir_uses(function, variable))
      continue;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderBefore(
        b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef value =
        LLVMBuildLoad2(b, LLVMTypeOf(variable), pointer, "managed");
    LLVMDisposeBuilder(b);
    qn_ir_replace_global(function, variable, value);
  }
}

static qn_status lower_one(qn_unit *unit, LLVMValueRef variable,
                           qn_diag *diag) {
  const qn_str name = qn_arena_copy(&unit->arena, qn_ir_name(variable));
  if (!name.data)
    return qn_fail_memory(diag, "a managed variable");
  QN_TRY(qn_ir_check_initializers(unit->module, variable, diag));
  LLVMValueRef pointer = LLVMAddGlobalInAddressSpace(
      unit->module, LLVMTypeOf(variable), "", qn_ir_address_space(variable));
  LLVMSetValueName2(variable, "quern.managed", 13);
  LLVMSetValueName2(pointer, name.data, name.size);
  LLVMSetLinkage(pointer, LLVMExternalLinkage);
  LLVMSetExternallyInitialized(pointer, true);
  use_pointer(unit->module, variable, pointer);
  // The pointer's initial value, for runtimes that do not set it.
  LLVMSetInitializer(pointer, variable);
  LLVMSetLinkage(variable, LLVMInternalLinkage);
  LLVMSetVisibility(variable, LLVMDefaultVisibility);
  LLVMSetExternallyInitialized(variable, false);
  return qn_ok();
}

qn_status qn_managed_lower(qn_unit *unit, qn_diag *diag) {
  LLVMValueRef list =
      LLVMGetNamedGlobal(unit->module, "llvm.global.annotations");
  LLVMValueRef entries = list ? LLVMGetInitializer(list) : NULL;
  const int count = entries ? LLVMGetNumOperands(entries) : 0;
  LLVMValueRef *variables = NULL;
  size_t found = 0, capacity = 0;
  for (int i = 0; i < count; ++i) {
    LLVMValueRef variable = annotated(LLVMGetOperand(entries, (unsigned)i));
    if (!variable)
      continue;
    variables = qn_arena_grow(&unit->arena, variables, found, &capacity,
                              sizeof(*variables));
    if (!variables)
      return qn_fail_memory(diag, "the list of managed variables");
    variables[found++] = variable;
  }
  if (found)
    LLVMDeleteGlobal(list); // it refers to them; other entries have no effect
  for (size_t i = 0; i < found; ++i)
    QN_TRY(lower_one(unit, variables[i], diag));
  return qn_ok();
}
