// SPDX-License-Identifier: Apache-2.0
// The programs and data folders of others that Quern uses, and where they are
// searched for: one table (tools.def) for the compiler and for `quern doctor`.
#ifndef QN_TARGETS_TOOL_H
#define QN_TARGETS_TOOL_H

#include "base/span.h"

typedef struct qn_tool {
  const char *id;         // "clang"
  const char *variable;   // of the environment, names one; "" for none
  const char *candidates; // '|'-separated: names in PATH, paths, folders
  const char *version;    // programs: the option that prints it
  const char *file;       // folders: what must be in it; NULL for programs
  const char *package;    // Debian's
  const char *purpose;
} qn_tool;

// The table; `*out_count` receives its length.
const qn_tool *qn_tools(size_t *out_count);
// The row called `id`, or NULL.
const qn_tool *qn_tool_find(const char *id);

// Called for each place where a tool is not.
typedef void qn_tool_tried_fn(void *user, qn_str place);

// Writes the path of the program or folder. The environment variable decides,
// for better or worse. False when it is nowhere, or the path does not fit.
// `tried` may be NULL.
bool qn_tool_locate(const qn_tool *tool, char *out_path, size_t capacity,
                    qn_tool_tried_fn *tried, void *user);

#endif // QN_TARGETS_TOOL_H
