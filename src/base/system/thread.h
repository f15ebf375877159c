// SPDX-License-Identifier: Apache-2.0
// A thin layer over POSIX threads, without the failures that cannot happen in
// correct use.
#ifndef QN_BASE_SYSTEM_THREAD_H
#define QN_BASE_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/diag.h"

typedef pthread_mutex_t qn_mutex;
typedef pthread_cond_t qn_cond;
typedef pthread_t qn_thread;

#define QN_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER

static inline void qn_mutex_init(qn_mutex *mutex) {
  (void)pthread_mutex_init(mutex, NULL);
}
static inline void qn_mutex_finish(qn_mutex *mutex) {
  (void)pthread_mutex_destroy(mutex);
}
static inline void qn_mutex_lock(qn_mutex *mutex) {
  (void)pthread_mutex_lock(mutex);
}
static inline void qn_mutex_unlock(qn_mutex *mutex) {
  (void)pthread_mutex_unlock(mutex);
}

// For those that are never waited for with a timeout.
#define QN_COND_INIT PTHREAD_COND_INITIALIZER

// Waits by the monotonic clock.
void qn_cond_init(qn_cond *cond);
static inline void qn_cond_finish(qn_cond *cond) {
  (void)pthread_cond_destroy(cond);
}
static inline void qn_cond_wait(qn_cond *cond, qn_mutex *mutex) {
  (void)pthread_cond_wait(cond, mutex);
}
// False when `timeout_ns` passed first.
bool qn_cond_wait_for(qn_cond *cond, qn_mutex *mutex, uint64_t timeout_ns);
static inline void qn_cond_signal(qn_cond *cond) {
  (void)pthread_cond_signal(cond);
}
static inline void qn_cond_broadcast(qn_cond *cond) {
  (void)pthread_cond_broadcast(cond);
}

// `name` (at most 15 bytes are kept) is what debuggers show. The thread blocks
// all signals: they go to the program's own threads.
qn_status qn_thread_start(qn_thread *out_thread, const char *name,
                          void *(*run)(void *user), void *user, qn_diag *diag);
static inline void qn_thread_join(qn_thread thread) {
  (void)pthread_join(thread, NULL);
}

// Memory per thread, for data that is too large, or too rarely used, to be
// thread-local data of a library (QN_HOT_TLS).
typedef struct qn_thread_memory {
  size_t size;                  // bytes
  void (*finish)(void *memory); // with the thread, before it is freed; or NULL
  qn_mutex mutex;               // of `key`
  atomic_uint key;              // and 1; 0: not made
} qn_thread_memory;
#define QN_THREAD_MEMORY(bytes, at_end)                                        \
  {.size = (bytes), .finish = (at_end), .mutex = QN_MUTEX_INIT}

// The calling thread's, zeroed at the first call; freed with the thread. NULL
// when out of memory.
void *qn_thread_memory_get(qn_thread_memory *memory);

// Thread-local data that a launch reads: an offset from a register instead of
// a call. It is for a few words, since a library that is loaded late gets only
// a few hundred bytes in total.
#define QN_HOT_TLS __attribute__((tls_model("initial-exec")))

// CPUs that this process may use; at least 1.
unsigned qn_cpu_count(void);
// Bytes that may still be allocated without others' having to go.
uint64_t qn_memory_available(void);
// The monotonic clock, in nanoseconds.
uint64_t qn_clock_ns(void);

#endif // QN_BASE_SYSTEM_THREAD_H
