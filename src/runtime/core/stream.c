// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/stream.h"

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "runtime/core/event_ipc.h"
#include "runtime/core/gate.h"

// HIP's numbers.
enum {
  STREAM_NON_BLOCKING = 1,
  EVENT_BLOCKING = 1,
  EVENT_NO_TIMING = 2,
  EVENT_INTERPROCESS = 4,
};
#define STREAM_LEGACY ((const void *)1)
#define STREAM_PER_THREAD ((const void *)2)

_Atomic(const struct qn_capture_ops *) qn_capture_ops;

// ---- Streams

qn_stream *qn_stream_hold(qn_stream *s) {
  atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
  return s;
}

void qn_stream_drop(qn_stream *s) {
  if (atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) != 1)
    return;
  s->device->backend->stream_destroy(&s->native);
  qn_free(s);
}

qn_stream *qn_stream_null(qn_device *device) {
  return atomic_load_explicit(&device->null_stream, memory_order_acquire);
}

qn_result qn_stream_create(qn_device *device, unsigned flags, int priority,
                           qn_stream **out_stream) {
  if (flags & ~(unsigned)STREAM_NON_BLOCKING)
    return qn_refuse(QN_R_INVALID_VALUE, "a stream has no flags 0x%x", flags);
  const qn_device_info *info = &device->info;
  if (priority > info->priority_least)
    priority = info->priority_least;
  if (priority < info->priority_greatest)
    priority = info->priority_greatest;
  qn_stream *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  s->device = device;
  s->flags = flags;
  s->priority = priority;
  s->non_blocking = (flags & STREAM_NON_BLOCKING) != 0;
  atomic_init(&s->refs, 1);
  s->handle = qn_handle_make(QN_HANDLE_STREAM, s);
  qn_result result =
      s->handle ? device->backend->stream_create(atomic_load(&device->native),
                                                 false, s->non_blocking,
                                                 priority, &s->native)
                : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  if (result != QN_R_OK) {
    (void)qn_handle_remove(QN_HANDLE_STREAM, s->handle);
    qn_free(s);
    return result;
  }
  qn_mutex_lock(&device->mutex);
  s->next = device->streams;
  device->streams = s;
  const bool gate = device->gate != NULL;
  qn_mutex_unlock(&device->mutex);
  *out_stream = s;
  return gate ? qn_gate_pass(s) : QN_R_OK;
}

qn_result qn_stream_create_ours(qn_device *device, unsigned flags,
                                qn_stream **out_stream) {
  qn_check_ours = true;
  const qn_result result = qn_stream_create(device, flags, 0, out_stream);
  qn_check_ours = false;
  return result;
}

void qn_stream_sweep(qn_device *device) {
  qn_stream *done = NULL;
  qn_mutex_lock(&device->mutex);
  for (qn_stream **at = &device->leaving; *at;) {
    qn_stream *s = *at;
    if (device->backend->stream_wait(s->native, false) == QN_R_NOT_READY) {
      at = &s->next;
      continue;
    }
    *at = s->next;
    s->next = done;
    done = s;
  }
  qn_mutex_unlock(&device->mutex);
  while (done) {
    qn_stream *s = done;
    done = s->next;
    qn_stream_drop(s);
  }
}

// As ROCm, which reports a destroyed stream as a destroyed context.
static qn_result refuse_stream(const void *handle) {
  return qn_handle_was(QN_HANDLE_STREAM, handle)
             ? qn_refuse(QN_R_CONTEXT_DESTROYED, "the stream %p is destroyed",
                         handle)
             : qn_refuse(QN_R_INVALID_HANDLE, "%p is no stream", handle);
}

qn_result qn_stream_destroy(const void *handle) {
  qn_stream *s = qn_handle_remove(QN_HANDLE_STREAM, handle);
  if (!s)
    return refuse_stream(handle);
  const struct qn_capture_ops *capture = atomic_load(&qn_capture_ops);
  if (capture)
    capture->drop_stream(s);
  qn_mutex_lock(&s->device->mutex);
  for (qn_stream **at = &s->device->streams; *at; at = &(*at)->next)
    if (*at == s) {
      *at = s->next;
      break;
    }
  qn_device *device = s->device;
  s->next = device->leaving;
  device->leaving = s;
  qn_mutex_unlock(&device->mutex);
  qn_stream_sweep(device);
  return QN_R_OK;
}

// ---- Streams of threads

// A thread's own stream: one per device, created at the first use, destroyed
// with the thread.
typedef struct own_stream {
  void *handle;
  unsigned generation; // of the device
} own_stream;

