// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/nvidia_constants.h"

enum {
  GENERIC = 0,
  GLOBAL = 1,
  CONSTANT = 4, // address spaces of NVPTX
  CONSTANT_BYTES = 64 * 1024,
};

static uint64_t size_of(LLVMModuleRef module, LLVMValueRef global) {
  return LLVMABISizeOfType(LLVMGetModuleDataLayout(module),
                           LLVMGlobalGetValueType(global));
}

static bool is_generic_cast(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) &&
         LLVMGetConstOpcode(value) == LLVMAddrSpaceCast &&
         LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == GENERIC;
}

// Constants in use whose address is only taken as a generic one.
static bool can_move(LLVMValueRef global) {
  if (qn_ir_address_space(global) != CONSTANT || LLVMIsDeclaration(global) ||
      !LLVMGetFirstUse(global))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use))
    if (!is_generic_cast(LLVMGetUser(use)))
      return false;
  return true;
}

static void move(LLVMModuleRef module, LLVMValueRef global) {
  const qn_str name = qn_ir_name(global);
  LLVMValueRef made = LLVMAddGlobalInAddressSpace(
      module, LLVMGlobalGetValueType(global), "", GLOBAL);
  LLVMSetLinkage(made, LLVMGetLinkage(global));
  LLVMSetVisibility(made, LLVMGetVisibility(global));
  LLVMSetInitializer(made, LLVMGetInitializer(global));
  LLVMSetAlignment(made, LLVMGetAlignment(global));
  LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(global));
  LLVMSetExternallyInitialized(made, LLVMIsExternallyInitialized(global));
  LLVMValueRef cast = LLVMConstAddrSpaceCast(
      made, LLVMPointerTypeInContext(LLVMGetModuleContext(module), GENERIC));
  for (LLVMUseRef use = LLVMGetFirstUse(global), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMReplaceAllUsesWith(LLVMGetUser(use), cast);
  }
  char *copy = LLVMCreateMessage(name.data); // names end with a zero
  LLVMSetValueName2(global, "", 0);
  LLVMSetValueName2(made, copy, name.size);
  LLVMDisposeMessage(copy);
  // The casts, which nothing uses any more.
  LLVMReplaceAllUsesWith(global, LLVMGetPoison(LLVMTypeOf(global)));
  LLVMDeleteGlobal(global);
}

void qn_nvidia_fit_constants(LLVMModuleRef module) {
  for (;;) {
    uint64_t total = 0, most = 0;
    LLVMValueRef largest = NULL;
    QN_EACH_GLOBAL (global, module) {
      if (qn_ir_address_space(global) != CONSTANT ||
          LLVMIsDeclaration(global) || !LLVMGetFirstUse(global))
        continue;
      const uint64_t size = size_of(module, global);
      total += size;
      if (size > most && can_move(global)) {
        most = size;
        largest = global;
      }
    }
    if (total <= CONSTANT_BYTES || !largest)
      return;
    move(module, largest);
  }
}
