// SPDX-License-Identifier: Apache-2.0
// Events: how far a stream was when they were recorded.
#include "base/alloc.h"
#include "runtime/backends/hsa/hsa.h"

qn_result qn_hsa_event_create(void *device, bool timing, bool blocking,
                              void **out_event) {
  qn_hsa_event *e = qn_alloc_array(1, sizeof(*e));
  (void)device;
  (void)blocking;
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->timing = timing;
  atomic_init(&e->refs, 1);
  qn_mutex_init(&e->mutex);
  *out_event = e;
  return QN_R_OK;
}

void qn_hsa_event_drop(qn_hsa_event *e) {
  if (atomic_fetch_sub(&e->refs, 1) != 1)
    return;
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

qn_result qn_hsa_event_wait(void *user, bool block) {
  qn_hsa_event *e = user;
  qn_mutex_lock(&e->mutex);
  qn_hsa_stream *s = e->stream;
  const uint64_t tasks = e->tasks, kernels = e->kernels;
  if (s)
    atomic_fetch_add(&s->refs, 1);
  qn_mutex_unlock(&e->mutex);
  if (!s)
    return QN_R_OK;
  const bool done = qn_hsa_stream_reached(s, tasks, kernels, block);
  const qn_result result = qn_hsa_failure(s->device);
  qn_hsa_stream_drop(s);
  return result != QN_R_OK ? result : done ? QN_R_OK : QN_R_NOT_READY;
}

qn_result qn_hsa_event_elapsed(void *from, void *to, double *out_ns) {
  qn_hsa_event *ends[2] = {from, to};
  uint64_t at[2];
  for (unsigned k = 0; k < 2; ++k) {
    qn_mutex_lock(&ends[k]->mutex);
    at[k] = ends[k]->at;
    const bool recorded = ends[k]->stream != NULL;
    qn_mutex_unlock(&ends[k]->mutex);
    if (!recorded)
      return qn_refuse(QN_R_INVALID_HANDLE, "an event was never recorded");
  }
  *out_ns = (double)at[1] - (double)at[0];
  return QN_R_OK;
}
