// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#ifndef QN_RUNTIME_CORE_STREAM_H
#define QN_RUNTIME_CORE_STREAM_H

#include "runtime/core/device.h"
#include "runtime/core/handles.h"
#include "runtime/core/observe.h"

typedef struct qn_stream {
  atomic_uint refs; // with the last one it and `native` are destroyed
  qn_device *device;
  void *native;
  void *handle; // NULL: the null stream
  unsigned flags;
  int priority;
  bool null, non_blocking;
  // What the program said of it: kept to be read back.
  struct {
    unsigned char window[32]; // hipAccessPolicyWindow
    int sync_policy, domain;  // hipSynchronizationPolicy (0: automatic)
    unsigned char domains[2]; // hipLaunchMemSyncDomainMap
  } hints;
  // Records work instead of running it: see graph.h. NULL: not capturing.
  _Atomic(struct qn_capture *) capture;
  struct qn_stream *next; // of the device
} qn_stream;

// What a program's handle means: NULL and 1 are the null stream of the current
// device, 2 the current thread's own stream.
static inline qn_result qn_stream_find(const void *handle,
                                       qn_stream **out_stream);
// Sets whether NULL now means the calling thread's own stream. Nests.
void qn_stream_default_own(bool own);
qn_result qn_stream_create(qn_device *device, unsigned flags, int priority,
                           qn_stream **out_stream);
// One that the program does not see: it does not count as the program's leak.
qn_result qn_stream_create_ours(qn_device *device, unsigned flags,
                                qn_stream **out_stream);
// By handle; submitted work is still done, and is part of waiting for the
// device.
qn_result qn_stream_destroy(const void *handle);
// Keeps it alive while the program may destroy it.
qn_stream *qn_stream_hold(qn_stream *stream);
void qn_stream_drop(qn_stream *stream);
// Releases destroyed streams whose work is done.
void qn_stream_sweep(qn_device *device);
qn_stream *qn_stream_null(qn_device *device); // of an open device

// Submits, or records into the graph that the stream captures.
static inline qn_result qn_stream_submit(qn_stream *stream, const qn_op *op);
// Submits even while it captures.
qn_result qn_stream_submit_now(qn_stream *stream, const qn_op *op);
// Refused while the stream captures.
qn_result qn_stream_wait(qn_stream *stream, bool block);
// Whether a call that waits, or is not meant for streams, is allowed now: no
// capture of this thread forbids it.
qn_result qn_stream_check_unsafe(const char *what);

typedef struct qn_event {
  qn_device *device;
  void *native;
  void *handle;
  unsigned flags;
  bool timing;
  struct qn_shared_event *shared; // with other processes; NULL: it is not
  // The last record was captured: it stands for a place in a graph.
  void *session;  // private to capture.c; NULL: it was not
  void *captured; // private to capture.c
} qn_event;

qn_result qn_event_create(qn_device *device, unsigned flags,
                          qn_event **out_event);
// Import: the event of another process, by its token. Export: the token of an
// event that was created for other processes.
qn_result qn_event_import(qn_device *device, const uint8_t *token,
                          qn_event **out_event);
qn_result qn_event_export(qn_event *event, uint8_t *token);
qn_result qn_event_find(const void *handle, qn_event **out_event);
qn_result qn_event_destroy(const void *handle);
qn_result qn_event_record(qn_event *event, qn_stream *stream);
// Waits for an event of any device, also of another back end.
qn_result qn_stream_wait_event(qn_stream *stream, qn_event *event);
qn_result qn_event_wait(qn_event *event, bool block);
// Milliseconds between two recorded events of one device.
qn_result qn_event_elapsed(qn_event *from, qn_event *to, float *out_ms);

// Capture, implemented by capture.c: records an operation, an event's record, a
// wait.
struct qn_capture_ops {
  qn_result (*submit)(qn_stream *stream, const qn_op *op);
  qn_result (*record)(qn_event *event, qn_stream *stream);
  qn_result (*wait)(qn_stream *stream, qn_event *event);
  qn_result (*check_unsafe)(const char *what);
  qn_result (*check_null)(qn_stream *stream); // may the null stream work now?
  // Refuses to wait for a stream that captures, which invalidates the capture.
  qn_result (*refuse_wait)(qn_stream *stream);
  void (*drop_event)(qn_event *event);
  void (*drop_stream)(qn_stream *stream);
};
// NULL until the first capture.
extern _Atomic(const struct qn_capture_ops *) qn_capture_ops;

// ---- The common case, inline for launches

// Handles NULL, 1, 2 and invalid handles.
qn_result qn_stream_find_other(const void *handle, qn_stream **out_stream);
// For a stream that captures, or that has to check whether another does.
QN_COLD qn_result qn_stream_submit_captured(qn_stream *stream, const qn_op *op);
// Called after the first operation since the device was last waited for, and
// after every operation with HIP_LAUNCH_BLOCKING.
QN_COLD qn_result qn_stream_submitted(qn_stream *stream, const qn_op *op,
                                      qn_result result);

static inline qn_result qn_stream_find(const void *handle,
                                       qn_stream **out_stream) {
  qn_stream *s = qn_handle_find(QN_HANDLE_STREAM, handle);
  *out_stream = s;
  return s ? QN_R_OK : qn_stream_find_other(handle, out_stream);
}

static inline qn_result qn_stream_run_plain(qn_stream *s, const qn_op *op) {
  const qn_device *device = s->device;
  const qn_result result = device->backend->submit(s->native, op);
  return atomic_load_explicit(&device->dirty, memory_order_seq_cst) &&
                 !device->blocking
             ? result
             : qn_stream_submitted(s, op, result);
}

// Submits it through who watches.
QN_COLD qn_result qn_stream_run_observed(qn_stream *s, const qn_op *op);

static inline qn_result qn_stream_run(qn_stream *s, const qn_op *op) {
  return atomic_load_explicit(&qn_observing, memory_order_relaxed)
             ? qn_stream_run_observed(s, op)
             : qn_stream_run_plain(s, op);
}

static inline qn_result qn_stream_submit(qn_stream *s, const qn_op *op) {
  if (atomic_load_explicit(&s->capture, memory_order_relaxed) ||
      (s->null && atomic_load_explicit(&qn_capture_ops, memory_order_relaxed)))
    return qn_stream_submit_captured(s, op);
  return qn_stream_run(s, op);
}

#endif // QN_RUNTIME_CORE_STREAM_H
