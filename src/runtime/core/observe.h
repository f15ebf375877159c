// SPDX-License-Identifier: Apache-2.0
// Who watches a program's calls and operations: a profiler's interface, which
// libquerncupti implements. Without one a call costs a load.
#ifndef QN_RUNTIME_CORE_OBSERVE_H
#define QN_RUNTIME_CORE_OBSERVE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "runtime/contract/backend.h"

struct qn_stream;

typedef enum qn_observed_api {
  QN_OBSERVED_DRIVER = 1, // CUPTI's numbers of domains
  QN_OBSERVED_RUNTIME,
} qn_observed_api;

// A call of a function of CUDA's, from before it begins until it has ended.
typedef struct qn_observed_call {
  qn_observed_api api;
  uint32_t number;    // CUPTI's, of the function
  const char *name;   // without the version that CUPTI's names have
  const void *params; // CUPTI's struct of them; NULL: it takes none
  int *result;        // its status; NULL while it has none
  // The observer's own.
  uint64_t begin_ns, end_ns, notes[2];
  uint32_t id;
  bool is_observed;
} qn_observed_call;

typedef enum qn_observed_mark_kind {
  QN_MARK_POINT,
  QN_MARK_BEGIN, // of a range
  QN_MARK_END,
} qn_observed_mark_kind;

// What a program itself marks, by quern_trace_mark and the like (NVTX, roctx).
typedef struct qn_observed_mark {
  qn_observed_mark_kind kind;
  bool is_nested;   // a range of a thread's own, within others (push, pop)
  uint32_t id;      // of a range, the same at both ends; of a point its own
  const char *name; // NULL at the end
} qn_observed_mark;

typedef struct qn_observer {
  // Both, or none, are called in the thread that calls the function.
  void (*enter)(qn_observed_call *call);
  void (*leave)(qn_observed_call *call);
  // Submits an operation by qn_stream_run_plain, with others around it.
  qn_result (*submit)(struct qn_stream *stream, const qn_op *op);
  void (*mark)(const qn_observed_mark *mark);
} qn_observer;

// NULL: nobody. What it points to stays, also when another is set.
extern _Atomic(const qn_observer *) qn_observing;

#endif // QN_RUNTIME_CORE_OBSERVE_H
