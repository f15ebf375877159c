// SPDX-License-Identifier: Apache-2.0
// Streams of Level Zero devices: immediate command lists.
#include "runtime/backends/levelzero/levelzero.h"

#include "base/alloc.h"

typedef qn_ze_stream stream;

static stream *of(qn_spirv_stream *base) { return (stream *)base; }

// ---- What stays until the stream is done with it

static void drop_marker(void *marker) { qn_ze_marker_drop(marker); }

// With the list locked. The operation at hand is counted when it is complete.
qn_result qn_ze_keep(stream *s, void (*drop)(void *user), void *user) {
  if (s->kept_count == s->kept_capacity) {
    const size_t capacity = s->kept_capacity * 2 + 16;
    qn_ze_kept *grown = qn_realloc(s->kept, capacity * sizeof(*grown));
    if (!grown)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
    s->kept = grown;
    s->kept_capacity = capacity;
  }
  s->kept[s->kept_count++] =
      (qn_ze_kept){atomic_load(&s->base.submitted) + 1, drop, user};
  return QN_R_OK;
}

// With the list locked: takes out what the first `number` operations needed.
// NULL: nothing, or no memory, and it stays.
static qn_ze_kept *take_kept(stream *s, uint64_t number, size_t *out_count) {
  size_t count = 0;
  while (count < s->kept_count && s->kept[count].number <= number)
    ++count;
  qn_ze_kept *taken = count ? qn_alloc_array(count, sizeof(*taken)) : NULL;
  if (!taken)
    return NULL;
  memcpy(taken, s->kept, count * sizeof(*taken));
  s->kept_count -= count;
  memmove(s->kept, s->kept + count, s->kept_count * sizeof(*s->kept));
  *out_count = count;
  return taken;
}

static void note_done(stream *s, uint64_t number) {
  size_t count = 0;
  qn_spirv_note_done(&s->base, number);
  qn_mutex_lock(&s->list_mutex);
  qn_ze_kept *taken = take_kept(s, number, &count);
  qn_mutex_unlock(&s->list_mutex);
  for (size_t i = 0; i < count; ++i)
    taken[i].drop(taken[i].user);
  qn_free(taken);
}

// ---- The list

static qn_result create_list(qn_ze_device *d, int priority,
                             ze_list **out_list) {
  const ze_queue_desc desc = {
      .stype = ZE_QUEUE_DESC,
      .ordinal = d->found.ordinal,
      .mode = ZE_MODE_ASYNCHRONOUS,
      .priority = priority < 0   ? ZE_PRIORITY_HIGH
                  : priority > 0 ? ZE_PRIORITY_LOW
                                 : ZE_PRIORITY_NORMAL,
  };
  QN_ZE(zeCommandListCreateImmediate, d->context, d->found.device, &desc,
        out_list);
  return QN_R_OK;
}

qn_result qn_ze_barrier(stream *s) {
  QN_ZE(zeCommandListAppendBarrier, s->list, NULL, 0, NULL);
  return QN_R_OK;
}

qn_result qn_ze_mark(stream *s, qn_ze_marker *m) {
  if (m->timed)
    QN_ZE(zeCommandListAppendWriteGlobalTimestamp, s->list, m->time, m->event,
          0, NULL);
  else
    QN_ZE(zeCommandListAppendSignalEvent, s->list, m->event);
  return QN_R_OK;
}

qn_result qn_ze_stay_behind(stream *s, qn_ze_marker *m) {
  QN_ZE(zeCommandListAppendBarrier, s->list, NULL, 1, &m->event);
  return QN_R_OK;
}

// A marker behind all that `on` has, for which `s` then waits.
qn_result qn_ze_await(qn_spirv_stream *base, qn_spirv_stream *base_on) {
  stream *s = of(base);
  stream *on = of(base_on);
  qn_ze_marker *m;
  QN_CHECK(qn_ze_marker_take(s->device, &m));
  qn_mutex_lock(&on->list_mutex);
  qn_result result = qn_ze_mark(on, m);
  qn_mutex_unlock(&on->list_mutex);
  if (result != QN_R_OK) {
    qn_ze_marker_drop(m);
    return result;
  }
  qn_mutex_lock(&s->list_mutex);
  result = qn_ze_stay_behind(s, m);
  const qn_result kept = qn_ze_keep(s, drop_marker, m);
  qn_mutex_unlock(&s->list_mutex);
  return result == QN_R_OK ? kept : result;
}

// ---- Functions of the host
//
// Nothing calls back, so a thread of the device's own waits for a marker, and
// signals another one when the function has returned.

typedef struct task {
  qn_spirv_task base; // first
  void (*fn)(void *user);
  void *user;
  qn_ze_marker *before, *behind;
} task;

static void run_task(void *user) {
  task *t = user;
  (void)qn_ze_marker_wait(t->before, true);
  t->fn(t->user);
  (void)qn_ze.zeEventHostSignal(t->behind->event);
  qn_ze_marker_drop(t->before);
  qn_ze_marker_drop(t->behind);
  qn_free(t);
}

