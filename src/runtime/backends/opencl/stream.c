// SPDX-License-Identifier: Apache-2.0
// Streams of OpenCL devices: in-order queues.
#include "runtime/backends/opencl/opencl.h"

#include <sched.h>
#include <time.h>

#include "base/alloc.h"

typedef qn_opencl_stream stream;

static stream *of(qn_spirv_stream *base) { return (stream *)base; }

void qn_opencl_drop_stream(qn_spirv_stream *base) {
  stream *s = of(base);
  if (s->marker)
    (void)qn_opencl.clReleaseEvent(s->marker);
  if (s->queue)
    (void)qn_opencl.clReleaseCommandQueue(s->queue);
  if (s->untimed)
    (void)qn_opencl.clReleaseCommandQueue(s->untimed);
  qn_mutex_finish(&s->queue_mutex);
  qn_spirv_stream_finish(&s->base);
  qn_free(s);
}

// By a marker and a barrier.
qn_result qn_opencl_await(qn_spirv_stream *base, qn_spirv_stream *base_on) {
  const stream *s = of(base);
  const stream *on = of(base_on);
  cl_event *marker = NULL;
  QN_CL(clEnqueueMarkerWithWaitList, on->queue, 0, NULL, &marker);
  int error = qn_opencl.clFlush(on->queue);
  if (!error)
    error = qn_opencl.clEnqueueBarrierWithWaitList(s->queue, 1, &marker, NULL);
  (void)qn_opencl.clReleaseEvent(marker);
  return qn_opencl_result(error, "clEnqueueBarrierWithWaitList");
}

// ---- Submitting

static void drop_batch(void *batch) { qn_batch_drop(batch); }

static qn_result submit_op(stream *s, const qn_op *op, bool lasting);

static qn_result submit_batch(stream *s, qn_batch *batch) {
  cl_event *done = NULL;
  qn_result result = QN_R_OK;
  for (size_t i = 0; i < batch->count && result == QN_R_OK;) {
    const size_t recorded = qn_opencl_submit_recorded(s, batch, i);
    if (!recorded)
      result = submit_op(s, &batch->ops[i], true);
    i += recorded ? recorded : 1;
  }
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
  const bool hinted = s->device->base.info.priority_greatest < 0 && s->priority;
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
  while (atomic_load(&s->entered) != atomic_load(&s->base.submitted))
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
  if (atomic_load_explicit(&s->device->base.failure, memory_order_relaxed))
    return qn_spirv_failure(&s->device->base);
  if (qn_opencl_at_once(s, op))
    return QN_R_OK;
  if (!atomic_load_explicit(&s->timed, memory_order_relaxed) &&
      asks_for_time(op))
    QN_CHECK(add_times(s));
  enter(s);
  qn_result result = qn_spirv_order(&s->base);
  if (result == QN_R_OK)
    result = submit_op(s, op, false);
  // Without it a queue may keep work to itself until somebody waits.
  const int error = qn_opencl.clFlush(s->queue);
  atomic_fetch_add(&s->base.submitted, 1);
  return result == QN_R_OK ? qn_opencl_result(error, "clFlush") : result;
}

// ---- Waiting

static void finish_queue(stream *s) {
  const uint64_t number = atomic_load(&s->base.submitted);
  const int error = qn_opencl.clFinish(s->queue);
  if (error) {
    const qn_result result = qn_opencl_result(error, "clFinish");
    qn_spirv_fail(&s->device->base,
                  result == QN_R_OUT_OF_RESOURCES ? QN_R_LAUNCH_FAILURE
                                                  : result,
                  qn_reason());
  }
  qn_spirv_note_done(&s->base, number);
}

static int marker_status(const stream *s, int *out_status) {
  return qn_opencl.clGetEventInfo(s->marker, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                  sizeof(*out_status), out_status, NULL);
}

// With the mutex held: a marker behind all that was submitted.
static qn_result mark(stream *s) {
  const uint64_t number = atomic_load(&s->base.submitted);
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
    qn_spirv_fail(&s->device->base, QN_R_LAUNCH_FAILURE,
                  qn_opencl_error_name(status));
  qn_spirv_note_done(&s->base, s->marked);
  return QN_R_OK;
}

qn_result qn_opencl_query(qn_spirv_stream *base) {
  qn_mutex_lock(&base->mutex);
  const qn_result result = query_locked(of(base));
  qn_mutex_unlock(&base->mutex);
  return result;
}

// ---- Other streams' work
//
// Intel's runtime for CPUs lets a thread that waits for a queue run what lies
// in others. When that is a kernel that waits for the host, nobody is left to
// go on. So where other streams have work, the driver's own threads get some
// time to begin it before this one helps.

enum { POLL_NS = 20 * 1000, POLLS = 500 };

void qn_opencl_let_begin(qn_result (*ask)(void *user), void *user) {
  for (int i = 0; i < POLLS && ask(user) == QN_R_NOT_READY; ++i)
    nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
}

static qn_result ask_stream(void *user) { return qn_opencl_query(user); }

void qn_opencl_finish(qn_spirv_stream *base) {
  stream *s = of(base);
  if (s->device->is_cpu && base->device->stream_count &&
      qn_spirv_others_busy(base->device, base))
    qn_opencl_let_begin(ask_stream, base);
  finish_queue(s);
}

// ---- Creating and destroying

qn_result qn_opencl_stream_create(void *user, bool null, bool non_blocking,
                                  int priority, void **out_stream) {
  qn_opencl_device *d = user;
  stream *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  qn_spirv_stream_init(&s->base, &d->base, null, non_blocking);
  s->device = d;
  s->priority = priority;
  qn_mutex_init(&s->queue_mutex);
  int error = 0;
  cl_queue *queue = create_queue(s, false, &error);
  atomic_init(&s->queue, queue);
  qn_result result =
      queue ? qn_spirv_stream_list(&s->base)
            : qn_opencl_result(error, "clCreateCommandQueueWithProperties");
  if (result == QN_R_OK)
    *out_stream = s;
  else
    qn_opencl_drop_stream(&s->base);
  return result;
}
