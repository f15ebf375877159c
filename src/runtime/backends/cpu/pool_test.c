// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "support/test.h"

enum { COUNT_MAX = 5000, CALLERS = 48, ROUNDS = 40 }; // more callers than slots

typedef struct work {
  atomic_uint seen[COUNT_MAX];
  unsigned plain[COUNT_MAX]; // not atomic: each index has one owner
} work;

static void count_one(void *user, uint64_t index) {
  work *w = user;
  atomic_fetch_add(&w->seen[index], 1);
  w->plain[index] += (unsigned)index + 1;
}

static void run_once(qn_pool *pool, work *w, uint64_t count) {
  memset((void *)w, 0, sizeof(*w));
  qn_pool_run(pool, count_one, w, count);
  for (uint64_t i = 0; i < COUNT_MAX; ++i) {
    CHECK_INT(atomic_load(&w->seen[i]), i < count);
    CHECK_INT(w->plain[i], i < count ? i + 1 : 0); // the run has returned
  }
}

static void test_counts(unsigned width) {
  qn_diag diag = {0};
  qn_pool *pool = NULL;
  work *w = malloc(sizeof(*w));
  CHECK_OK(qn_pool_create(width, &pool, &diag), &diag);
  CHECK_INT(qn_pool_width(pool), width);
  const uint64_t counts[] = {0, 1, 2, 3, width, width + 1, 100, COUNT_MAX};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i)
    run_once(pool, w, counts[i]);
  free(w);
  qn_pool_destroy(&pool);
  CHECK(pool == NULL);
  qn_pool_destroy(&pool);
}

// ---- Many callers of one pool

typedef struct caller {
  qn_pool *pool;
  uint64_t sum;
  pthread_t thread;
} caller;

typedef struct summing {
  atomic_uint_fast64_t sum;
} summing;

static void add_index(void *user, uint64_t index) {
  summing *s = user;
  atomic_fetch_add(&s->sum, index + 1);
}

static void *call(void *user) {
  caller *c = user;
  for (uint64_t round = 0; round < ROUNDS; ++round) {
    summing s;
    atomic_init(&s.sum, 0);
    qn_pool_run(c->pool, add_index, &s, round);
    c->sum += atomic_load(&s.sum);
  }
  return NULL;
}

static void test_callers(unsigned width) {
  qn_diag diag = {0};
  caller callers[CALLERS] = {0};
  qn_pool *pool = NULL;
  CHECK_OK(qn_pool_create(width, &pool, &diag), &diag);
  for (int i = 0; i < CALLERS; ++i) {
    callers[i].pool = pool;
    CHECK(pthread_create(&callers[i].thread, NULL, call, &callers[i]) == 0);
  }
  uint64_t wanted = 0;
  for (uint64_t round = 0; round < ROUNDS; ++round)
    wanted += round * (round + 1) / 2;
  for (int i = 0; i < CALLERS; ++i) {
    pthread_join(callers[i].thread, NULL);
    CHECK_INT(callers[i].sum, wanted);
  }
  qn_pool_destroy(&pool);
}

// ---- Runs on a thread each: each part waits for all others

typedef struct meeting {
  pthread_barrier_t barrier;
  unsigned seen[16];
} meeting;

static void meet(void *user, uint64_t index) {
  meeting *m = user;
  m->seen[index] += 1;
  pthread_barrier_wait(&m->barrier);
  for (unsigned i = 0; i < 16; ++i)
    CHECK_INT(m->seen[i], 1);
}

static void never(void *user) {
  (void)user;
  CHECK(!"cancelled");
}

static void test_together(void) {
  qn_diag diag = {0};
  meeting m = {0};
  CHECK(pthread_barrier_init(&m.barrier, NULL, 16) == 0);
  CHECK_OK(qn_pool_run_together(meet, never, &m, 16, &diag), &diag);
  pthread_barrier_destroy(&m.barrier);
}

// ---- Threads that sleep are woken by a run, all that it has work for

enum { ALL = 7, PAUSE_US = 20000, WAIT_S = 60 };

typedef struct gathering {
  atomic_uint here;
  atomic_bool late;
} gathering;

// Each chunk is kept by its thread until all have come.
static void gather(void *user, uint64_t index) {
  gathering *g = user;
  (void)index;
  atomic_fetch_add(&g->here, 1);
  const time_t begin = time(NULL);
  while (atomic_load(&g->here) < ALL && !atomic_load(&g->late)) {
    sched_yield();
    if (time(NULL) - begin > WAIT_S)
      atomic_store(&g->late, true);
  }
}

static void test_sleepers(void) {
  qn_diag diag = {0};
  qn_pool *pool = NULL;
  CHECK_OK(qn_pool_create(ALL, &pool, &diag), &diag);
  for (int round = 0; round < 20; ++round) {
    gathering g = {0};
    qn_pool_run(pool, gather, &g, ALL);
    CHECK_INT(atomic_load(&g.here), ALL);
    CHECK(!atomic_load(&g.late));
    usleep(PAUSE_US); // they sleep by then
  }
  qn_pool_destroy(&pool);
}

static void test_default_width(void) {
  qn_diag diag = {0};
  qn_pool *pool = NULL;
  setenv("QUERN_CPU_THREADS", "3", 1);
  CHECK_OK(qn_pool_create(0, &pool, &diag), &diag);
  CHECK_INT(qn_pool_width(pool), 3);
  qn_pool_destroy(&pool);
  unsetenv("QUERN_CPU_THREADS");
  CHECK_OK(qn_pool_create(0, &pool, &diag), &diag);
  CHECK(qn_pool_width(pool) >= 1);
  qn_pool_destroy(&pool);
}

int main(void) {
  test_counts(1);
  test_counts(2);
  test_counts(7);
  test_callers(1);
  test_callers(2);
  test_callers(4);
  test_together();
  test_sleepers();
  test_default_width();
  return 0;
}
