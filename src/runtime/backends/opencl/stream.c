// SPDX-License-Identifier: Apache-2.0
// Streams of OpenCL devices: in-order queues, and the order that the null
// stream keeps with the others.
//
// The null stream waits for the blocking streams, and they for it, by markers
// and barriers, which are made only where the other side has work that this one
// has not waited for yet.
#include "runtime/backends/opencl/opencl.h"

#include <sched.h>
#include <time.h>

#include "base/alloc.h"

typedef qn_opencl_stream stream;

// ---- References

static stream *hold(stream *s) {
  atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
  return s;
}

static void drop(stream *s) {
  if (atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) != 1)
    return;
  if (s->marker)
    (void)qn_opencl.clReleaseEvent(s->marker);
  if (s->queue)
    (void)qn_opencl.clReleaseCommandQueue(s->queue);
  if (s->untimed)
    (void)qn_opencl.clReleaseCommandQueue(s->untimed);
  qn_mutex_finish(&s->queue_mutex);
  qn_mutex_finish(&s->mutex);
  qn_free(s);
}

// The streams that the null stream waits for and that have work, each held.
// NULL without any, or without memory (`*out_count` is then not 0).
static stream **hold_blocking(qn_opencl_device *d, size_t *out_count) {
  stream **all = NULL;
  size_t count = 0;
  qn_mutex_lock(&d->streams_mutex);
  for (size_t i = 0; i < d->stream_count; ++i) {
    stream *s = d->streams[i];
    if (s->non_blocking || atomic_load(&s->submitted) == atomic_load(&s->done))
      continue;
    if (!all && !count)
      all = qn_alloc_array(d->stream_count, sizeof(*all));
    if (all)
      all[count] = hold(s);
    ++count;
  }
  qn_mutex_unlock(&d->streams_mutex);
  *out_count = count;
  return all;
}

// ---- Order

// Makes `s` wait for all that `on` has so far.
static qn_result wait_for_stream(const stream *s, const stream *on) {
  cl_event *marker = NULL;
  QN_CL(clEnqueueMarkerWithWaitList, on->queue, 0, NULL, &marker);
  int error = qn_opencl.clFlush(on->queue);
  if (!error)
    error = qn_opencl.clEnqueueBarrierWithWaitList(s->queue, 1, &marker, NULL);
  (void)qn_opencl.clReleaseEvent(marker);
  return qn_opencl_result(error, "clEnqueueBarrierWithWaitList");
}

static qn_result order_after(stream *s, stream *on, uint64_t *seen) {
  const uint64_t submitted = atomic_load(&on->submitted);
  if (submitted <= *seen || submitted == atomic_load(&on->done))
    return QN_R_OK;
  QN_CHECK(wait_for_stream(s, on));
  *seen = submitted;
  return QN_R_OK;
}

static qn_result order_null(stream *null) {
  size_t count;
  qn_result result = QN_R_OK;
  if (!null->device->stream_count)
    return QN_R_OK;
  stream **all = hold_blocking(null->device, &count);
  if (count && !all)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  for (size_t i = 0; i < count; ++i) {
    qn_mutex_lock(&all[i]->mutex);
    if (result == QN_R_OK)
      result = order_after(null, all[i], &all[i]->seen_by_null);
    qn_mutex_unlock(&all[i]->mutex);
    drop(all[i]);
  }
  qn_free(all);
  return result;
}

static qn_result order(stream *s) {
  if (s->null)
    return order_null(s);
  stream *null = atomic_load_explicit(&s->device->null, memory_order_acquire);
  if (s->non_blocking || !null ||
      atomic_load(&null->submitted) == atomic_load(&null->done))
    return QN_R_OK;
  qn_mutex_lock(&s->mutex);
  const qn_result result = order_after(s, null, &s->seen_null);
  qn_mutex_unlock(&s->mutex);
  return result;
}

// ---- Submitting

static void drop_batch(void *batch) { qn_batch_drop(batch); }

static qn_result submit_op(stream *s, const qn_op *op, bool lasting);