static qn_result append_task(stream *s, task *t) {
  QN_CHECK(qn_ze_marker_take(s->device, &t->before));
  QN_CHECK(qn_ze_marker_take(s->device, &t->behind));
  QN_CHECK(qn_ze_keep(s, drop_marker, qn_ze_marker_hold(t->behind)));
  QN_CHECK(qn_ze_mark(s, t->before));
  return qn_ze_stay_behind(s, t->behind);
}

qn_result qn_ze_submit_host(stream *s, void (*fn)(void *user), void *user) {
  qn_spirv_device *d = s->base.device;
  QN_CHECK(qn_spirv_expect(d));
  task *t = qn_alloc_array(1, sizeof(*t));
  qn_result result =
      t ? QN_R_OK
        : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function of the host");
  if (result == QN_R_OK) {
    *t = (task){.base = {.fn = run_task, .user = t}, .fn = fn, .user = user};
    result = append_task(s, t);
  }
  if (result == QN_R_OK) {
    qn_spirv_run(d, &t->base);
    return QN_R_OK;
  }
  qn_spirv_forget(d);
  if (t) {
    qn_ze_marker_drop(t->before);
    qn_ze_marker_drop(t->behind);
  }
  qn_free(t);
  return result;
}

// A wait for a value; one in the device's own memory is copied to where the
// host sees it, by a list for that alone.
typedef struct poll {
  qn_op op;
  qn_ze_device *device;
  ze_list *list; // NULL: the host reads it where it is
  qn_memory seen;
} poll;

static qn_result copy_seen(poll *p, qn_ze_marker *m) {
  const qn_op *op = &p->op;
  QN_ZE(zeCommandListAppendMemoryCopy, p->list, p->seen.host, op->value.address,
        op->value.size, NULL, 0, NULL);
  QN_ZE(zeCommandListAppendBarrier, p->list, NULL, 0, NULL);
  QN_ZE(zeCommandListAppendSignalEvent, p->list, m->event);
  return qn_ze_marker_wait(m, true);
}

static bool read_device(void *user, uint64_t *out_value) {
  poll *p = user;
  qn_ze_marker *m;
  if (qn_ze_marker_take(p->device, &m) != QN_R_OK)
    return false;
  const qn_result result = copy_seen(p, m);
  qn_ze_marker_drop(m);
  *out_value = *(const uint64_t *)p->seen.host;
  return result == QN_R_OK;
}

static void drop_poll(poll *p) {
  if (p->list)
    (void)qn_ze.zeCommandListDestroy(p->list);
  (void)qn_spirv_release(p->device, QN_MEMORY_HOST, &p->seen);
  qn_free(p);
}

static void run_poll(void *user) {
  poll *p = user;
  qn_spirv_poll(&p->device->base, &p->op, p->list ? read_device : NULL, p);
  drop_poll(p);
}

static qn_result prepare_poll(poll *p) {
  const qn_memory_request request = {.kind = QN_MEMORY_HOST,
                                     .size = sizeof(uint64_t)};
  if (qn_ze_is_host_memory(p->device, p->op.value.address))
    return QN_R_OK;
  QN_CHECK(qn_spirv_allocate(p->device, &request, &p->seen));
  memset(p->seen.host, 0, request.size);
  return create_list(p->device, 0, &p->list);
}

qn_result qn_ze_submit_poll(stream *s, const qn_op *op) {
  poll *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an operation");
  *p = (poll){.op = *op, .device = s->device};
  qn_result result = prepare_poll(p);
  if (result == QN_R_OK)
    result = qn_ze_submit_host(s, run_poll, p);
  if (result != QN_R_OK)
    drop_poll(p);
  return result;
}

// ---- Submitting

static void drop_batch(void *batch) { qn_batch_drop(batch); }

static qn_result submit_op(stream *s, const qn_op *op, bool lasting,
                           bool *out_wait);

static qn_result submit_batch(stream *s, qn_batch *batch, bool *out_wait) {
  // What the operations point to is needed until they are done.
  QN_CHECK(qn_ze_keep(s, drop_batch, qn_batch_hold(batch)));
  for (size_t i = 0; i < batch->count; ++i)
    QN_CHECK(submit_op(s, &batch->ops[i], true, out_wait));
  return QN_R_OK;
}

static qn_result submit_write(stream *s, const qn_op *op) {
  QN_ZE(zeCommandListAppendMemoryFill, s->list, op->value.address,
        &op->value.value, op->value.size, op->value.size, NULL, 0, NULL);
  return qn_ze_barrier(s);
}

static qn_result prefetch(stream *s, const qn_op *op) {
  if (op->prefetch.to_host)
    return QN_R_OK;
  QN_ZE(zeCommandListAppendMemoryPrefetch, s->list, op->prefetch.address,
        op->prefetch.size);
  return qn_ze_barrier(s);
}

