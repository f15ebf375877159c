// SPDX-License-Identifier: Apache-2.0
// Streams: order, tasks, and waiting.
#include <stdio.h>
#include <time.h>

#include "base/alloc.h"
#include "runtime/backends/hsa/hostcall.h"

typedef qn_hsa_stream stream;

enum { QUEUE_SIZE = 1024, POLL_NS = 10 * 1000 * 1000 };

static stream *hold(stream *s) {
  atomic_fetch_add(&s->refs, 1);
  return s;
}

// ---- What is done

static uint64_t kernels_done(const stream *s) {
  return (uint64_t)-s->device->driver->api.hsa_signal_load_scacquire(s->done);
}

static bool failed(const stream *s) {
  return atomic_load(&s->device->failure) != 0;
}

static void wait_for_kernels(const stream *s, uint64_t count) {
  while (kernels_done(s) < count && !failed(s))
    (void)s->device->driver->api.hsa_signal_wait_scacquire(
        s->done, HSA_LESS, 1 - (int64_t)count, POLL_NS, HSA_BLOCKED);
}

bool qn_hsa_stream_reached(stream *s, uint64_t tasks, uint64_t kernels,
                           bool block) {
  if (tasks) {
    qn_mutex_lock(&s->mutex);
    while (block && s->tasks_done < tasks)
      qn_cond_wait(&s->changed, &s->mutex);
    const bool done = s->tasks_done >= tasks;
    qn_mutex_unlock(&s->mutex);
    if (!done)
      return false;
  }
  if (block)
    wait_for_kernels(s, kernels);
  return kernels_done(s) >= kernels || failed(s);
}

static bool is_idle(stream *s) {
  qn_mutex_lock(&s->mutex);
  const uint64_t tasks = s->tasks, kernels = s->kernels_submitted;
  qn_mutex_unlock(&s->mutex);
  return qn_hsa_stream_reached(s, tasks, kernels, false);
}

// ---- Tasks

static qn_result poll_value(stream *s, const qn_op *op) {
  for (;;) {
    uint64_t now = 0;
    QN_CHECK(qn_hsa_move(s->device, QN_HSA_FROM_DEVICE, &now, op->value.address,
                         op->value.size));
    const uint64_t masked = now & op->value.mask, want = op->value.value;
    const uint64_t all = op->value.size == 4 ? UINT32_MAX : UINT64_MAX;
    const int64_t distance = op->value.size == 4
                                 ? (int32_t)((uint32_t)masked - (uint32_t)want)
                                 : (int64_t)(masked - want);
    const bool holds = op->value.how == 0   ? distance >= 0
                       : op->value.how == 1 ? masked == want
                       : op->value.how == 2 ? (masked & want) != 0
                                            : (~(masked | want) & all) != 0;
    if (holds || failed(s))
      return QN_R_OK;
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
  }
}

static qn_result run_batch(stream *s, const qn_batch *batch) {
  for (size_t k = 0; k < batch->count; ++k)
    QN_CHECK(qn_hsa_run_op(s, &batch->ops[k], NULL));
  return QN_R_OK;
}

static qn_result wait_event(qn_hsa_event *e) {
  qn_mutex_lock(&e->mutex);
  stream *on = e->stream ? hold(e->stream) : NULL;
  const uint64_t tasks = e->tasks, kernels = e->kernels, records = e->records;
  qn_mutex_unlock(&e->mutex);
  if (on) {
    (void)qn_hsa_stream_reached(on, tasks, kernels, true);
    (void)qn_hsa_event_passed(e, records);
    qn_hsa_stream_drop(on);
  }
  return QN_R_OK;
}

static qn_result stamp_event(stream *s, qn_hsa_event *e) {
  qn_mutex_lock(&s->mutex);
  const qn_result result = e->timing ? qn_hsa_event_stamp(s, e) : QN_R_OK;
  qn_mutex_unlock(&s->mutex);
  return result;
}

