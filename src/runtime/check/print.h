// SPDX-License-Identifier: Apache-2.0
// Findings as text, as JSON lines and as SARIF 2.1.0, by the same calls.
#ifndef QN_RUNTIME_CHECK_PRINT_H
#define QN_RUNTIME_CHECK_PRINT_H

#include "base/out.h"
#include "runtime/check/check.h"

typedef struct qn_check_trace {
  qn_check_frame frames[QN_CHECK_FRAMES];
  size_t count;
} qn_check_trace;

// A finding with its places found.
typedef struct qn_check_shown {
  qn_check_finding finding;
  char kernel[160];
  uint32_t launch;
  qn_check_trace sides[2], launched, made, freed;
  uint64_t repeats; // that were found again
} qn_check_shown;

// The place that stands for a finding; NULL: none is known.
const qn_check_frame *qn_check_first_frame(const qn_check_shown *s);

void qn_check_print_text(qn_out *o, const qn_check_shown *s);
// An object for JSON lines.
void qn_check_print_json(qn_out *o, const qn_check_shown *s);
// A whole log (sarif.c).
typedef struct qn_check_log {
  const char *root;    // the folder of the process, where it started
  const char *program; // the place of findings that have no line
  const qn_check_shown *const *all;
  size_t count;
} qn_check_log;
void qn_check_print_sarif(qn_out *o, const qn_check_log *log);

#endif // QN_RUNTIME_CHECK_PRINT_H
