// SPDX-License-Identifier: Apache-2.0
// Markers, which are Level Zero's events used again and again, and events,
// which refer to the marker of their last record.
#include "base/alloc.h"
#include "runtime/backends/levelzero/levelzero.h"

enum { POOL_SIZE = 64 };

// A pool of the driver's, and where its events' times go.
typedef struct qn_ze_markers {
  struct qn_ze_markers *next;
  ze_pool *pool;
  void *times; // of the host's memory, u64 each
  qn_ze_marker all[POOL_SIZE];
} qn_ze_markers;

// ---- Markers

static void drop_pool(const qn_ze_device *d, qn_ze_markers *p) {
  for (size_t i = 0; i < POOL_SIZE; ++i)
    if (p->all[i].event)
      (void)qn_ze.zeEventDestroy(p->all[i].event);
  if (p->pool)
    (void)qn_ze.zeEventPoolDestroy(p->pool);
  if (p->times)
    (void)qn_ze.zeMemFree(d->context, p->times);
  qn_free(p);
}

static qn_result fill_pool(qn_ze_device *d, qn_ze_markers *p) {
  const ze_host_alloc_desc host = {.stype = ZE_HOST_ALLOC_DESC};
  const ze_pool_desc desc = {.stype = ZE_EVENT_POOL_DESC,
                             .flags = ZE_POOL_HOST_VISIBLE,
                             .count = POOL_SIZE};
  QN_ZE(zeMemAllocHost, d->context, &host, POOL_SIZE * sizeof(uint64_t),
        sizeof(uint64_t), &p->times);
  QN_ZE(zeEventPoolCreate, d->context, &desc, 1, &d->found.device, &p->pool);
  for (uint32_t i = 0; i < POOL_SIZE; ++i) {
    const ze_event_desc event = {.stype = ZE_EVENT_DESC,
                                 .index = i,
                                 .signal = ZE_SCOPE_HOST,
                                 .wait = ZE_SCOPE_HOST};
    p->all[i].device = d;
    p->all[i].time = (uint64_t *)p->times + i;
    QN_ZE(zeEventCreate, p->pool, &event, &p->all[i].event);
  }
  return QN_R_OK;
}

// With the mutex held.
static qn_result add_pool(qn_ze_device *d) {
  qn_ze_markers *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for events");
  const qn_result result = fill_pool(d, p);
  if (result != QN_R_OK) {
    drop_pool(d, p);
    return result;
  }
  for (size_t i = 0; i < POOL_SIZE; ++i) {
    p->all[i].next = d->free_markers;
    d->free_markers = &p->all[i];
  }
  p->next = d->markers;
  d->markers = p;
  return QN_R_OK;
}

qn_result qn_ze_marker_take(qn_ze_device *d, qn_ze_marker **out_marker) {
  qn_mutex_lock(&d->markers_mutex);
  const qn_result result = d->free_markers ? QN_R_OK : add_pool(d);
  qn_ze_marker *m = d->free_markers;
  if (result == QN_R_OK)
    d->free_markers = m->next;
  qn_mutex_unlock(&d->markers_mutex);
  QN_CHECK(result);
  atomic_store(&m->refs, 1);
  m->timed = false;
  *out_marker = m;
  return QN_R_OK;
}

void qn_ze_marker_drop(qn_ze_marker *m) {
  if (!m || atomic_fetch_sub_explicit(&m->refs, 1, memory_order_acq_rel) != 1)
    return;
  qn_ze_device *d = m->device;
  if (qn_ze.zeEventHostReset(m->event))
    return; // of no more use
  qn_mutex_lock(&d->markers_mutex);
  m->next = d->free_markers;
  d->free_markers = m;
  qn_mutex_unlock(&d->markers_mutex);
}

void qn_ze_markers_finish(qn_ze_device *d) {
  for (qn_ze_markers *p = d->markers, *next; p; p = next) {
    next = p->next;
    drop_pool(d, p);
  }
  d->markers = NULL;
  d->free_markers = NULL;
}

qn_result qn_ze_marker_wait(qn_ze_marker *m, bool block) {
  const int error = block ? qn_ze.zeEventHostSynchronize(m->event, UINT64_MAX)
                          : qn_ze.zeEventQueryStatus(m->event);
  if (error == ZE_NOT_READY)
    return QN_R_NOT_READY;
  if (error) {
    const qn_result result = qn_ze_result(error, "zeEventHostSynchronize");
    qn_spirv_fail(&m->device->base, result, qn_reason());
  }
  return qn_spirv_failure(&m->device->base);
}

