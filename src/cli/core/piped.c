// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "base/system/file.h"
#include "cli/core/compiler.h"

// Compilers read a source more than once, and standard input gives it once.
qn_status qn_cli_keep_piped(const qn_temp *temp, qn_arena *arena,
                            const char **path, bool rules, qn_diag *diag) {
  static const char first[] = "# 1 \"<stdin>\"\n"; // the name in messages
  qn_file file = {0};
  qn_buffer text = {0};
  if (strcmp(*path, "-") != 0)
    return qn_ok();
  if (rules)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "no rules for make are written for standard input: give "
                   "the source as a file");
  const char *kept = qn_arena_printf(arena, "%s/-", temp->path).data;
  if (!kept)
    return qn_fail_memory(diag, "a path");
  qn_status status = qn_file_open("-", 0, &file, diag);
  if (!qn_failed(status)) {
    qn_buffer_append(&text, first, sizeof(first) - 1);
    qn_buffer_append(&text, file.bytes.data, file.bytes.size);
    status = qn_buffer_check(&text, diag);
  }
  if (!qn_failed(status))
    status = qn_file_write(kept, qn_buffer_span(&text), diag);
  if (!qn_failed(status))
    *path = kept;
  qn_buffer_finish(&text);
  qn_file_close(&file);
  return status;
}
