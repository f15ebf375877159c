// SPDX-License-Identifier: Apache-2.0
#include "plugin.h"

#include <stdio.h>

#include "compiler/driver/add_metadata.h"

int quern_plugin_metadata(LLVMModuleRef module, const char *const *handlers,
                          char why[QUERN_PLUGIN_WHY]) {
  qn_diag diag = {0};
  bool changed;
  if (!qn_failed(qn_metadata_add(module, handlers, &changed, &diag)))
    return changed ? QUERN_PLUGIN_CHANGED : QUERN_PLUGIN_UNCHANGED;
  snprintf(why, QUERN_PLUGIN_WHY, "%s%s%s", diag.message,
           diag.hint[0] ? "; " : "", diag.hint);
  return QUERN_PLUGIN_FAILED;
}
