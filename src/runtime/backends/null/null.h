// SPDX-License-Identifier: Apache-2.0
// A device that executes nothing and counts the calls: to measure the runtime's
// own cost, and to test what it calls.
//
// Kernels, prefetches and values are only counted; functions of the host are
// called by the thread that submits; every operation is done at once. Memory is
// host memory.
#ifndef QN_RUNTIME_BACKENDS_NULL_NULL_H
#define QN_RUNTIME_BACKENDS_NULL_NULL_H

#include "runtime/contract/backend.h"

typedef enum qn_null_call {
  QN_NULL_OPEN,
  QN_NULL_CLOSE,
  QN_NULL_ALLOCATE,
  QN_NULL_RELEASE,
  QN_NULL_TEXTURE, // created or destroyed
  QN_NULL_LOAD,
  QN_NULL_UNLOAD,
  QN_NULL_FUNCTION,
  QN_NULL_VARIABLE,
  QN_NULL_STREAM_CREATE,
  QN_NULL_STREAM_DESTROY,
  QN_NULL_STREAM_WAIT,
  QN_NULL_EVENT_CREATE,
  QN_NULL_EVENT_DESTROY,
  QN_NULL_EVENT_WAIT,
  QN_NULL_CALL_COUNT,
} qn_null_call;

typedef struct qn_null_counts {
  uint64_t calls[QN_NULL_CALL_COUNT];
  uint64_t ops[QN_OP_KIND_COUNT]; // those inside batches too
  uint64_t live_size;             // bytes allocated and not released
} qn_null_counts;

// Counts for the whole process; a reset does not change live_size.
void qn_null_counts_read(qn_null_counts *out_counts);
void qn_null_counts_reset(void);

typedef struct qn_null_options {
  bool moves; // copies and fills are done
  // Called for each kernel by the thread that submits; may be NULL.
  void (*on_kernel)(void *user, const qn_op_kernel *op);
  void *user;
} qn_null_options;

// Must not be called while anything is submitted. NULL restores the defaults.
void qn_null_configure(const qn_null_options *options);

extern const qn_backend qn_backend_null;

#endif // QN_RUNTIME_BACKENDS_NULL_NULL_H