static qn_result submit_batch(stream *s, qn_batch *batch) {
  cl_event *done = NULL;
  qn_result result = QN_R_OK;
  for (size_t i = 0; i < batch->count && result == QN_R_OK; ++i)
    result = submit_op(s, &batch->ops[i], true);
  // What the operations point to is needed until they are done.
  QN_CL(clEnqueueMarkerWithWaitList, s->queue, 0, NULL, &done);
  const qn_result kept =
      qn_opencl_when_done(s->device, done, drop_batch, qn_batch_hold(batch));
  (void)qn_opencl.clReleaseEvent(done);
  if (kept != QN_R_OK)
    (void)qn_opencl.clFinish(s->queue);
  if (kept != QN_R_OK)
    qn_batch_drop(batch);
  return result;
}

static qn_result submit_op(stream *s, const qn_op *op, bool lasting) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return qn_opencl_launch(s, &op->kernel);
  case QN_OP_COPY:
    return qn_opencl_copy(s, &op->copy, lasting);
  case QN_OP_FILL:
    return qn_opencl_fill(s, &op->fill);
  case QN_OP_HOST:
    return qn_opencl_submit_host(s, op->host.fn, op->host.user);
  case QN_OP_RECORD:
    return qn_opencl_event_record(s, op->event.event);
  case QN_OP_WAIT:
    return qn_opencl_event_await(s, op->event.event);
  case QN_OP_PREFETCH:
    return qn_opencl_prefetch(s, op);
  case QN_OP_WRITE:
    return qn_opencl_submit_write(s, op);
  case QN_OP_POLL:
    return qn_opencl_submit_poll(s, op);
  case QN_OP_BATCH:
    return submit_batch(s, op->batch);
  case QN_OP_NATIVE: // has_native is false
  case QN_OP_KIND_COUNT:
    break;
  }
  return qn_refuse(QN_R_INVALID_VALUE, "there is no operation %d",
                   (int)op->kind);
}

// ---- The queue

static bool asks_for_time(const qn_op *op) {
  if (op->kind == QN_OP_RECORD)
    return qn_opencl_event_has_time(op->event.event);
  for (size_t i = 0; op->kind == QN_OP_BATCH && i < op->batch->count; ++i)
    if (asks_for_time(&op->batch->ops[i]))
      return true;
  return false;
}

static cl_queue *create_queue(const stream *s, bool timed, int *error) {
  const uint64_t hint =
      s->priority < 0 ? CL_QUEUE_PRIORITY_HIGH : CL_QUEUE_PRIORITY_LOW;
  const bool hinted = s->device->info.priority_greatest < 0 && s->priority;
  const uint64_t properties[] = {CL_QUEUE_PROPERTIES,
                                 timed ? CL_QUEUE_PROFILING_ENABLE : 0,
                                 hinted ? CL_QUEUE_PRIORITY_KHR : 0, hint, 0};
  return qn_opencl.clCreateCommandQueueWithProperties(
      s->device->context, s->device->device, properties, error);
}

// The new queue goes on when the old one is done.
static qn_result change_queue(stream *s) {
  int error = 0;
  cl_event *marker = NULL;
  cl_queue *old = s->queue;
  cl_queue *made = create_queue(s, true, &error);
  if (!made)
    return qn_opencl_result(error, "clCreateCommandQueueWithProperties");
  error = qn_opencl.clEnqueueMarkerWithWaitList(old, 0, NULL, &marker);
  if (!error)
    error = qn_opencl.clFlush(old);
  if (!error)
    error = qn_opencl.clEnqueueBarrierWithWaitList(made, 1, &marker, NULL);
  if (marker)
    (void)qn_opencl.clReleaseEvent(marker);
  if (error) {
    (void)qn_opencl.clReleaseCommandQueue(made);
    return qn_opencl_result(error, "clEnqueueBarrierWithWaitList");
  }
  s->untimed = old;
  atomic_store(&s->queue, made);
  atomic_store(&s->timed, true);
  return QN_R_OK;
}

// With nobody submitting: who comes meanwhile waits.
static qn_result add_times(stream *s) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&s->queue_mutex);
  atomic_store(&s->changing, true);
  while (atomic_load(&s->entered) != atomic_load(&s->submitted))
    sched_yield();
  if (!atomic_load(&s->timed))
    result = change_queue(s);
  atomic_store(&s->changing, false);
  qn_mutex_unlock(&s->queue_mutex);
  return result;
}

