// SPDX-License-Identifier: Apache-2.0
// What quern hipify reports about a translation.
#ifndef QN_CLI_HIPIFY_REPORT_H
#define QN_CLI_HIPIFY_REPORT_H

#include "base/buffer.h"
#include "hipify/translate.h"

// One translated file.
typedef struct qn_hipified {
  const char *path;
  qn_span source;
  qn_hipify_result result;
} qn_hipified;

// Places in order of their offsets, without counting lines from the start each
// time. A zeroed one is ready.
typedef struct qn_place_cursor {
  uint64_t at;         // bytes that are counted
  uint64_t line_start; // of the line that holds them
  uint32_t lines;      // before it
} qn_place_cursor;
qn_place qn_place_next(qn_place_cursor *cursor, qn_span text, uint64_t offset,
                       uint64_t size);

// A unified diff, as `diff -u` writes it.
void qn_hipify_diff(const qn_hipified *file, const char *to, qn_buffer *out);
// All findings: one JSON document, SARIF 2.1.0, or CSV with a heading.
void qn_hipify_json(const qn_hipified *files, size_t count, qn_buffer *out);
void qn_hipify_sarif(const qn_hipified *files, size_t count, qn_buffer *out);
void qn_hipify_csv(const qn_hipified *files, size_t count, qn_buffer *out);
// Names by how often, launches, what is left to do.
void qn_hipify_stats(const qn_hipified *files, size_t count, qn_buffer *out);
// The names by how often, with a heading.
void qn_hipify_stats_csv(const qn_hipified *files, size_t count,
                         qn_buffer *out);

// Prints what is known about a rule's id or a name of CUDA's, for `explain`
// (cli/commands/cmd_explain.c).
struct qn_cli;
// After a failed compilation: a note when the source has something that must be
// translated manually. Nothing for files other than .cu.
void qn_hipify_hint(const struct qn_cli *cli, const char *path);
int qn_explain(const struct qn_cli *cli, const char *what);

#endif // QN_CLI_HIPIFY_REPORT_H