static qn_result submit_op(stream *s, const qn_op *op, bool lasting,
                           bool *out_wait) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return qn_ze_launch(s, &op->kernel);
  case QN_OP_COPY:
    return qn_ze_copy(s, &op->copy, lasting, out_wait);
  case QN_OP_FILL:
    return qn_ze_fill(s, &op->fill);
  case QN_OP_HOST:
    return qn_ze_submit_host(s, op->host.fn, op->host.user);
  case QN_OP_RECORD:
    return qn_ze_event_record(s, op->event.event);
  case QN_OP_WAIT:
    return qn_ze_event_await(s, op->event.event);
  case QN_OP_PREFETCH:
    return prefetch(s, op);
  case QN_OP_WRITE:
    return submit_write(s, op);
  case QN_OP_POLL:
    return qn_ze_submit_poll(s, op);
  case QN_OP_BATCH:
    return submit_batch(s, op->batch, out_wait);
  case QN_OP_NATIVE: // has_native is false
  case QN_OP_KIND_COUNT:
    break;
  }
  return qn_refuse(QN_R_INVALID_VALUE, "there is no operation %d",
                   (int)op->kind);
}

qn_result qn_ze_submit(void *user, const qn_op *op) {
  stream *s = user;
  bool wait = false;
  if (atomic_load_explicit(&s->base.device->failure, memory_order_relaxed))
    return qn_spirv_failure(s->base.device);
  QN_CHECK(qn_spirv_order(&s->base));
  qn_mutex_lock(&s->list_mutex);
  const qn_result result = submit_op(s, op, false, &wait);
  atomic_fetch_add(&s->base.submitted, 1);
  qn_mutex_unlock(&s->list_mutex);
  if (wait)
    qn_ze_finish(&s->base);
  return result;
}

// ---- Waiting

// With the list locked: a marker behind all that was submitted, with a
// reference; NULL when that fails, which is then the device's failure.
static qn_ze_marker *mark_end(stream *s) {
  const uint64_t number = atomic_load(&s->base.submitted);
  qn_ze_marker *m;
  if (s->marker && s->marked == number)
    return qn_ze_marker_hold(s->marker);
  qn_result result = qn_ze_marker_take(s->device, &m);
  if (result == QN_R_OK) {
    result = qn_ze_mark(s, m);
    if (result != QN_R_OK)
      qn_ze_marker_drop(m);
  }
  if (result != QN_R_OK) {
    qn_spirv_fail(s->base.device, result, qn_reason());
    return NULL;
  }
  // Signaled before its successor is, so nothing is left to come to it when
  // the last one that waits has dropped it.
  if (s->marker && qn_ze_keep(s, drop_marker, s->marker) != QN_R_OK)
    (void)qn_ze_marker_wait(s->marker, true);
  s->marker = m;
  s->marked = number;
  return qn_ze_marker_hold(m);
}

static qn_result wait_end(stream *s, bool block) {
  qn_mutex_lock(&s->list_mutex);
  qn_ze_marker *m = mark_end(s);
  const uint64_t number = s->marked;
  qn_mutex_unlock(&s->list_mutex);
  if (!m) {
    note_done(s, atomic_load(&s->base.submitted));
    return QN_R_OK;
  }
  const qn_result result = qn_ze_marker_wait(m, block);
  qn_ze_marker_drop(m);
  if (result == QN_R_NOT_READY)
    return result;
  note_done(s, number);
  return QN_R_OK;
}

void qn_ze_finish(qn_spirv_stream *base) { (void)wait_end(of(base), true); }

qn_result qn_ze_query(qn_spirv_stream *base) {
  return wait_end(of(base), false);
}

// ---- Creating and destroying

static void end_stream(void *user) {
  stream *s = user;
  if (s->list && !qn_spirv_is_idle(&s->base))
    qn_ze_finish(&s->base);
  qn_ze_marker_drop(s->marker);
  note_done(s, UINT64_MAX);
  if (s->list)
    (void)qn_ze.zeCommandListDestroy(s->list);
  qn_free(s->kept);
  qn_mutex_finish(&s->list_mutex);
  qn_spirv_stream_finish(&s->base);
  qn_free(s);
}

// Work that was submitted still runs, and who destroys the stream does not wait
// for it.
void qn_ze_drop_stream(qn_spirv_stream *base) {
  stream *s = of(base);
  if (s->list && !qn_spirv_is_idle(base) &&
      qn_ze_query(base) == QN_R_NOT_READY &&
      qn_spirv_expect(base->device) == QN_R_OK) {
    s->ending = (qn_spirv_task){.fn = end_stream, .user = s};
    qn_spirv_run(base->device, &s->ending);
  } else {
    end_stream(s);
  }
}

qn_result qn_ze_stream_create(void *user, bool null, bool non_blocking,
                              int priority, void **out_stream) {
  qn_ze_device *d = user;
  stream *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  qn_spirv_stream_init(&s->base, &d->base, null, non_blocking);
  s->device = d;
  qn_mutex_init(&s->list_mutex);
  qn_result result = create_list(d, priority, &s->list);
  if (result == QN_R_OK)
    result = qn_spirv_stream_list(&s->base);
  if (result == QN_R_OK)
    *out_stream = s;
  else
    qn_ze_drop_stream(&s->base);
  return result;
}
