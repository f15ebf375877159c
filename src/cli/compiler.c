// SPDX-License-Identifier: Apache-2.0
#include "cli/compiler.h"

#include <limits.h>
#include <stdio.h>

#include "base/dl.h"
#include "base/install.h"

#define LIBRARY "libquern-compiler.so"

qn_status qn_cli_load_compiler(const qn_compiler_api **out_api, qn_diag *diag) {
  static qn_dl library; // of the process
  static const qn_compiler_api *api;
  if (api) {
    *out_api = api;
    return qn_ok();
  }
  char path[PATH_MAX];
  if (!qn_install_find(LIBRARY, path, sizeof(path))) {
    const qn_status status = qn_fail(
        diag, QN_E_TOOLCHAIN, QN_NOWHERE,
        "this installation of Quern cannot compile: " LIBRARY " is not there");
    qn_diag_hint(diag, "Build Quern where LLVM 22 is installed; 'quern doctor' "
                       "shows the paths tried.");
    return status;
  }
  const char *const names[] = {path, NULL};
  QN_TRY(qn_dl_open(names, &library, NULL, diag));
  const qn_compiler_api *(*get)(void);
  void *symbol = qn_dl_find(&library, "qn_compiler_get_api");
  memcpy(&get, &symbol, sizeof(get));
  api = symbol ? get() : NULL;
  if (!api || api->version != QN_COMPILER_API_VERSION) {
    api = NULL;
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   LIBRARY " belongs to another version of Quern");
  }
  *out_api = api;
  return qn_ok();
}

static void print_failure(const qn_cli *cli, const qn_target_result *target) {
  qn_diag diag = target->diag;
  qn_diag_context(&diag, "compiling for %s", target->target->name);
  (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

// A front end's failure says nothing beyond its messages.
static bool speaks_for_itself(const qn_target_result *target) {
  return target->told && target->status.code == QN_E_TOOLCHAIN &&
         !target->diag.hint[0];
}

int qn_cli_compile_failed(const qn_cli *cli, const qn_compile_result *result,
                          qn_status status, const qn_diag *diag) {
  size_t failed = 0;
  fwrite(result->messages.data, 1, result->messages.size, stderr);
  if (!qn_failed(status))
    return QN_EXIT_OK;
  const qn_target_result *before = NULL;
  for (size_t i = 0; i < result->target_count; ++i) {
    const qn_target_result *target = &result->targets[i];
    if (!qn_failed(target->status))
      continue;
    ++failed;
    // Many targets that fail the same way are told once.
    const bool same =
        before && strcmp(before->diag.message, target->diag.message) == 0;
    if (!same && !speaks_for_itself(target))
      print_failure(cli, target);
    before = target;
  }
  if (!failed)
    return qn_cli_fail(cli, diag, NULL, (qn_span){0});
  if (result->target_count > 1)
    qn_cli_done(cli, "%zu of %zu targets failed; nothing was written", failed,
                result->target_count);
  return qn_exit_code(status.code);
}
