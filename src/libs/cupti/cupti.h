// SPDX-License-Identifier: Apache-2.0
// What the files of CUPTI share.
//
// One observer (runtime/core/observe.h) sees calls and operations while a
// subscriber or a kind of record wants them. Times are kept as qn_clock_ns has
// them, and become CUPTI's in records.
#ifndef QN_LIBS_CUPTI_CUPTI_H
#define QN_LIBS_CUPTI_CUPTI_H

#include "cuda/cupti.h"

#include "runtime/contract/result.h"
#include "runtime/core/stream.h"

enum {
  QN_CUPTI_KINDS = CUPTI_ACTIVITY_KIND_COUNT,
  QN_CUPTI_NUMBERS = 1024, // of functions in a domain, and more
  QN_CUPTI_EXTERNAL_DEPTH = 64,
  QN_CUPTI_STREAM_NULL = 7, // id of each context's null stream
};

// Refuses a call, with a reason for quern_reason and the log.
#define qn_cupti_refuse(result, ...)                                           \
  ((void)qn_refuse(QN_R_INVALID_VALUE, __VA_ARGS__), qn_cupti_failed(result))
#define CUPTI_NEED(pointer)                                                    \
  do {                                                                         \
    if (!(pointer))                                                            \
      return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,                    \
                             "%s: '" #pointer "' is null", __func__);          \
  } while (0)
// Keeps it for cuptiGetLastError.
#define qn_cupti_failed(result) (qn_cupti_keep_error(result), (result))
void qn_cupti_keep_error(int result);

// ---- Threads, names and numbers (state.c)

typedef struct qn_cupti_thread {
  uint32_t depth;    // of calls of CUDA's functions that are running
  uint32_t call;     // the outermost one's correlation id; 0: none runs
  bool is_async;     // that call's name says so
  const void *graph; // that it launches
  int error;
  uint32_t external_count[CUPTI_EXTERNAL_CORRELATION_KIND_SIZE];
  uint64_t externals[CUPTI_EXTERNAL_CORRELATION_KIND_SIZE]
                    [QN_CUPTI_EXTERNAL_DEPTH];
} qn_cupti_thread;
// NULL when out of memory.
qn_cupti_thread *qn_cupti_mine(void);
uint32_t qn_cupti_thread_id(void); // as cuptiSetThreadIdType says
uint32_t qn_cupti_next_id(void);   // a correlation id

// A copy that stays; NULL when out of memory.
const char *qn_cupti_name(const char *text, size_t size);
// CUPTI's time for one of qn_clock_ns.
uint64_t qn_cupti_time(uint64_t ns);

// A device is a context here, its number and 1 the id.
uint32_t qn_cupti_context_id(const qn_device *device);
CUcontext qn_cupti_context(uint32_t *out_id); // current; NULL: none yet
uint32_t qn_cupti_stream_id(const qn_stream *stream);
// By the program's handle; CUPTI_INVALID_STREAM_ID when it is none.
uint32_t qn_cupti_stream_id_of(const void *handle);
uint32_t qn_cupti_event_id(const void *handle);

// ---- Kinds of records and their buffers (activity.c, buffers.c)

extern atomic_bool qn_cupti_kinds[QN_CUPTI_KINDS];
static inline bool qn_cupti_wants(CUpti_ActivityKind kind) {
  return atomic_load_explicit(&qn_cupti_kinds[kind], memory_order_relaxed);
}
static inline bool qn_cupti_wants_kernels(void) {
  return qn_cupti_wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) ||
         qn_cupti_wants(CUPTI_ACTIVITY_KIND_KERNEL);
}
extern atomic_bool qn_cupti_latency; // cuptiActivityEnableLatencyTimestamps
// Whether calls of that function become records.
bool qn_cupti_wants_call(qn_observed_api api, uint32_t number);
// Bytes of a record of that kind; 0: there is none.
size_t qn_cupti_record_size(CUpti_ActivityKind kind);
// Copies a record, which begins with its kind, into a buffer. Must be called
// without locks: it may call the program.
void qn_cupti_add(const void *record);
// Gives the program the buffer that is being filled.
void qn_cupti_deliver(void);
// Sets or takes away the observer, as kinds and the subscriber need it.
void qn_cupti_update_observer(void);

// ---- Operations (operations.c)

qn_result qn_cupti_submit(qn_stream *stream, const qn_op *op);
// Makes records of operations that have ended.
void qn_cupti_collect(void);

// ---- Calls, callbacks and objects (calls.c, callbacks.c, objects.c)

void qn_cupti_enter(qn_observed_call *call);
void qn_cupti_leave(qn_observed_call *call);
bool qn_cupti_has_subscriber(void);
bool qn_cupti_callback_wanted(CUpti_CallbackDomain domain, uint32_t number);
void qn_cupti_callback(CUpti_CallbackDomain domain, uint32_t number,
                       const void *given);
// The callback of a call, at its begin or its end.
void qn_cupti_call_back(qn_observed_call *call, CUpti_ApiCallbackSite site);
// What a call makes and destroys, and what it waits for.
void qn_cupti_before(qn_observed_call *call);
void qn_cupti_after(qn_observed_call *call);
// Announces devices that are in use and were not announced.
void qn_cupti_announce(void);
void qn_cupti_announce_again(CUpti_ActivityKind kind);
// A mark of the program's, and its callback.
void qn_cupti_mark_back(const qn_observed_mark *mark);
void qn_cupti_mark(const qn_observed_mark *mark);

#endif // QN_LIBS_CUPTI_CUPTI_H
