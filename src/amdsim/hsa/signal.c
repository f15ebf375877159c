// SPDX-License-Identifier: Apache-2.0
// Signals: values that threads wait for, and that kernels change.
#include "amdsim/core/memory.h"
#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_cond changed;
static atomic_uint waiting;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void wake(void) {
  if (!atomic_load(&waiting))
    return;
  qn_mutex_lock(&mutex);
  qn_cond_broadcast(&changed);
  qn_mutex_unlock(&mutex);
}

// Kernels that changed a signal interrupt the host.
static void start(void) {
  qn_cond_init(&changed);
  atomic_store(&qn_amd_interrupt, wake);
}

static sim_signal *of(hsa_signal signal) {
  return (sim_signal *)(uintptr_t)signal.handle;
}
static int64_t *value_of(hsa_signal signal) {
  return &of(signal)->memory.value;
}

hsa_status hsa_signal_create(int64_t value, uint32_t consumers,
                             const hsa_agent *agents, hsa_signal *out_signal) {
  (void)consumers;
  (void)agents;
  (void)pthread_once(&once, start);
  sim_signal *s = qn_alloc_aligned(64, sizeof(*s));
  if (!s ||
      qn_failed(qn_amd_memory_add((uintptr_t)s, sizeof(*s), true, NULL))) {
    qn_free_aligned(s);
    return HSA_OUT_OF_RESOURCES;
  }
  *s = (sim_signal){.memory = {.kind = 1, .value = value, .event = 1}};
  s->memory.mailbox = (uintptr_t)&s->mail;
  out_signal->handle = (uintptr_t)s;
  return HSA_SUCCESS;
}

hsa_status hsa_signal_destroy(hsa_signal signal) {
  if (!qn_amd_memory_remove(signal.handle))
    return HSA_INVALID_SIGNAL;
  qn_free_aligned(of(signal));
  return HSA_SUCCESS;
}

int64_t hsa_signal_load_scacquire(hsa_signal signal) {
  return __atomic_load_n(value_of(signal), __ATOMIC_SEQ_CST);
}

void hsa_signal_store_screlease(hsa_signal signal, int64_t value) {
  __atomic_store_n(value_of(signal), value, __ATOMIC_SEQ_CST);
  wake();
}

void sim_signal_add(hsa_signal signal, int64_t value) {
  __atomic_fetch_add(value_of(signal), value, __ATOMIC_SEQ_CST);
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
  int64_t now = hsa_signal_load_scacquire(signal);
  (void)how;
  if (holds(condition, now, value))
    return now;
  atomic_fetch_add(&waiting, 1);
  qn_mutex_lock(&mutex);
  for (;;) {
    now = hsa_signal_load_scacquire(signal);
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
