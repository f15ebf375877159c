// SPDX-License-Identifier: Apache-2.0
// Signals: values that threads wait for.
#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_cond changed;
static atomic_uint waiting;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) { qn_cond_init(&changed); }

static sim_signal *of(hsa_signal signal) {
  return (sim_signal *)(uintptr_t)signal.handle;
}

hsa_status hsa_signal_create(int64_t value, uint32_t consumers,
                             const hsa_agent *agents, hsa_signal *out_signal) {
  (void)consumers;
  (void)agents;
  (void)pthread_once(&once, start);
  sim_signal *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return HSA_OUT_OF_RESOURCES;
  atomic_init(&s->value, value);
  out_signal->handle = (uintptr_t)s;
  return HSA_SUCCESS;
}

hsa_status hsa_signal_destroy(hsa_signal signal) {
  qn_free(of(signal));
  return HSA_SUCCESS;
}

static void wake(void) {
  if (!atomic_load(&waiting))
    return;
  qn_mutex_lock(&mutex);
  qn_cond_broadcast(&changed);
  qn_mutex_unlock(&mutex);
}

int64_t hsa_signal_load_scacquire(hsa_signal signal) {
  return atomic_load(&of(signal)->value);
}

void hsa_signal_store_screlease(hsa_signal signal, int64_t value) {
  atomic_store(&of(signal)->value, value);
  wake();
}

void sim_signal_add(hsa_signal signal, int64_t value) {
  atomic_fetch_add(&of(signal)->value, value);
  wake();
}

static bool holds(hsa_condition condition, int64_t a, int64_t b) {
  switch (condition) {
  case HSA_EQUAL:
    return a == b;
  case HSA_NOT_EQUAL:
    return a != b;
  case HSA_LESS:
    return a < b;
  case HSA_GREATER_EQUAL:
    return a >= b;
  }
  return true;
}

int64_t hsa_signal_wait_scacquire(hsa_signal signal, hsa_condition condition,
                                  int64_t value, uint64_t timeout,
                                  hsa_wait how) {
  const uint64_t begin = qn_clock_ns();
  int64_t now = atomic_load(&of(signal)->value);
  (void)how;
  if (holds(condition, now, value))
    return now;
  atomic_fetch_add(&waiting, 1);
  qn_mutex_lock(&mutex);
  for (;;) {
    now = atomic_load(&of(signal)->value);
    const uint64_t passed = qn_clock_ns() - begin;
    if (holds(condition, now, value) || passed >= timeout)
      break;
    const uint64_t left = timeout - passed;
    (void)qn_cond_wait_for(&changed, &mutex,
                           left > 1000000000 ? 1000000000 : left);
  }
  qn_mutex_unlock(&mutex);
  atomic_fetch_sub(&waiting, 1);
  return now;
}
