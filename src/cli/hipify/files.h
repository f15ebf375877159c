// SPDX-License-Identifier: Apache-2.0
// Which files quern hipify reads: operands, what folders hold, what
// compile_commands.json names, and the headers that those include.
#ifndef QN_CLI_HIPIFY_FILES_H
#define QN_CLI_HIPIFY_FILES_H

#include "base/arena.h"
#include "base/map.h"
#include "cli/core/opt.h"

// A zeroed list with `globs` and `excludes` is ready. Each file is in it once,
// by whatever path it was found first.
typedef struct qn_hipify_files {
  const qn_opt_list *globs, *excludes; // borrowed
  qn_arena arena;                      // of the paths
  const char **paths;
  size_t count, capacity;
  qn_map seen; // text: device and inode
  qn_map kept; // text: paths; see qn_hipify_files_keeps
  bool failed; // no memory
} qn_hipify_files;
void qn_hipify_files_finish(qn_hipify_files *files);

// Whether a file is of a copy of Thrust, CUB or libcu++ that was found inside
// of what was given: it stays as it is, as `quern cc` compiles those with HIP
// sources, too. Those that are given by name are translated.
bool qn_hipify_files_keeps(const qn_hipify_files *files, const char *path);

// A file, "-", or all sources of a folder, sorted; nothing of what is excluded.
void qn_hipify_files_add(qn_hipify_files *files, const char *path);
// The sources of a compile_commands.json.
qn_status qn_hipify_files_commands(qn_hipify_files *files, const char *path,
                                   qn_diag *diag);
// Headers that the files include by "path" and that are beside them, and what
// those include.
void qn_hipify_files_follow(qn_hipify_files *files);

#endif // QN_CLI_HIPIFY_FILES_H
