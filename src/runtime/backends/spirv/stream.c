// SPDX-License-Identifier: Apache-2.0
// The order that the null stream keeps with the others, and waiting.
#include "base/alloc.h"
#include "runtime/backends/spirv/spirv.h"

typedef qn_spirv_stream stream;

// ---- References

static stream *hold(stream *s) {
  atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
  return s;
}

static void drop(stream *s) {
  if (atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) == 1)
    s->device->ops->drop_stream(s);
}

static stream *null_of(qn_spirv_device *d) {
  return atomic_load_explicit(&d->null, memory_order_acquire);
}

// The streams that the null stream waits for and that have work, each held.
// NULL without any, or without memory (`*out_count` is then not 0).
static stream **hold_blocking(qn_spirv_device *d, size_t *out_count) {
  stream **all = NULL;
  size_t count = 0;
  qn_mutex_lock(&d->streams_mutex);
  for (size_t i = 0; i < d->stream_count; ++i) {
    stream *s = d->streams[i];
    if (s->non_blocking || qn_spirv_is_idle(s))
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

static qn_result order_after(stream *s, stream *on, uint64_t *seen) {
  const uint64_t submitted = atomic_load(&on->submitted);
  if (submitted <= *seen || submitted == atomic_load(&on->done))
    return QN_R_OK;
  QN_CHECK(s->device->ops->await(s, on));
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

qn_result qn_spirv_order(stream *s) {
  if (s->null)
    return order_null(s);
  stream *null = null_of(s->device);
  if (s->non_blocking || !null || qn_spirv_is_idle(null))
    return QN_R_OK;
  qn_mutex_lock(&s->mutex);
  const qn_result result = order_after(s, null, &s->seen_null);
  qn_mutex_unlock(&s->mutex);
  return result;
}

static bool is_blocking_busy(qn_spirv_device *d) {
  bool busy = false;
  qn_mutex_lock(&d->streams_mutex);
  for (size_t i = 0; i < d->stream_count && !busy; ++i)
    busy = !d->streams[i]->non_blocking && !qn_spirv_is_idle(d->streams[i]);
  qn_mutex_unlock(&d->streams_mutex);
  return busy;
}

bool qn_spirv_is_next_free(stream *s) {
  if (!qn_spirv_is_idle(s))
    return false;
  if (s->null)
    return !s->device->stream_count || !is_blocking_busy(s->device);
  const stream *null = null_of(s->device);
  return s->non_blocking || !null || qn_spirv_is_idle(null);
}

// ---- Waiting

void qn_spirv_note_done(stream *s, uint64_t number) {
  uint64_t known = atomic_load(&s->done);
  while (known < number &&
         !atomic_compare_exchange_weak(&s->done, &known, number))
    continue;
}

static qn_result wait_one(stream *s, bool block) {
  if (qn_spirv_is_idle(s))
    return QN_R_OK;
  if (!block)
    return s->device->ops->query(s);
  s->device->ops->finish(s);
  return QN_R_OK;
}

static qn_result wait_blocking(qn_spirv_device *d, bool block) {
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
qn_result qn_spirv_stream_wait(void *user, bool block) {
  stream *s = user;
  qn_spirv_device *d = s->device;
  if (s->null) {
    QN_CHECK(wait_blocking(d, block));
  } else if (block && !s->non_blocking) {
    stream *null = null_of(d);
    if (null)
      QN_CHECK(wait_one(null, true));
  }
  QN_CHECK(wait_one(s, block));
  qn_spirv_collect(d);
  return qn_spirv_failure(d);
}

static bool is_busy(stream *s) {
  return !qn_spirv_is_idle(s) && s->device->ops->query(s) == QN_R_NOT_READY;
}

bool qn_spirv_others_busy(qn_spirv_device *d, const stream *but) {
  bool busy = false;
  stream *null = null_of(d);
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

// ---- Creating and destroying

void qn_spirv_stream_init(stream *s, qn_spirv_device *d, bool null,
                          bool non_blocking) {
  s->device = d;
  s->null = null;
  s->non_blocking = non_blocking;
  atomic_init(&s->refs, 1);
  qn_mutex_init(&s->mutex);
}

void qn_spirv_stream_finish(stream *s) { qn_mutex_finish(&s->mutex); }

// With the mutex held.
static qn_result add_stream(qn_spirv_device *d, stream *s) {
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

qn_result qn_spirv_stream_list(stream *s) {
  qn_spirv_device *d = s->device;
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->streams_mutex);
  if (s->null)
    atomic_store(&d->null, s);
  else
    result = add_stream(d, s);
  qn_mutex_unlock(&d->streams_mutex);
  return result;
}

void qn_spirv_stream_destroy(void **where) {
  stream *s = *where;
  if (!s)
    return;
  *where = NULL;
  qn_spirv_device *d = s->device;
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