static void destroy_own(void *user) {
  const own_stream *own = user;
  for (int i = 0; i < QN_DEVICES_MAX; ++i)
    if (own[i].handle && qn_handle_find(QN_HANDLE_STREAM, own[i].handle))
      (void)qn_stream_destroy(own[i].handle);
}

static qn_thread_memory own_streams =
    QN_THREAD_MEMORY(QN_DEVICES_MAX * sizeof(own_stream), destroy_own);

static qn_result find_own(qn_device *device, qn_stream **out_stream) {
  const unsigned generation = atomic_load(&device->generation);
  if (device->ordinal < 0)
    return qn_refuse(QN_R_INVALID_HANDLE, "no stream of this thread here");
  own_stream *own = qn_thread_memory_get(&own_streams);
  if (!own)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a thread's streams");
  own += device->ordinal;
  if (!own->handle || own->generation != generation) {
    qn_stream *made;
    QN_CHECK(qn_stream_create_ours(device, 0, &made));
    *own = (own_stream){made->handle, generation};
  }
  *out_stream = qn_handle_find(QN_HANDLE_STREAM, own->handle);
  return *out_stream ? QN_R_OK : QN_R_INVALID_HANDLE;
}

static _Thread_local int default_own QN_HOT_TLS;

void qn_stream_default_own(bool own) { default_own += own ? 1 : -1; }

// Streams without a handle: the null stream and the thread's own.
static inline qn_result find_implied(const void *handle,
                                     qn_stream **out_stream) {
  qn_device *device;
  if (!handle && default_own > 0)
    handle = STREAM_PER_THREAD;
  QN_CHECK(qn_device_current(&device));
  if (handle == STREAM_PER_THREAD)
    return find_own(device, out_stream);
  *out_stream = qn_stream_null(device);
  return QN_R_OK;
}

QN_HOT qn_result qn_stream_find_other(const void *handle,
                                      qn_stream **out_stream) {
  if (handle <= STREAM_PER_THREAD)
    return find_implied(handle, out_stream);
  *out_stream = NULL;
  return refuse_stream(handle);
}

// ---- Work

qn_result qn_stream_submitted(qn_stream *s, const qn_op *op, qn_result result) {
  qn_device *device = s->device;
  // Set after the submission, so that whoever clears it waits for it.
  atomic_store(&device->dirty, true);
  return device->blocking && op->kind == QN_OP_KERNEL && result == QN_R_OK
             ? device->backend->stream_wait(s->native, true)
             : result;
}

qn_result qn_stream_run_observed(qn_stream *s, const qn_op *op) {
  const qn_observer *observer =
      atomic_load_explicit(&qn_observing, memory_order_acquire);
  return observer ? observer->submit(s, op) : qn_stream_run_plain(s, op);
}

qn_result qn_stream_submit_now(qn_stream *s, const qn_op *op) {
  return qn_stream_run(s, op);
}

qn_result qn_stream_submit_captured(qn_stream *s, const qn_op *op) {
  const struct qn_capture_ops *capture = atomic_load(&qn_capture_ops);
  if (atomic_load_explicit(&s->capture, memory_order_relaxed))
    return capture->submit(s, op);
  QN_CHECK(capture->check_null(s));
  return qn_stream_run(s, op);
}

qn_result qn_stream_check_unsafe(const char *what) {
  const struct qn_capture_ops *capture =
      atomic_load_explicit(&qn_capture_ops, memory_order_acquire);
  return capture ? capture->check_unsafe(what) : QN_R_OK;
}

qn_result qn_stream_wait(qn_stream *s, bool block) {
  if (atomic_load_explicit(&s->capture, memory_order_relaxed))
    return atomic_load(&qn_capture_ops)->refuse_wait(s);
  return s->device->backend->stream_wait(s->native, block);
}

// ---- Events

// `token`: that of another process's event, or NULL.
static qn_result make_event(qn_device *device, unsigned flags,
                            const uint8_t *token, qn_event **out_event) {
  qn_event *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->device = device;
  e->flags = flags;
  e->timing = !(flags & EVENT_NO_TIMING);
  qn_result result =
      device->backend->event_create(atomic_load(&device->native), e->timing,
                                    (flags & EVENT_BLOCKING) != 0, &e->native);
  if (result == QN_R_OK && flags & EVENT_INTERPROCESS)
    result = qn_shared_event_create(device, token, &e->shared);
  if (result == QN_R_OK) {
    e->handle = qn_handle_make(QN_HANDLE_EVENT, e);
    if (!e->handle)
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  }
  if (result != QN_R_OK) {
    qn_shared_event_destroy(&e->shared);
    if (e->native)
      device->backend->event_destroy(&e->native);
    qn_free(e);
    return result;
  }
  *out_event = e;
  return QN_R_OK;
}