// ---- Events

typedef struct event {
  bool timing;
  qn_mutex mutex;       // of the rest
  qn_ze_marker *marker; // NULL: never recorded
} event;

qn_result qn_ze_event_create(void *device, bool timing, bool blocking,
                             void **out_event) {
  (void)device;
  (void)blocking; // the driver decides how it waits
  event *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->timing = timing;
  qn_mutex_init(&e->mutex);
  *out_event = e;
  return QN_R_OK;
}

void qn_ze_event_destroy(void **where) {
  event *e = *where;
  if (!e)
    return;
  *where = NULL;
  qn_ze_marker_drop(e->marker);
  qn_mutex_finish(&e->mutex);
  qn_free(e);
}

// The marker, with a reference; NULL: never recorded.
static qn_ze_marker *hold_marker(event *e) {
  qn_mutex_lock(&e->mutex);
  qn_ze_marker *m = e->marker ? qn_ze_marker_hold(e->marker) : NULL;
  qn_mutex_unlock(&e->mutex);
  return m;
}

static void drop_marker(void *marker) { qn_ze_marker_drop(marker); }

qn_result qn_ze_event_record(qn_ze_stream *s, void *user) {
  event *e = user;
  qn_ze_marker *m;
  QN_CHECK(qn_ze_marker_take(s->device, &m));
  m->timed = e->timing;
  const qn_result result = qn_ze_mark(s, m);
  if (result != QN_R_OK) {
    qn_ze_marker_drop(m);
    return result;
  }
  qn_mutex_lock(&e->mutex);
  qn_ze_marker *before = e->marker;
  e->marker = m;
  qn_mutex_unlock(&e->mutex);
  qn_ze_marker_drop(before);
  // It is signaled only later, whatever becomes of the event.
  return qn_ze_keep(s, drop_marker, qn_ze_marker_hold(m));
}

static void wait_marker(void *marker) {
  (void)qn_ze_marker_wait(marker, true);
  qn_ze_marker_drop(marker);
}

qn_result qn_ze_event_await(qn_ze_stream *s, void *user) {
  qn_ze_marker *m = hold_marker(user);
  if (!m)
    return QN_R_OK;
  // Events of another device are of another context: a thread waits for it.
  if (m->device != s->device) {
    const qn_result result = qn_ze_submit_host(s, wait_marker, m);
    if (result != QN_R_OK)
      qn_ze_marker_drop(m);
    return result;
  }
  const qn_result result = qn_ze_stay_behind(s, m);
  const qn_result kept = qn_ze_keep(s, drop_marker, m);
  return result == QN_R_OK ? kept : result;
}

qn_result qn_ze_event_wait(void *user, bool block) {
  qn_ze_marker *m = hold_marker(user);
  if (!m)
    return QN_R_OK;
  qn_spirv_device *d = &m->device->base;
  qn_result result = qn_ze_marker_wait(m, block);
  qn_ze_marker_drop(m);
  if (result == QN_R_NOT_READY)
    return result;
  qn_spirv_collect(d);
  return qn_spirv_failure(d);
}

// ---- Times

static qn_result time_of(event *e, qn_ze_device **out_device,
                         uint64_t *out_ticks) {
  qn_ze_marker *m = hold_marker(e);
  if (!m || !m->timed) {
    const bool recorded = m != NULL;
    qn_ze_marker_drop(m);
    return qn_refuse(QN_R_INVALID_HANDLE, "the event was %s",
                     recorded ? "created without timing" : "never recorded");
  }
  const qn_result result = qn_ze_marker_wait(m, false);
  *out_device = m->device;
  *out_ticks = __atomic_load_n(m->time, __ATOMIC_ACQUIRE);
  qn_ze_marker_drop(m);
  return result;
}

// The device's counter may begin again between the two.
qn_result qn_ze_event_elapsed(void *from, void *to, double *out_ns) {
  qn_ze_device *d;
  uint64_t start = 0;
  uint64_t end = 0;
  QN_CHECK(time_of(from, &d, &start));
  QN_CHECK(time_of(to, &d, &end));
  const uint64_t ticks = (end - start) & d->timer_mask;
  const bool backwards = ticks > d->timer_mask / 2;
  const double span =
      backwards ? -(double)((start - end) & d->timer_mask) : (double)ticks;
  *out_ns = span * 1e9 / (double)d->timer_hz;
  return QN_R_OK;
}
