// SPDX-License-Identifier: Apache-2.0
// Events: how far a stream was when they were recorded, and the time of a
// packet that says when the device was there.
#include "base/alloc.h"
#include "runtime/backends/hsa/hsa.h"

qn_result qn_hsa_event_create(void *device, bool timing, bool blocking,
                              void **out_event) {
  qn_hsa_event *e = qn_alloc_array(1, sizeof(*e));
  (void)blocking;
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->device = device;
  e->timing = timing;
  atomic_init(&e->refs, 1);
  qn_mutex_init(&e->mutex);
  *out_event = e;
  return QN_R_OK;
}

// ---- Stamps

static bool is_pending(const qn_hsa_device *d, hsa_signal stamp) {
  return d->driver->api.hsa_signal_load_scacquire(stamp) > 0;
}

// One that no packet names any more, or a new one.
static qn_result take_stamp(qn_hsa_device *d, hsa_signal *out_stamp) {
  out_stamp->handle = 0;
  qn_mutex_lock(&d->stamps_mutex);
  for (size_t k = 0; k < d->stamp_count && !out_stamp->handle; ++k)
    if (!is_pending(d, d->stamps[k])) {
      *out_stamp = d->stamps[k];
      d->stamps[k] = d->stamps[--d->stamp_count];
    }
  qn_mutex_unlock(&d->stamps_mutex);
  if (out_stamp->handle)
    return QN_R_OK;
  return qn_hsa_result(d,
                       d->driver->api.hsa_signal_create(0, 0, NULL, out_stamp),
                       "making a signal");
}

// For others, once its packet is done. Where there is no memory to note it in,
// it is lost.
static void give_stamp(qn_hsa_device *d, hsa_signal stamp) {
  if (!stamp.handle)
    return;
  qn_mutex_lock(&d->stamps_mutex);
  hsa_signal *stamps = d->stamps;
  if (d->stamp_count == d->stamp_capacity) {
    const size_t capacity = 2 * d->stamp_capacity + 8;
    stamps = qn_realloc(stamps, capacity * sizeof(*stamps));
    d->stamp_capacity = stamps ? capacity : d->stamp_capacity;
  }
  if (stamps) {
    d->stamps = stamps;
    stamps[d->stamp_count++] = stamp;
  }
  qn_mutex_unlock(&d->stamps_mutex);
}

void qn_hsa_drop_stamps(qn_hsa_device *d) {
  for (size_t k = 0; k < d->stamp_count; ++k)
    (void)d->driver->api.hsa_signal_destroy(d->stamps[k]);
  qn_free(d->stamps);
  d->stamps = NULL;
  d->stamp_count = d->stamp_capacity = 0;
}

qn_result qn_hsa_event_stamp(qn_hsa_stream *s, qn_hsa_event *e) {
  qn_hsa_device *d = s->device;
  qn_result result = QN_R_OK;
  qn_mutex_lock(&e->mutex);
  if (e->stamp.handle && is_pending(d, e->stamp)) {
    give_stamp(d, e->stamp);
    e->stamp.handle = 0;
  }
  if (!e->stamp.handle)
    result = take_stamp(d, &e->stamp);
  if (result == QN_R_OK) {
    d->driver->api.hsa_signal_store_screlease(e->stamp, 1);
    qn_hsa_put_barrier(s, e->stamp);
  }
  qn_mutex_unlock(&e->mutex);
  return result;
}

void qn_hsa_event_drop(qn_hsa_event *e) {
  if (atomic_fetch_sub(&e->refs, 1) != 1)
    return;
  give_stamp(e->device, e->stamp);
  if (e->stream)
    qn_hsa_stream_drop(e->stream);
  qn_mutex_finish(&e->mutex);
  qn_free(e);
}

void qn_hsa_event_destroy(void **where) {
  if (*where)
    qn_hsa_event_drop(*where);
  *where = NULL;
}

// The packet is the next one: all before it are done.
bool qn_hsa_event_passed(qn_hsa_event *e, uint64_t records) {
  enum { POLL_NS = 10 * 1000 * 1000 };
  const qn_hsa_device *d = e->device;
  for (;;) {
    qn_mutex_lock(&e->mutex);
    const hsa_signal stamp = e->stamp;
    const bool again = e->records != records;
    qn_mutex_unlock(&e->mutex);
    if (!stamp.handle || again || !is_pending(d, stamp))
      return true;
    if (atomic_load(&d->failure))
      return false;
    (void)d->driver->api.hsa_signal_wait_scacquire(stamp, HSA_LESS, 1, POLL_NS,
                                                   HSA_BLOCKED);
  }
}

qn_result qn_hsa_event_wait(void *user, bool block) {
  qn_hsa_event *e = user;
  qn_mutex_lock(&e->mutex);
  qn_hsa_stream *s = e->stream;
  const uint64_t tasks = e->tasks, kernels = e->kernels, records = e->records;
  if (s)
    atomic_fetch_add(&s->refs, 1);
  qn_mutex_unlock(&e->mutex);
  if (!s)
    return QN_R_OK;
  const bool done = qn_hsa_stream_reached(s, tasks, kernels, block) &&
                    qn_hsa_event_passed(e, records);
  const qn_result result = qn_hsa_failure(s->device);
  qn_hsa_stream_drop(s);
  return result != QN_R_OK ? result : done ? QN_R_OK : QN_R_NOT_READY;
}

// When the device was at an event that it has reached, in ticks.
static qn_result time_of(qn_hsa_event *e, uint64_t *out_ticks) {
  enum { POLL_NS = 10 * 1000 * 1000 };
  qn_hsa_device *d = e->device;
  const qn_hsa_api *api = &d->driver->api;
  hsa_time time = {0};
  if (!e->stamp.handle)
    return qn_refuse(QN_R_INVALID_HANDLE, "an event was never recorded");
  while (is_pending(d, e->stamp)) { // its packet is the next one
    QN_CHECK(qn_hsa_failure(d));
    (void)api->hsa_signal_wait_scacquire(e->stamp, HSA_LESS, 1, POLL_NS,
                                         HSA_BLOCKED);
  }
  QN_CHECK(qn_hsa_result(
      d, api->hsa_amd_profiling_get_dispatch_time(d->agent, e->stamp, &time),
      "asking for a packet's time"));
  *out_ticks = time.end;
  return QN_R_OK;
}

qn_result qn_hsa_event_elapsed(void *from, void *to, double *out_ns) {
  qn_hsa_event *ends[2] = {from, to};
  uint64_t at[2] = {0};
  for (unsigned k = 0; k < 2; ++k) {
    qn_mutex_lock(&ends[k]->mutex);
    const qn_result result = time_of(ends[k], &at[k]);
    qn_mutex_unlock(&ends[k]->mutex);
    QN_CHECK(result);
  }
  *out_ns = (double)(int64_t)(at[1] - at[0]) * ends[0]->device->driver->tick_ns;
  return QN_R_OK;
}
