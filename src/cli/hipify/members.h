// SPDX-License-Identifier: Apache-2.0
// What the headers of a run declare as CUdeviceptr in their classes, for the
// sources that define those classes' functions.
#ifndef QN_CLI_HIPIFY_MEMBERS_H
#define QN_CLI_HIPIFY_MEMBERS_H

#include "base/arena.h"
#include "base/map.h"
#include "cli/hipify/files.h"

typedef struct qn_hipify_classes {
  qn_arena arena;
  // text: what a source has that uses a class with such members, of any file of
  // the run: "class::" and "class>"
  qn_map uses;
} qn_hipify_classes;
// A zeroed one is ready. Reads all files.
qn_status qn_hipify_classes_read(qn_hipify_classes *classes,
                                 const qn_hipify_files *files, qn_diag *diag);
void qn_hipify_classes_finish(qn_hipify_classes *classes);

// What is known of those classes by the headers that `path` includes; see
// qn_hipify_members. An empty map where the source names none of them.
// Thread-safe while `classes` stays as it is. The texts are the arena's.
qn_status qn_hipify_members_of(const qn_hipify_classes *classes,
                               const char *path, qn_span source,
                               qn_arena *arena, qn_map *out_members,
                               qn_diag *diag);

#endif // QN_CLI_HIPIFY_MEMBERS_H
