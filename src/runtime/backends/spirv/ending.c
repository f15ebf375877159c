// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/ending.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 3000, SHORT_MS = 500 };

static atomic_int inside; // calls
static atomic_bool is_ending;
static pthread_t ending_thread;

static pthread_mutex_t devices_mutex = PTHREAD_MUTEX_INITIALIZER;
static qn_spirv_device *devices; // those that are open

void qn_spirv_enter(void) {
  atomic_fetch_add(&inside, 1);
  if (!atomic_load_explicit(&is_ending, memory_order_relaxed) ||
      pthread_equal(ending_thread, pthread_self()))
    return;
  atomic_fetch_sub(&inside, 1);
  for (;;)
    pause();
}

void qn_spirv_leave(void) { atomic_fetch_sub(&inside, 1); }

void qn_spirv_add_device(qn_spirv_device *d) {
  pthread_mutex_lock(&devices_mutex);
  d->next = devices;
  devices = d;
  pthread_mutex_unlock(&devices_mutex);
}

void qn_spirv_remove_device(const qn_spirv_device *d) {
  pthread_mutex_lock(&devices_mutex);
  for (qn_spirv_device **at = &devices; *at; at = &(*at)->next)
    if (*at == d) {
      *at = d->next;
      break;
    }
  pthread_mutex_unlock(&devices_mutex);
}

// ---- The end

static bool no_call(void) { return atomic_load(&inside) == 0; }

static bool no_work(void) {
  bool busy = false;
  for (qn_spirv_device *d = devices; d && !busy; d = d->next)
    busy = !atomic_load(&d->failure) &&
           (qn_spirv_has_tasks(d) || qn_spirv_others_busy(d, NULL));
  return !busy;
}

static bool wait_for(bool (*is_so)(void), int patience_ms) {
  for (int i = 0; i < patience_ms; ++i) {
    if (is_so())
      return true;
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
  }
  return false;
}

// A function of the host that ends the process is itself what work waits for,
// but not all of it.
static bool is_runner(void) {
  for (const qn_spirv_device *d = devices; d; d = d->next)
    if (qn_spirv_is_runner(d))
      return true;
  return false;
}

// Work that does not end is left to the driver, and so is a thread that waits
// for it.
static void end_process(void) {
  ending_thread = pthread_self();
  atomic_store(&is_ending, true);
  const int patience_ms = is_runner() ? SHORT_MS : PATIENCE_MS;
  if (wait_for(no_call, patience_ms))
    (void)wait_for(no_work, patience_ms);
}

void qn_spirv_watch_end(void) {
  static atomic_bool watched;
  if (!atomic_exchange(&watched, true))
    (void)atexit(end_process);
}
