// SPDX-License-Identifier: Apache-2.0
#include "runtime/pool.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { WIDTH_MAX = 1024 };

// One run: chunks are handed out by `next`; `left` counts those not yet done.
typedef struct job {
  qn_chunk_fn *fn;
  void *user;
  uint64_t count;
  atomic_uint_fast64_t next;
  atomic_uint_fast64_t left;
  unsigned helpers; // workers inside, guarded by the pool's mutex
  struct job *after;
} job;

struct qn_pool {
  unsigned width;
  unsigned started; // threads running, at most width - 1
  pthread_t *threads;
  pthread_mutex_t mutex;
  pthread_cond_t work; // jobs were added, or the pool ends
  pthread_cond_t done; // a job's last chunk or last helper
  job *jobs;           // with chunks to hand out
  bool *busy;          // worker numbers in use
  bool ending;
};

static unsigned default_width(void) {
  const char *asked = getenv("QUERN_CPU_THREADS");
  const long number = asked ? strtol(asked, NULL, 10) : 0;
  if (number > 0)
    return number < WIDTH_MAX ? (unsigned)number : WIDTH_MAX;
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0)
    return (unsigned)CPU_COUNT(&cpus);
  return 1;
}

qn_status qn_pool_create(unsigned width, qn_pool **out_pool, qn_diag *diag) {
  qn_pool *pool = qn_alloc_array(1, sizeof(*pool));
  if (!pool)
    return qn_fail_memory(diag, "a thread pool");
  pool->width = width ? width : default_width();
  // Every thread that runs a job takes a number; callers beyond the width wait.
  pool->busy = qn_alloc_array(pool->width, sizeof(*pool->busy));
  pool->threads = qn_alloc_array(pool->width, sizeof(*pool->threads));
  if (!pool->busy || !pool->threads) {
    qn_free(pool->busy);
    qn_free(pool->threads);
    qn_free(pool);
    return qn_fail_memory(diag, "a thread pool");
  }
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->done, NULL);
  *out_pool = pool;
  return qn_ok();
}

unsigned qn_pool_width(const qn_pool *pool) { return pool->width; }

static void work_on(job *j, unsigned worker) {
  for (;;) {
    const uint64_t index = atomic_fetch_add(&j->next, 1);
    if (index >= j->count)
      return;
    j->fn(j->user, index, worker);
    atomic_fetch_sub(&j->left, 1);
  }
}

// The rest is called with the mutex held.

static bool take_number(qn_pool *pool, unsigned *out_worker) {
  for (unsigned i = 0; i < pool->width; ++i)
    if (!pool->busy[i]) {
      pool->busy[i] = true;
      *out_worker = i;
      return true;
    }
  return false;
}

static void remove_job(qn_pool *pool, const job *j) {
  for (job **at = &pool->jobs; *at; at = &(*at)->after)
    if (*at == j) {
      *at = j->after;
      return;
    }
}

// Helps with the first job while there is one and a number is free.
static bool help(qn_pool *pool) {
  unsigned worker;
  job *j = pool->jobs;
  if (!j || !take_number(pool, &worker))
    return false;
  ++j->helpers;
  pthread_mutex_unlock(&pool->mutex);
  work_on(j, worker);
  pthread_mutex_lock(&pool->mutex);
  remove_job(pool, j); // nothing left to hand out
  pool->busy[worker] = false;
  --j->helpers;
  pthread_cond_broadcast(&pool->done);
  return true;
}

static void *run_thread(void *user) {
  qn_pool *pool = user;
  pthread_mutex_lock(&pool->mutex);
  while (!pool->ending)
    if (!help(pool))
      pthread_cond_wait(&pool->work, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

static void start_threads(qn_pool *pool, uint64_t wanted) {
  while (pool->started < pool->width - 1 && pool->started < wanted) {
    if (pthread_create(&pool->threads[pool->started], NULL, run_thread, pool))
      return; // fewer threads do the same work
    ++pool->started;
  }
}

void qn_pool_run(qn_pool *pool, qn_chunk_fn *fn, void *user, uint64_t count) {
  job j = {.fn = fn, .user = user, .count = count};
  unsigned worker;
  atomic_init(&j.next, 0);
  atomic_init(&j.left, count);
  if (!count)
    return;
  pthread_mutex_lock(&pool->mutex);
  start_threads(pool, count - 1);
  if (count > 1) {
    j.after = pool->jobs;
    pool->jobs = &j;
    pthread_cond_broadcast(&pool->work);
  }
  while (!take_number(pool, &worker))
    pthread_cond_wait(&pool->done, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
  work_on(&j, worker);
  pthread_mutex_lock(&pool->mutex);
  remove_job(pool, &j);
  pool->busy[worker] = false;
  pthread_cond_broadcast(&pool->done);
  pthread_cond_broadcast(&pool->work);
  while (j.helpers)
    pthread_cond_wait(&pool->done, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

void qn_pool_destroy(qn_pool **where) {
  qn_pool *pool = *where;
  if (!pool)
    return;
  pthread_mutex_lock(&pool->mutex);
  pool->ending = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  for (unsigned i = 0; i < pool->started; ++i)
    pthread_join(pool->threads[i], NULL);
  pthread_mutex_destroy(&pool->mutex);
  pthread_cond_destroy(&pool->work);
  pthread_cond_destroy(&pool->done);
  qn_free(pool->busy);
  qn_free(pool->threads);
  qn_free(pool);
  *where = NULL;
}

// ---- Together

typedef struct part {
  qn_chunk_fn *fn;
  void *user;
  unsigned index;
  pthread_t thread;
} part;

static void *run_part(void *user) {
  const part *p = user;
  p->fn(p->user, p->index, p->index);
  return NULL;
}

qn_status qn_pool_run_together(qn_chunk_fn *fn, void (*cancel)(void *user),
                               void *user, unsigned count, qn_diag *diag) {
  part *parts = qn_alloc_array(count, sizeof(*parts));
  qn_status status = qn_ok();
  unsigned started = 1;
  if (!parts)
    return qn_fail_memory(diag, "a cooperative launch");
  for (; started < count; ++started) {
    parts[started] = (part){fn, user, started, 0};
    const int error =
        pthread_create(&parts[started].thread, NULL, run_part, &parts[started]);
    if (error) {
      errno = error;
      status = qn_fail_errno(diag, "start", "a thread");
      cancel(user);
      break;
    }
  }
  if (!qn_failed(status))
    fn(user, 0, 0);
  for (unsigned i = 1; i < started; ++i)
    pthread_join(parts[i].thread, NULL);
  qn_free(parts);
  return status;
}