// By the stream's thread; everything before it was begun.
qn_result qn_hsa_run_op(stream *s, const qn_op *op, void *block) {
  qn_hsa_device *d = s->device;
  if (op->kind == QN_OP_KERNEL) {
    qn_mutex_lock(&s->mutex);
    const qn_result result = qn_hsa_launch(s, &op->kernel, block);
    qn_mutex_unlock(&s->mutex);
    return result;
  }
  if (op->kind == QN_OP_RECORD)
    return stamp_event(s, op->event.event);
  wait_for_kernels(s, atomic_load(&s->kernels));
  if (failed(s))
    return qn_hsa_failure(d);
  if (s->prints) {
    qn_mutex_lock(&s->mutex);
    (void)qn_hsa_print_out(s);
    qn_mutex_unlock(&s->mutex);
  }
  switch (op->kind) {
  case QN_OP_COPY: {
    qn_op_copy copy = op->copy;
    if (block)
      copy.from = (qn_copy_side){.address = block,
                                 .pitch = copy.width,
                                 .slice = copy.width * copy.height};
    return qn_hsa_copy(d, &copy);
  }
  case QN_OP_FILL:
    return qn_hsa_fill(d, &op->fill);
  case QN_OP_HOST:
    op->host.fn(op->host.user);
    return QN_R_OK;
  case QN_OP_WAIT:
    return wait_event(op->event.event);
  case QN_OP_WRITE:
    return qn_hsa_move(d, QN_HSA_TO_DEVICE, op->value.address, &op->value.value,
                       op->value.size);
  case QN_OP_POLL:
    return poll_value(s, op);
  case QN_OP_BATCH:
    return run_batch(s, op->batch);
  default: // hints
    return QN_R_OK;
  }
}

static void finish_task(qn_hsa_task *t) {
  if (t->op.kind == QN_OP_BATCH && !t->waits)
    qn_batch_drop(t->op.batch);
  if (t->stamp)
    qn_hsa_event_drop(t->stamp);
  if (t->after)
    qn_hsa_stream_drop(t->after);
  qn_free(t->block);
  qn_free(t);
}

static void run_task(stream *s, qn_hsa_task *t) {
  if (failed(s))
    return;
  if (t->waits) {
    (void)qn_hsa_stream_reached(t->after, t->tasks, t->kernels, true);
    if (t->stamp)
      (void)qn_hsa_event_passed(t->stamp, t->records);
    return;
  }
  const qn_result result = qn_hsa_run_op(s, &t->op, t->block);
  if (result != QN_R_OK)
    qn_hsa_fail(s->device, result, qn_reason());
}

static void *serve(void *user) {
  stream *s = user;
  qn_mutex_lock(&s->mutex);
  for (;;) {
    qn_hsa_task *t = s->first;
    if (!t && s->ending)
      break;
    if (!t) {
      qn_cond_wait(&s->wake, &s->mutex);
      continue;
    }
    s->first = t->next;
    if (!s->first)
      s->last = &s->first;
    s->running = true;
    qn_mutex_unlock(&s->mutex);
    run_task(s, t);
    finish_task(t);
    qn_mutex_lock(&s->mutex);
    s->running = false;
    ++s->tasks_done;
    qn_cond_broadcast(&s->changed);
  }
  qn_mutex_unlock(&s->mutex);
  return NULL;
}

// With the mutex held.
static qn_result add_task(stream *s, qn_hsa_task *t) {
  if (!s->has_thread) {
    if (qn_failed(qn_thread_start(&s->thread, "quern-hsa", serve, s, NULL)))
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no thread for a stream");
    s->has_thread = true;
  }
  *s->last = t;
  s->last = &t->next;
  ++s->tasks;
  qn_cond_signal(&s->wake);
  return QN_R_OK;
}

// ---- Order with the null stream

