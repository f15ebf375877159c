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

// What a file's headers declare; see qn_hipify_members.
typedef struct qn_hipify_known {
  qn_arena arena; // of the texts
  qn_map members;
} qn_hipify_known;
// What is known of those classes by the headers that `path` includes; nothing
// where the source names none of them. Thread-safe while `classes` stays as it
// is. A zeroed one is ready.
qn_status qn_hipify_members_of(const qn_hipify_classes *classes,
                               const char *path, qn_span source,
                               qn_hipify_known *out, qn_diag *diag);
void qn_hipify_known_finish(qn_hipify_known *known);

#endif // QN_CLI_HIPIFY_MEMBERS_H
