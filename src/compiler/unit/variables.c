// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit/variables.h"

// Whether all modules must share the variable: the host or a kernel writes to
// it.
static bool is_shared(LLVMValueRef global) {
  return !LLVMIsDeclaration(global) &&
         LLVMGetLinkage(global) != LLVMAppendingLinkage &&
         (!LLVMIsGlobalConstant(global) ||
          LLVMIsExternallyInitialized(global) ||
          LLVMGetLinkage(global) == LLVMExternalLinkage);
}

qn_status qn_unit_open_variables(qn_unit *unit, qn_unit_opened *out,
                                 qn_diag *diag) {
  size_t capacity = 0;
  QN_EACH_GLOBAL (global, unit->module) {
    const LLVMLinkage linkage = LLVMGetLinkage(global);
    if (!is_shared(global) ||
        (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage))
      continue;
    out->globals = qn_arena_grow(&unit->arena, out->globals, out->count,
                                 &capacity, sizeof(*out->globals));
    if (!out->globals)
      return qn_fail_memory(diag, "the variables of an image");
    if (!qn_ir_name(global).size)
      LLVMSetValueName2(global, "quern.variable", 14);
    LLVMSetLinkage(global, LLVMExternalLinkage);
    out->globals[out->count++] = global;
  }
  return qn_ok();
}

void qn_unit_close_variables(const qn_unit_opened *all) {
  for (size_t i = 0; i < all->count; ++i)
    LLVMSetLinkage(all->globals[i], LLVMInternalLinkage);
}

void qn_unit_borrow_variables(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (is_shared(global)) {
      LLVMSetExternallyInitialized(global, false);
      LLVMSetInitializer(global, NULL);
    }
}
