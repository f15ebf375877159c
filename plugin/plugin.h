// SPDX-License-Identifier: Apache-2.0
// Between the plug-in's registration, which is C++, and its passes, which are
// C.
#ifndef QUERN_PLUGIN_H
#define QUERN_PLUGIN_H

#include <stdbool.h>

#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  QUERN_PLUGIN_UNCHANGED,
  QUERN_PLUGIN_CHANGED,
  QUERN_PLUGIN_NO_KERNEL, // which `why` says what was looked for
  QUERN_PLUGIN_FAILED,
  QUERN_PLUGIN_WHY = 600, // bytes for the reason
};

// Adds the metadata of the module's kernels, with the blocks of the handlers
// named (NULL-terminated), as a note or, with `bare`, as section "notes". A
// failure leaves the module as it was.
int quern_plugin_metadata(LLVMModuleRef module, const char *const *handlers,
                          bool bare, char why[QUERN_PLUGIN_WHY]);

#ifdef __cplusplus
}
#endif

#endif // QUERN_PLUGIN_H