static void enter(stream *s) {
  for (;;) {
    atomic_fetch_add(&s->entered, 1);
    if (!atomic_load(&s->changing))
      return;
    atomic_fetch_sub(&s->entered, 1);
    qn_mutex_lock(&s->queue_mutex);
    qn_mutex_unlock(&s->queue_mutex);
  }
}

qn_result qn_opencl_submit(void *user, const qn_op *op) {
  stream *s = user;
  if (atomic_load_explicit(&s->device->failure, memory_order_relaxed))
    return qn_opencl_failure(s->device);
  if (!atomic_load_explicit(&s->timed, memory_order_relaxed) &&
      asks_for_time(op))
    QN_CHECK(add_times(s));
  enter(s);
  qn_result result = order(s);
  if (result == QN_R_OK)
    result = submit_op(s, op, false);
  // Without it a queue may keep work to itself until somebody waits.
  const int error = qn_opencl.clFlush(s->queue);
  atomic_fetch_add(&s->submitted, 1);
  return result == QN_R_OK ? qn_opencl_result(error, "clFlush") : result;
}

// ---- Waiting

static void note_done(stream *s, uint64_t number) {
  uint64_t known = atomic_load(&s->done);
  while (known < number &&
         !atomic_compare_exchange_weak(&s->done, &known, number))
    continue;
}

static void finish(stream *s) {
  const uint64_t number = atomic_load(&s->submitted);
  const int error = qn_opencl.clFinish(s->queue);
  if (error) {
    const qn_result result = qn_opencl_result(error, "clFinish");
    qn_opencl_fail(s->device,
                   result == QN_R_OUT_OF_RESOURCES ? QN_R_LAUNCH_FAILURE
                                                   : result,
                   qn_reason());
  }
  note_done(s, number);
}

static bool is_idle(const stream *s) {
  return atomic_load(&s->submitted) == atomic_load(&s->done);
}

static int marker_status(const stream *s, int *out_status) {
  return qn_opencl.clGetEventInfo(s->marker, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                  sizeof(*out_status), out_status, NULL);
}

// With the mutex held: a marker behind all that was submitted.
static qn_result mark(stream *s) {
  const uint64_t number = atomic_load(&s->submitted);
  if (s->marker && s->marked == number)
    return QN_R_OK;
  if (s->marker)
    (void)qn_opencl.clReleaseEvent(s->marker);
  s->marker = NULL;
  QN_CL(clEnqueueMarkerWithWaitList, s->queue, 0, NULL, &s->marker);
  s->marked = number;
  QN_CL(clFlush, s->queue);
  return QN_R_OK;
}

static qn_result query_locked(stream *s) {
  int status = 0;
  QN_CHECK(mark(s));
  const int error = marker_status(s, &status);
  if (error)
    return qn_opencl_result(error, "clGetEventInfo");
  if (status > CL_COMPLETE)
    return QN_R_NOT_READY;
  if (status < 0)
    qn_opencl_fail(s->device, QN_R_LAUNCH_FAILURE,
                   qn_opencl_error_name(status));
  note_done(s, s->marked);
  return QN_R_OK;
}

static qn_result query(stream *s) {
  if (is_idle(s))
    return QN_R_OK;
  qn_mutex_lock(&s->mutex);
  const qn_result result = query_locked(s);
  qn_mutex_unlock(&s->mutex);
  return result;
}

// ---- Other streams' work
//
// Intel's runtime for CPUs lets a thread that waits for a queue run what lies
// in others. When that is a kernel that waits for the host, nobody is left to
// go on. So where other streams have work, the driver's own threads get some
// time to begin it before this one helps.

enum { POLL_NS = 20 * 1000, POLLS = 500 };

static bool is_busy(stream *s) { return query(s) == QN_R_NOT_READY; }