static qn_result add_wait(stream *s, stream *on) {
  qn_hsa_task *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  t->waits = true;
  t->after = hold(on);
  qn_mutex_lock(&on->mutex);
  t->tasks = on->tasks;
  t->kernels = on->kernels_submitted;
  qn_mutex_unlock(&on->mutex);
  qn_mutex_lock(&s->mutex);
  const qn_result result = add_task(s, t);
  qn_mutex_unlock(&s->mutex);
  if (result != QN_R_OK)
    finish_task(t);
  return result;
}

static qn_result order(stream *s) {
  qn_hsa_device *d = s->device;
  qn_result result = QN_R_OK;
  if (!s->null) {
    if (!s->non_blocking && d->null && !is_idle(d->null))
      return add_wait(s, d->null);
    return QN_R_OK;
  }
  qn_mutex_lock(&d->streams_mutex);
  for (stream *on = d->streams; on && result == QN_R_OK; on = on->next)
    if (!on->non_blocking && !is_idle(on))
      result = add_wait(s, on);
  qn_mutex_unlock(&d->streams_mutex);
  return result;
}

// ---- Submitting

static uint64_t count_kernels(const qn_op *op) {
  uint64_t count = op->kind == QN_OP_KERNEL;
  for (size_t k = 0; op->kind == QN_OP_BATCH && k < op->batch->count; ++k)
    count += count_kernels(&op->batch->ops[k]);
  return count;
}

// What the caller may change when `submit` has returned.
static qn_result keep_arguments(qn_hsa_task *t, const qn_op *op) {
  if (op->kind == QN_OP_KERNEL) {
    const qn_hsa_function *f = op->kernel.function;
    t->block = qn_alloc_array(1, f->explicit_size + 1);
    if (!t->block)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for arguments");
    if (op->kernel.packed)
      memcpy(t->block, op->kernel.packed,
             op->kernel.packed_size < f->explicit_size ? op->kernel.packed_size
                                                       : f->explicit_size);
    else
      qn_kernel_pack(op->kernel.kernel, op->kernel.args, t->block);
  }
  if (op->kind == QN_OP_COPY && op->copy.from.pageable &&
      !op->copy.from.device) {
    const qn_op_copy *c = &op->copy;
    const size_t slice = c->width * c->height;
    t->block = qn_alloc(slice * c->depth + 1);
    if (!t->block)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy");
    for (size_t z = 0; z < c->depth; ++z)
      for (size_t y = 0; y < c->height; ++y)
        memcpy((char *)t->block + z * slice + y * c->width,
               (char *)c->from.address + z * c->from.slice + y * c->from.pitch,
               c->width);
  }
  return QN_R_OK;
}

static qn_result check_op(const qn_op *op) {
  if (op->kind == QN_OP_NATIVE || op->kind >= QN_OP_KIND_COUNT)
    return qn_refuse(QN_R_INVALID_VALUE, "there is no operation %d",
                     (int)op->kind);
  return QN_R_OK;
}

static qn_result submit_task(stream *s, const qn_op *op) {
  qn_hsa_task *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  t->op = *op;
  qn_result result = keep_arguments(t, op);
  if (op->kind == QN_OP_BATCH)
    (void)qn_batch_hold(op->batch);
  if (op->kind == QN_OP_RECORD) {
    t->stamp = op->event.event;
    atomic_fetch_add(&t->stamp->refs, 1);
  }
  qn_mutex_lock(&s->mutex);
  if (result == QN_R_OK)
    result = add_task(s, t);
  if (result == QN_R_OK)
    s->kernels_submitted += count_kernels(op);
  qn_mutex_unlock(&s->mutex);
  if (result != QN_R_OK)
    finish_task(t);
  return result;
}

