// SPDX-License-Identifier: Apache-2.0
#include "plugin.h"

#include <stdio.h>

#include "compiler/driver/add_metadata.h"

// The host's side of a program with device code, and modules without code, have
// no kernels.
static bool may_have_kernels(LLVMModuleRef module) {
  bool has_code = false;
  QN_EACH_FUNCTION (function, module) {
    const qn_str name = qn_ir_name(function);
    if (qn_str_starts(name, QN_STR("__hip")) ||
        qn_str_starts(name, QN_STR("__cuda")))
      return false;
    has_code = has_code || !LLVMIsDeclaration(function);
  }
  return has_code;
}

int quern_plugin_metadata(LLVMModuleRef module, const char *const *handlers,
                          bool bare, char why[QUERN_PLUGIN_WHY]) {
  qn_diag diag = {0};
  qn_metadata_done done;
  if (!qn_failed(qn_metadata_add(module, handlers, bare, &done, &diag))) {
    if (done == QN_METADATA_ADDED)
      return QUERN_PLUGIN_CHANGED;
    if (done == QN_METADATA_THERE || !may_have_kernels(module))
      return QUERN_PLUGIN_UNCHANGED;
    snprintf(why, QUERN_PLUGIN_WHY, "%s",
             "the module has no kernel: no function with " QN_IR_KERNEL_MARKS);
    return QUERN_PLUGIN_NO_KERNEL;
  }
  snprintf(why, QUERN_PLUGIN_WHY, "%s%s%s", diag.message,
           diag.hint[0] ? "; " : "", diag.hint);
  return QUERN_PLUGIN_FAILED;
}