bool qn_opencl_others_busy(qn_opencl_device *d, const qn_opencl_stream *but) {
  bool busy = false;
  stream *null = atomic_load_explicit(&d->null, memory_order_acquire);
  // The stream at hand may be the only one.
  const size_t own = but && but != null ? 1 : 0;
  if (d->stream_count > own) {
    qn_mutex_lock(&d->streams_mutex);
    for (size_t i = 0; i < d->stream_count && !busy; ++i)
      busy = d->streams[i] != but && is_busy(d->streams[i]);
    qn_mutex_unlock(&d->streams_mutex);
  }
  return busy || (null && null != but && is_busy(null));
}

void qn_opencl_let_begin(qn_result (*ask)(void *user), void *user) {
  for (int i = 0; i < POLLS && ask(user) == QN_R_NOT_READY; ++i)
    nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
}

static qn_result ask_stream(void *user) { return query(user); }

static qn_result wait_one(stream *s, bool block) {
  if (is_idle(s))
    return QN_R_OK;
  if (!block)
    return query(s);
  if (s->device->is_cpu && s->device->stream_count &&
      qn_opencl_others_busy(s->device, s))
    qn_opencl_let_begin(ask_stream, s);
  finish(s);
  return QN_R_OK;
}

static qn_result wait_blocking(qn_opencl_device *d, bool block) {
  size_t count;
  qn_result result = QN_R_OK;
  if (!d->stream_count)
    return QN_R_OK;
  stream **all = hold_blocking(d, &count);
  if (count && !all)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to wait for streams");
  for (size_t i = 0; i < count; ++i) {
    const qn_result one = wait_one(all[i], block);
    result = result == QN_R_OK ? one : result;
    drop(all[i]);
  }
  qn_free(all);
  return result;
}

// As on the CPU: who waits for a stream in order with the null stream waits for
// that one, too.
qn_result qn_opencl_stream_wait(void *user, bool block) {
  stream *s = user;
  qn_opencl_device *d = s->device;
  if (s->null) {
    QN_CHECK(wait_blocking(d, block));
  } else if (block && !s->non_blocking) {
    stream *null = atomic_load_explicit(&d->null, memory_order_acquire);
    if (null)
      QN_CHECK(wait_one(null, true));
  }
  QN_CHECK(wait_one(s, block));
  qn_opencl_collect(d);
  return qn_opencl_failure(d);
}

// ---- Creating and destroying

static qn_result list_stream(qn_opencl_device *d, stream *s) {
  if (d->stream_count == d->stream_capacity) {
    const size_t capacity = d->stream_capacity * 2 + 8;
    stream **grown = qn_realloc(d->streams, capacity * sizeof(*grown));
    if (!grown)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
    d->streams = grown;
    d->stream_capacity = capacity;
  }
  d->streams[d->stream_count++] = s;
  return QN_R_OK;
}

qn_result qn_opencl_stream_create(void *user, bool null, bool non_blocking,
                                  int priority, void **out_stream) {
  qn_opencl_device *d = user;
  stream *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  s->device = d;
  s->null = null;
  s->non_blocking = non_blocking;
  atomic_init(&s->refs, 1);
  s->priority = priority;
  qn_mutex_init(&s->queue_mutex);
  qn_mutex_init(&s->mutex);
  int error = 0;
  cl_queue *queue = create_queue(s, false, &error);
  atomic_init(&s->queue, queue);
  qn_result result =
      queue ? QN_R_OK
            : qn_opencl_result(error, "clCreateCommandQueueWithProperties");
  qn_mutex_lock(&d->streams_mutex);
  if (result == QN_R_OK && null)
    atomic_store(&d->null, s);
  else if (result == QN_R_OK)
    result = list_stream(d, s);
  qn_mutex_unlock(&d->streams_mutex);
  if (result == QN_R_OK)
    *out_stream = s;
  else
    drop(s);
  return result;
}

void qn_opencl_stream_destroy(void **where) {
  stream *s = *where;
  if (!s)
    return;
  *where = NULL;
  qn_opencl_device *d = s->device;
  qn_mutex_lock(&d->streams_mutex);
  if (s->null)
    atomic_store(&d->null, NULL);
  for (size_t i = 0; i < d->stream_count; ++i)
    if (d->streams[i] == s) {
      d->streams[i] = d->streams[--d->stream_count];
      break;
    }
  qn_mutex_unlock(&d->streams_mutex);
  drop(s);
}
