// SPDX-License-Identifier: Apache-2.0
// Threads for functions of the host: they may wait, so no thread of a driver's
// can run them.
#include <time.h>

#include "base/alloc.h"
#include "runtime/backends/spirv/spirv.h"

enum { THREADS_MAX = 128, PATIENCE_MS = 2000 };

typedef qn_spirv_task task;

typedef struct qn_spirv_runners {
  qn_mutex mutex;
  qn_cond work;
  task *first, *last;
  unsigned waiting; // tasks in the list
  unsigned idle, count;
  atomic_int pending;   // tasks that exist, also those the driver has
  atomic_bool stopping; // what waits for a value ends
  bool ending;
  qn_thread threads[THREADS_MAX];
} qn_spirv_runners;

// ---- The threads

static void *run_thread(void *user) {
  qn_spirv_runners *r = user;
  qn_mutex_lock(&r->mutex);
  for (;;) {
    task *t = r->first;
    if (t) {
      r->first = t->next;
      --r->waiting;
      qn_mutex_unlock(&r->mutex);
      t->fn(t->user);
      atomic_fetch_sub(&r->pending, 1);
      qn_mutex_lock(&r->mutex);
    } else if (r->ending) {
      break;
    } else {
      ++r->idle;
      qn_cond_wait(&r->work, &r->mutex);
      --r->idle;
    }
  }
  qn_mutex_unlock(&r->mutex);
  return NULL;
}

// With the mutex held. A function may wait for another one's effect, so each
// task has a thread that is not busy.
static bool start_thread(qn_spirv_runners *r) {
  if (r->count == THREADS_MAX ||
      qn_failed(qn_thread_start(&r->threads[r->count], "quern-host", run_thread,
                                r, NULL)))
    return r->count != 0;
  ++r->count;
  return true;
}

static qn_spirv_runners *make_runners(void) {
  qn_spirv_runners *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return NULL;
  qn_mutex_init(&r->mutex);
  qn_cond_init(&r->work);
  if (start_thread(r))
    return r;
  qn_cond_finish(&r->work);
  qn_mutex_finish(&r->mutex);
  qn_free(r);
  return NULL;
}

qn_result qn_spirv_expect(qn_spirv_device *d) {
  qn_mutex_lock(&d->streams_mutex);
  if (!d->runners)
    d->runners = make_runners();
  qn_spirv_runners *r = d->runners;
  qn_mutex_unlock(&d->streams_mutex);
  if (!r)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for functions of the host");
  atomic_fetch_add(&r->pending, 1);
  return QN_R_OK;
}

void qn_spirv_forget(qn_spirv_device *d) {
  atomic_fetch_sub(&d->runners->pending, 1);
}

void qn_spirv_run(qn_spirv_device *d, task *t) {
  qn_spirv_runners *r = d->runners;
  qn_mutex_lock(&r->mutex);
  t->next = NULL;
  if (r->first)
    r->last->next = t;
  else
    r->first = t;
  r->last = t;
  if (++r->waiting > r->idle)
    (void)start_thread(r);
  qn_cond_signal(&r->work);
  qn_mutex_unlock(&r->mutex);
}

bool qn_spirv_has_tasks(const qn_spirv_device *d) {
  return d->runners && atomic_load(&d->runners->pending);
}

bool qn_spirv_is_runner(const qn_spirv_device *d) {
  const qn_spirv_runners *r = d->runners;
  for (unsigned i = 0; r && i < r->count; ++i)
    if (pthread_equal(r->threads[i], pthread_self()))
      return true;
  return false;
}

bool qn_spirv_runners_finish(qn_spirv_device *d) {
  qn_spirv_runners *r = d->runners;
  if (!r)
    return true;
  // The driver may still have some, unless it is lost; then they stay.
  atomic_store(&r->stopping, true);
  for (int i = 0; i < PATIENCE_MS && atomic_load(&r->pending); ++i)
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
  if (atomic_load(&r->pending))
    return false;
  qn_mutex_lock(&r->mutex);
  r->ending = true;
  qn_cond_broadcast(&r->work);
  qn_mutex_unlock(&r->mutex);
  for (unsigned i = 0; i < r->count; ++i)
    qn_thread_join(r->threads[i]);
  qn_cond_finish(&r->work);
  qn_mutex_finish(&r->mutex);
  qn_free(r);
  d->runners = NULL;
  return true;
}

// ---- Values in memory

static uint64_t read_here(const qn_op *op) {
  return op->value.size == 4
             ? __atomic_load_n((uint32_t *)op->value.address, __ATOMIC_ACQUIRE)
             : __atomic_load_n((uint64_t *)op->value.address, __ATOMIC_ACQUIRE);
}

static bool is_hit(const qn_op *op, uint64_t there) {
  const uint64_t value = op->value.value;
  const uint64_t now = there & op->value.mask;
  // Greater or equal compares circularly, as counters wrap.
  const int64_t ahead = op->value.size == 4
                            ? (int32_t)((uint32_t)now - (uint32_t)value)
                            : (int64_t)(now - value);
  switch (op->value.how) {
  case 0:
    return ahead >= 0;
  case 1:
    return now == value;
  case 2:
    return (now & value) != 0;
  default:
    return ~(now | value) != 0;
  }
}

void qn_spirv_poll(const qn_spirv_device *d, const qn_op *op,
                   qn_spirv_read *read, void *user) {
  enum { FIRST_NS = 1000, LONGEST_NS = 100 * 1000 };
  long pause = FIRST_NS;
  uint64_t now = 0;
  while (!atomic_load(&d->runners->stopping)) {
    if (!read)
      now = read_here(op);
    else if (!read(user, &now))
      return;
    if (is_hit(op, now))
      return;
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
    if (pause < LONGEST_NS)
      pause *= 2;
  }
}