qn_result qn_event_create(qn_device *device, unsigned flags,
                          qn_event **out_event) {
  return make_event(device, flags, NULL, out_event);
}

qn_result qn_event_import(qn_device *device, const uint8_t *token,
                          qn_event **out_event) {
  return make_event(device, EVENT_INTERPROCESS | EVENT_NO_TIMING, token,
                    out_event);
}

qn_result qn_event_export(qn_event *event, uint8_t *token) {
  if (!event->shared)
    return qn_refuse(QN_R_INVALID_CONFIGURATION,
                     "the event was made without hipEventInterprocess");
  qn_shared_event_token(event->shared, token);
  return QN_R_OK;
}

qn_result qn_event_find(const void *handle, qn_event **out_event) {
  *out_event = qn_handle_find(QN_HANDLE_EVENT, handle);
  return *out_event ? QN_R_OK
                    : qn_refuse(QN_R_INVALID_HANDLE,
                                "%p is no event, or destroyed", handle);
}

qn_result qn_event_destroy(const void *handle) {
  qn_event *e = qn_handle_remove(QN_HANDLE_EVENT, handle);
  if (!e)
    return qn_refuse(QN_R_INVALID_HANDLE, "%p is no event, or destroyed",
                     handle);
  const struct qn_capture_ops *capture = atomic_load(&qn_capture_ops);
  if (capture)
    capture->drop_event(e);
  e->device->backend->event_destroy(&e->native);
  qn_shared_event_destroy(&e->shared);
  qn_free(e);
  return QN_R_OK;
}

qn_result qn_event_record(qn_event *event, qn_stream *stream) {
  if (event->device != stream->device)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "an event of device %d cannot be recorded in a stream of "
                     "device %d",
                     event->device->ordinal, stream->device->ordinal);
  if (atomic_load_explicit(&stream->capture, memory_order_relaxed))
    return atomic_load(&qn_capture_ops)->record(event, stream);
  if (event->session)
    atomic_load(&qn_capture_ops)->drop_event(event);
  if (event->shared)
    return qn_shared_event_record(event->shared, stream);
  const qn_op op = {.kind = QN_OP_RECORD, .event = {.event = event->native}};
  return qn_stream_submit_now(stream, &op);
}

// ---- Waiting for events of other back ends

typedef struct foreign {
  const qn_backend *backend;
  void *event;
} foreign;

static void wait_foreign(void *user) {
  foreign *f = user;
  (void)f->backend->event_wait(f->event, true);
  qn_free(f);
}

qn_result qn_stream_wait_event(qn_stream *stream, qn_event *event) {
  if (event->session ||
      atomic_load_explicit(&stream->capture, memory_order_relaxed))
    return atomic_load(&qn_capture_ops)->wait(stream, event);
  if (event->shared)
    return qn_shared_event_await(event->shared, stream);
  if (event->device->backend == stream->device->backend) {
    const qn_op op = {.kind = QN_OP_WAIT, .event = {.event = event->native}};
    return qn_stream_submit_now(stream, &op);
  }
  foreign *f = qn_alloc(sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to wait for an event");
  *f = (foreign){event->device->backend, event->native};
  const qn_op op = {.kind = QN_OP_HOST,
                    .host = {.fn = wait_foreign, .user = f}};
  const qn_result result = qn_stream_submit_now(stream, &op);
  if (result != QN_R_OK)
    qn_free(f);
  return result;
}

qn_result qn_event_wait(qn_event *event, bool block) {
  if (event->session)
    return qn_refuse(QN_R_CAPTURED_EVENT,
                     "the event was last recorded in a stream that captures");
  if (event->shared)
    return qn_shared_event_wait(event->shared, block);
  return event->device->backend->event_wait(event->native, block);
}

qn_result qn_event_elapsed(qn_event *from, qn_event *to, float *out_ms) {
  double ns;
  if (from->device != to->device)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "the events are of different devices, %d and %d",
                     from->device->ordinal, to->device->ordinal);
  if (!from->timing || !to->timing)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "an event was created without timing");
  // Not ready until both events are.
  QN_CHECK(qn_event_wait(from, false));
  QN_CHECK(qn_event_wait(to, false));
  QN_CHECK(from->device->backend->event_elapsed(from->native, to->native, &ns));
  *out_ms = (float)(ns / 1e6);
  return QN_R_OK;
}