static void note_record(stream *s, qn_hsa_event *e) {
  stream *old;
  qn_mutex_lock(&s->mutex);
  const uint64_t tasks = s->tasks, kernels = s->kernels_submitted;
  qn_mutex_unlock(&s->mutex);
  qn_mutex_lock(&e->mutex);
  old = e->stream;
  e->stream = hold(s);
  e->tasks = tasks;
  e->kernels = kernels;
  ++e->records;
  qn_mutex_unlock(&e->mutex);
  if (old)
    qn_hsa_stream_drop(old);
}

// What waits for an event begins after the time that the event has, too.
static void await_stamp(qn_hsa_task *t, qn_hsa_event *e) {
  atomic_fetch_add(&e->refs, 1);
  t->stamp = e;
  t->records = e->records;
}

// A wait for what an event stands for now: it may be recorded again.
static qn_result submit_wait(stream *s, qn_hsa_event *e) {
  qn_hsa_task *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  qn_mutex_lock(&e->mutex);
  t->waits = true;
  t->after = e->stream ? hold(e->stream) : NULL;
  t->tasks = e->tasks;
  t->kernels = e->kernels;
  if (e->timing)
    await_stamp(t, e);
  qn_mutex_unlock(&e->mutex);
  if (!t->after || t->after == s) {
    finish_task(t);
    return QN_R_OK;
  }
  qn_mutex_lock(&s->mutex);
  const qn_result result = add_task(s, t);
  qn_mutex_unlock(&s->mutex);
  if (result != QN_R_OK)
    finish_task(t);
  return result;
}

// Straight into the queue, a kernel or an event's stamp, when nothing is before
// it; false when something is.
static bool submit_packet(stream *s, const qn_op *op, qn_result *out_result) {
  qn_mutex_lock(&s->mutex);
  const bool direct = !s->first && !s->running;
  if (direct && op->kind == QN_OP_RECORD) {
    *out_result = qn_hsa_event_stamp(s, op->event.event);
  } else if (direct) {
    *out_result = qn_hsa_launch(s, &op->kernel, NULL);
    s->kernels_submitted += *out_result == QN_R_OK;
  }
  qn_mutex_unlock(&s->mutex);
  return direct;
}

static qn_result submit_record(stream *s, const qn_op *op) {
  qn_hsa_event *e = op->event.event;
  qn_result result = QN_R_OK;
  if (e->timing && !submit_packet(s, op, &result))
    result = submit_task(s, op);
  if (result == QN_R_OK)
    note_record(s, e);
  return result;
}

qn_result qn_hsa_submit(void *user, const qn_op *op) {
  stream *s = user;
  qn_result result = QN_R_OK;
  if (failed(s))
    return qn_hsa_failure(s->device);
  QN_CHECK(check_op(op));
  QN_CHECK(order(s));
  if (op->kind == QN_OP_KERNEL && submit_packet(s, op, &result))
    return result;
  if (op->kind == QN_OP_WAIT)
    return submit_wait(s, op->event.event);
  return op->kind == QN_OP_RECORD ? submit_record(s, op) : submit_task(s, op);
}

qn_result qn_hsa_stream_wait(void *user, bool block) {
  stream *s = user;
  qn_mutex_lock(&s->mutex);
  const uint64_t tasks = s->tasks, kernels = s->kernels_submitted;
  qn_mutex_unlock(&s->mutex);
  const bool done = qn_hsa_stream_reached(s, tasks, kernels, block);
  if (failed(s))
    return qn_hsa_failure(s->device);
  if (!done)
    return QN_R_NOT_READY;
  qn_mutex_lock(&s->mutex);
  if (s->prints && kernels_done(s) == atomic_load(&s->kernels))
    (void)qn_hsa_print_out(s);
  qn_mutex_unlock(&s->mutex);
  return QN_R_OK;
}

// ---- Creating and destroying

