// SPDX-License-Identifier: Apache-2.0
// The buffers of calls, and the thread that looks for them.
#include "runtime/backends/hsa/hostcall.h"

#include "base/alloc.h"

enum {
  IS_WAITING = 1,      // of a packet's control
  FIRST_RING = 1,      // the doorbell's first value
  POLL_NS = 100000000, // the doorbell wakes; this is for what it misses
  ALIGNMENT = 4096,
};

// ---- The thread

// The packets that wait come off together: a wave has one at most, so the order
// among them means nothing. What kernels wrote is followed so far only as there
// are packets.
static void answer_all(qn_hsa_service *s, const qn_hsa_calls *c) {
  uint64_t top = atomic_exchange(&c->head->ready, 0);
  for (uint32_t k = 0; top && k < c->count; ++k) {
    const uint64_t index = top & (c->count - 1);
    qn_hsa_call_packet *p = &c->packets[index];
    top = p->below; // the wave may take the packet again when it is answered
    for (uint64_t left = p->lanes; left; left &= left - 1)
      qn_hsa_answer(s, p->service,
                    c->payloads[index].words[__builtin_ctzll(left)]);
    atomic_fetch_and(&p->control, ~(uint32_t)IS_WAITING);
  }
}

static void *serve(void *user) {
  qn_hsa_service *s = user;
  const qn_hsa_api *api = &s->device->driver->api;
  int64_t seen = FIRST_RING;
  while (!atomic_load(&s->ending)) {
    seen = api->hsa_signal_wait_scacquire(s->doorbell, HSA_NOT_EQUAL, seen,
                                          POLL_NS, HSA_BLOCKED);
    qn_mutex_lock(&s->mutex);
    for (const qn_hsa_calls *c = s->calls; c; c = c->next)
      answer_all(s, c);
    qn_mutex_unlock(&s->mutex);
  }
  return NULL;
}

static qn_result start_service(qn_hsa_device *d) {
  const qn_hsa_api *api = &d->driver->api;
  qn_hsa_service *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for calls of kernels");
  s->device = d;
  qn_mutex_init(&s->mutex);
  qn_result result = qn_hsa_result(
      d, api->hsa_signal_create(FIRST_RING, 0, NULL, &s->doorbell),
      "making a signal");
  if (result == QN_R_OK &&
      qn_failed(qn_thread_start(&s->thread, "quern-hostcall", serve, s, NULL)))
    result = qn_refuse(QN_R_OUT_OF_MEMORY, "no thread for calls of kernels");
  if (result == QN_R_OK) {
    d->service = s;
    return QN_R_OK;
  }
  if (s->doorbell.handle)
    (void)api->hsa_signal_destroy(s->doorbell);
  qn_mutex_finish(&s->mutex);
  qn_free(s);
  return result;
}

void qn_hsa_service_stop(qn_hsa_device *d) {
  qn_hsa_service *s = d->service;
  const qn_hsa_api *api = &d->driver->api;
  if (!s)
    return;
  atomic_store(&s->ending, true);
  api->hsa_signal_store_screlease(s->doorbell, 0);
  qn_thread_join(s->thread);
  qn_hsa_answers_finish(s);
  (void)api->hsa_signal_destroy(s->doorbell);
  qn_mutex_finish(&s->mutex);
  qn_free(s);
  d->service = NULL;
}

// ---- Buffers

// A wave has one packet at most, so there is always a free one.
static uint32_t count_packets(const qn_hsa_device *d) {
  const uint64_t waves = d->driver->simulated
                             ? HSA_SIM_WAVES_MAX
                             : (uint64_t)d->info.multiprocessors * d->max_waves;
  uint32_t count = 64;
  while (count < waves && count < UINT32_C(1) << 20)
    count *= 2;
  return count;
}

// All packets are free: each lies on the one before it. The first has a count
// of 1, as its number alone would say that there is none.
static void fill_buffer(qn_hsa_calls *c, hsa_signal doorbell) {
  qn_hsa_call_head *h = c->head;
  h->packets = (uintptr_t)c->packets;
  h->payloads = (uintptr_t)c->payloads;
  h->doorbell = doorbell.handle;
  h->mask = c->count - 1;
  for (uint32_t k = 0; k < c->count; ++k) {
    c->packets[k].below = k == 0 ? 0 : k == 1 ? c->count : k - 1;
    atomic_init(&c->packets[k].control, 0);
  }
  atomic_init(&h->free, c->count - 1);
  atomic_init(&h->ready, 0);
}

static qn_result make_buffer(qn_hsa_device *d, qn_hsa_calls **out) {
  const uint32_t count = count_packets(d);
  const size_t head = (size_t)qn_align_up(
      sizeof(qn_hsa_call_head) + sizeof(qn_hsa_call_packet) * (size_t)count,
      ALIGNMENT);
  qn_hsa_calls *c = qn_alloc_array(1, sizeof(*c));
  void *memory = c ? qn_hsa_host_memory(d, head + sizeof(qn_hsa_call_payload) *
                                                      (size_t)count)
                   : NULL;
  if (!memory) {
    qn_free(c);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for calls of kernels");
  }
  c->count = count;
  c->head = memory;
  c->packets = (qn_hsa_call_packet *)(void *)(c->head + 1);
  c->payloads = (qn_hsa_call_payload *)(void *)((char *)memory + head);
  fill_buffer(c, d->service->doorbell);
  *out = c;
  return QN_R_OK;
}

qn_result qn_hsa_calls_create(qn_hsa_stream *stream) {
  qn_hsa_device *d = stream->device;
  qn_hsa_calls *c = NULL;
  qn_mutex_lock(&d->heap_mutex);
  const qn_result result = d->service ? QN_R_OK : start_service(d);
  qn_mutex_unlock(&d->heap_mutex);
  QN_CHECK(result);
  QN_CHECK(make_buffer(d, &c));
  stream->calls = c;
  qn_mutex_lock(&d->service->mutex);
  c->next = d->service->calls;
  d->service->calls = c;
  qn_mutex_unlock(&d->service->mutex);
  return QN_R_OK;
}

void qn_hsa_calls_destroy(qn_hsa_stream *stream) {
  qn_hsa_device *d = stream->device;
  qn_hsa_calls *c = stream->calls;
  if (!c)
    return;
  qn_mutex_lock(&d->service->mutex);
  for (qn_hsa_calls **at = &d->service->calls; *at; at = &(*at)->next)
    if (*at == c) {
      *at = c->next;
      break;
    }
  qn_mutex_unlock(&d->service->mutex);
  qn_hsa_free_memory(d, c->head);
  qn_free(c);
  stream->calls = NULL;
}
