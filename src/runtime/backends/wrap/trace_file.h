// SPDX-License-Identifier: Apache-2.0
// The file of a trace: a JSON array of events that is complete after every
// write, because each write overwrites the closing bracket of the one before.
// One per process. Threads: every function may be called from any.
#ifndef QN_RUNTIME_BACKENDS_WRAP_TRACE_FILE_H
#define QN_RUNTIME_BACKENDS_WRAP_TRACE_FILE_H

#include "base/buffer.h"
#include "runtime/contract/result.h"

// Creates the file; later calls do nothing.
qn_result qn_trace_file_open(const char *path);

// One event. `process` and `thread` ("pid" and "tid") select a track; times are
// nanoseconds of qn_clock_ns.
typedef struct qn_trace_event {
  char phase; // of the format: X slice, M metadata, s and f flow, i instant
  unsigned process;
  uint64_t thread;
  uint64_t begin_ns, duration_ns;
  uint64_t flow;    // s, f: its number
  const char *text; // further members, such as "\"name\":\"x\""; never empty
} qn_trace_event;

void qn_trace_file_add(const qn_trace_event *event);
// Writes waiting events to the file: always if `now`, else when there are many.
void qn_trace_file_flush(bool now);

#endif // QN_RUNTIME_BACKENDS_WRAP_TRACE_FILE_H