static void on_error(hsa_status status, hsa_queue *queue, void *user) {
  stream *s = user;
  const qn_hsa_api *api = &s->device->driver->api;
  char text[640];
  const char *what = NULL;
  const char *message =
      api->quern_amdsim_message ? api->quern_amdsim_message(queue) : "";
  (void)api->hsa_status_string(status, &what);
  snprintf(text, sizeof(text), "%s%s%s", what ? what : "a kernel failed",
           message[0] ? ": " : "", message);
  // Nobody else prints: kernels are not done, and never will be.
  const bool assertion =
      qn_hsa_print_out(s) || atomic_load(&s->device->asserted);
  const qn_result result =
      assertion ? QN_R_ASSERT
      : status == HSA_MEMORY_FAULT || status == HSA_MEMORY_APERTURE_VIOLATION
          ? QN_R_ILLEGAL_ADDRESS
          : QN_R_LAUNCH_FAILURE;
  qn_hsa_fail(s->device, result, text);
}

static qn_result make_queue(stream *s) {
  const qn_hsa_device *d = s->device;
  const qn_hsa_api *api = &d->driver->api;
  QN_CHECK(qn_hsa_result(d, api->hsa_signal_create(0, 0, NULL, &s->done),
                         "making a signal"));
  QN_CHECK(
      qn_hsa_result(d,
                    api->hsa_queue_create(d->agent, QUEUE_SIZE, 1, on_error, s,
                                          UINT32_MAX, UINT32_MAX, &s->queue),
                    "making a queue"));
  return qn_hsa_result(d,
                       api->hsa_amd_profiling_set_profiler_enabled(s->queue, 1),
                       "asking for packets' times");
}

qn_result qn_hsa_stream_create(void *user, bool null, bool non_blocking,
                               int priority, void **out_stream) {
  qn_hsa_device *d = user;
  stream *s = qn_alloc_array(1, sizeof(*s));
  (void)priority;
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  s->device = d;
  s->null = null;
  s->non_blocking = non_blocking;
  s->last = &s->first;
  atomic_init(&s->refs, 1);
  qn_mutex_init(&s->mutex);
  qn_cond_init(&s->wake);
  qn_cond_init(&s->changed);
  const qn_result result = make_queue(s);
  if (result != QN_R_OK) {
    qn_hsa_stream_drop(s);
    return result;
  }
  qn_mutex_lock(&d->streams_mutex);
  if (null) {
    d->null = s;
  } else {
    s->next = d->streams;
    d->streams = s;
  }
  qn_mutex_unlock(&d->streams_mutex);
  *out_stream = s;
  return QN_R_OK;
}

void qn_hsa_stream_drop(stream *s) {
  const qn_hsa_api *api = &s->device->driver->api;
  if (atomic_fetch_sub(&s->refs, 1) != 1)
    return;
  if (s->queue)
    (void)api->hsa_queue_destroy(s->queue);
  if (s->done.handle)
    (void)api->hsa_signal_destroy(s->done);
  if (s->kernarg)
    (void)api->hsa_amd_memory_pool_free(s->kernarg);
  qn_hsa_free_memory(s->device, s->prints);
  qn_hsa_calls_destroy(s);
  qn_cond_finish(&s->wake);
  qn_cond_finish(&s->changed);
  qn_mutex_finish(&s->mutex);
  qn_free(s);
}

void qn_hsa_stream_destroy(void **where) {
  stream *s = *where;
  if (!s)
    return;
  qn_hsa_device *d = s->device;
  *where = NULL;
  (void)qn_hsa_stream_wait(s, true);
  qn_mutex_lock(&d->streams_mutex);
  for (stream **at = &d->streams; *at; at = &(*at)->next)
    if (*at == s) {
      *at = s->next;
      break;
    }
  if (d->null == s)
    d->null = NULL;
  qn_mutex_unlock(&d->streams_mutex);
  qn_mutex_lock(&s->mutex);
  s->ending = true;
  qn_cond_signal(&s->wake);
  qn_mutex_unlock(&s->mutex);
  if (s->has_thread)
    qn_thread_join(s->thread);
  qn_hsa_stream_drop(s);
}
