// SPDX-License-Identifier: Apache-2.0
// A run takes a slot and publishes it in a bit mask. A thread takes a chunk by
// reading the slot's ticket, {generation, next chunk}, and replacing it with
// the next one by compare-and-swap. A slot that was reused by another run
// meanwhile has another generation, so a late thread takes nothing from it.
#include "runtime/backends/cpu/pool.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/thread.h"

enum {
  WIDTH_MAX = 1024,
  SLOT_COUNT = 32,
  // How long a thread without work spins before it sleeps, as waking it is
  // expensive: a fraction of the time that it worked before, within limits.
  SPIN_SHARE = 16,
  SPIN_MIN_NS = 5000,
  SPIN_MAX_NS = 200000,
  // How many others the caller of a run wakes before it works itself.
  WAKES_OF_CALLER = 2,
  RUN_MAX = 1 << 30,
};

typedef struct slot {
  _Alignas(64) atomic_uint_fast64_t ticket; // generation << 32 | next chunk
  // Late threads may read these; the ticket is checked afterwards.
  _Atomic(qn_chunk_fn *) fn;
  _Atomic(void *) user;
  atomic_uint count;
  _Alignas(64) atomic_uint finished; // chunks; the caller may sleep on it
  atomic_uint waiting;               // whether the caller does
} slot;

struct qn_pool {
  slot slots[SLOT_COUNT];
  _Alignas(64) atomic_uint open; // slots with chunks to hand out, by bit
  atomic_uint taken;             // slots in use, by bit
  _Alignas(64) atomic_uint wake; // changes when a slot opens; threads sleep on
  atomic_uint sleepers;
  atomic_uint to_wake; // of them, for the runs in progress: a hint
  atomic_bool ending;
  unsigned width;
  atomic_uint started;   // threads
  pthread_mutex_t mutex; // while starting threads
  pthread_t *threads;
};

static void futex_wait(atomic_uint *word, unsigned value) {
  (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(atomic_uint *word, unsigned count) {
  (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Spins for a moment; false once `spin_ns` have passed since `start`.
static bool spin(uint64_t start, uint64_t spin_ns) {
  for (int i = 0; i < 32; ++i)
    relax();
  const uint64_t past = qn_clock_ns() - start;
  if (past >= SPIN_MIN_NS)
    sched_yield(); // others may need the CPU
  return past < spin_ns;
}

static uint64_t spin_after(uint64_t work_ns) {
  const uint64_t share = work_ns / SPIN_SHARE;
  return share < SPIN_MIN_NS   ? SPIN_MIN_NS
         : share > SPIN_MAX_NS ? SPIN_MAX_NS
                               : share;
}

static unsigned default_width(void) {
  const char *asked = getenv("QUERN_CPU_THREADS");
  const long number = asked ? strtol(asked, NULL, 10) : 0;
  if (number > 0)
    return number < WIDTH_MAX ? (unsigned)number : WIDTH_MAX;
  return qn_cpu_count();
}

qn_status qn_pool_create(unsigned width, qn_pool **out_pool, qn_diag *diag) {
  qn_pool *pool = qn_alloc_aligned(64, qn_align_up(sizeof(*pool), 64));
  if (!pool)
    return qn_fail_memory(diag, "a thread pool");
  memset(pool, 0, sizeof(*pool));
  pool->width = width ? width : default_width();
  pool->threads = qn_alloc_array(pool->width, sizeof(*pool->threads));
  if (!pool->threads) {
    qn_free_aligned(pool);
    return qn_fail_memory(diag, "a thread pool");
  }
  pthread_mutex_init(&pool->mutex, NULL);
  *out_pool = pool;
  return qn_ok();
}

unsigned qn_pool_width(const qn_pool *pool) { return pool->width; }

// ---- Waking

// Whether the open slots have work for more than the thread that asks.
static bool has_more(const qn_pool *pool) {
  uint64_t left = 0;
  unsigned open = atomic_load_explicit(&pool->open, memory_order_acquire);
  for (; open && left < 2; open &= open - 1) {
    const slot *s = &pool->slots[__builtin_ctz(open)];
    const uint64_t next =
        atomic_load_explicit(&s->ticket, memory_order_acquire) & UINT32_MAX;
    const uint64_t count =
        atomic_load_explicit(&s->count, memory_order_relaxed);
    left += next < count ? count - next : 0;
  }
  return left > 1;
}

// For a run that has the slot of `bit`; other runs keep what they want.
static void want_awake(qn_pool *pool, unsigned count, unsigned bit) {
  const unsigned sleepers = atomic_load(&pool->sleepers);
  const unsigned wanted = count < sleepers ? count : sleepers;
  if (atomic_load_explicit(&pool->taken, memory_order_relaxed) == bit ||
      atomic_load_explicit(&pool->to_wake, memory_order_relaxed) < wanted)
    atomic_store_explicit(&pool->to_wake, wanted, memory_order_relaxed);
}

static bool takes_wake(qn_pool *pool) {
  unsigned left = atomic_load_explicit(&pool->to_wake, memory_order_relaxed);
  while (left)
    if (atomic_compare_exchange_weak_explicit(&pool->to_wake, &left, left - 1,
                                              memory_order_relaxed,
                                              memory_order_relaxed))
      return true;
  return false;
}

// Waking a thread takes microseconds, many on a virtual machine, in which who
// wakes does nothing else. So all that are awake wake others, one at a time:
// their number doubles, and a run that is over by then wakes no more.
static void wake_others(qn_pool *pool, unsigned most) {
  for (; most && atomic_load_explicit(&pool->to_wake, memory_order_relaxed) &&
         has_more(pool) && takes_wake(pool);
       --most)
    futex_wake(&pool->wake, 1);
}

// ---- Chunks

// Takes one chunk of a slot and runs it. False when there was none.
static bool do_chunk(qn_pool *pool, slot *s, unsigned bit) {
  uint_fast64_t ticket = atomic_load_explicit(&s->ticket, memory_order_acquire);
  for (;;) {
    const unsigned next = (unsigned)(ticket & UINT32_MAX);
    qn_chunk_fn *fn = atomic_load_explicit(&s->fn, memory_order_relaxed);
    void *user = atomic_load_explicit(&s->user, memory_order_relaxed);
    const unsigned count =
        atomic_load_explicit(&s->count, memory_order_relaxed);
    if (next >= count)
      return false;
    if (!atomic_compare_exchange_weak_explicit(&s->ticket, &ticket, ticket + 1,
                                               memory_order_acq_rel,
                                               memory_order_acquire))
      continue;
    if (next + 1 == count)
      atomic_fetch_and_explicit(&pool->open, ~bit, memory_order_relaxed);
    fn(user, next);
    const unsigned finished = atomic_fetch_add(&s->finished, 1) + 1;
    // The caller may have returned by now, but the slot still exists.
    if (finished == count && atomic_load(&s->waiting))
      futex_wake(&s->finished, 1);
    return true;
  }
}

// Works on all open slots; false when there was nothing to do.
static bool help(qn_pool *pool) {
  bool any = false;
  for (unsigned open;
       (open = atomic_load_explicit(&pool->open, memory_order_acquire));) {
    wake_others(pool, UINT_MAX);
    const int index = __builtin_ctz(open);
    slot *s = &pool->slots[index];
    bool some = false;
    while (do_chunk(pool, s, 1u << index))
      some = true;
    any |= some;
    if (!some)
      relax(); // its last chunk was just taken; its bit is about to be cleared
  }
  return any;
}

static void *run_thread(void *user) {
  qn_pool *pool = user;
  uint64_t idle_since = qn_clock_ns();
  uint64_t spin_ns = SPIN_MIN_NS;
  while (!atomic_load_explicit(&pool->ending, memory_order_relaxed)) {
    const uint64_t start = idle_since;
    if (help(pool)) {
      idle_since = qn_clock_ns();
      spin_ns = spin_after(idle_since - start);
      continue;
    }
    if (spin(idle_since, spin_ns))
      continue;
    const unsigned wake = atomic_load(&pool->wake);
    atomic_fetch_add(&pool->sleepers, 1);
    if (!atomic_load(&pool->open) && !atomic_load(&pool->ending))
      futex_wait(&pool->wake, wake);
    atomic_fetch_sub(&pool->sleepers, 1);
    idle_since = qn_clock_ns();
  }
  return NULL;
}

// ---- Runs

static void start_threads(qn_pool *pool, unsigned wanted) {
  if (atomic_load_explicit(&pool->started, memory_order_acquire) >= wanted)
    return;
  pthread_mutex_lock(&pool->mutex);
  for (unsigned i = atomic_load(&pool->started); i < wanted; ++i) {
    // Fewer threads can do the same work.
    if (qn_failed(qn_thread_start(&pool->threads[i], "quern-cpu", run_thread,
                                  pool, NULL)))
      break;
    atomic_store_explicit(&pool->started, i + 1, memory_order_release);
  }
  pthread_mutex_unlock(&pool->mutex);
}

static slot *take_slot(qn_pool *pool, unsigned *out_bit) {
  unsigned taken = atomic_load_explicit(&pool->taken, memory_order_relaxed);
  while (~taken) {
    const unsigned bit = ~taken & (taken + 1);
    if (atomic_compare_exchange_weak_explicit(&pool->taken, &taken, taken | bit,
                                              memory_order_acquire,
                                              memory_order_relaxed)) {
      *out_bit = bit;
      return &pool->slots[__builtin_ctz(bit)];
    }
  }
  return NULL;
}

// `began`: when the run began.
static void await(slot *s, unsigned count, uint64_t began) {
  const uint64_t start = qn_clock_ns();
  const uint64_t spin_ns = spin_after(start - began);
  unsigned finished;
  while ((finished = atomic_load_explicit(&s->finished,
                                          memory_order_acquire)) != count) {
    if (spin(start, spin_ns))
      continue;
    atomic_store(&s->waiting, 1);
    finished = atomic_load(&s->finished);
    if (finished != count)
      futex_wait(&s->finished, finished);
    atomic_store(&s->waiting, 0);
  }
}

static void run(qn_pool *pool, qn_chunk_fn *fn, void *user, unsigned count) {
  unsigned bit;
  slot *s = count > 1 && pool->width > 1 ? take_slot(pool, &bit) : NULL;
  if (!s) {
    for (unsigned i = 0; i < count; ++i)
      fn(user, i);
    return;
  }
  const uint64_t began = qn_clock_ns();
  start_threads(pool, count < pool->width ? count - 1 : pool->width - 1);
  const uint_fast64_t generation =
      (atomic_load_explicit(&s->ticket, memory_order_relaxed) >> 32) + 1;
  // Closed while its fields change: no chunk below the count is left.
  atomic_store_explicit(&s->ticket, generation << 32 | UINT32_MAX,
                        memory_order_release);
  atomic_store_explicit(&s->fn, fn, memory_order_relaxed);
  atomic_store_explicit(&s->user, user, memory_order_relaxed);
  atomic_store_explicit(&s->count, count, memory_order_relaxed);
  atomic_store_explicit(&s->finished, 0, memory_order_relaxed);
  atomic_store_explicit(&s->ticket, (generation + 1) << 32,
                        memory_order_release);
  atomic_fetch_or(&pool->open, bit);
  atomic_fetch_add(&pool->wake, 1);
  want_awake(pool, count - 1, bit);
  wake_others(pool, WAKES_OF_CALLER);
  while (do_chunk(pool, s, bit))
    wake_others(pool, 1);
  await(s, count, began);
  atomic_fetch_and_explicit(&pool->open, ~bit, memory_order_relaxed);
  atomic_fetch_and_explicit(&pool->taken, ~bit, memory_order_release);
}

typedef struct part_of {
  qn_chunk_fn *fn;
  void *user;
  uint64_t first;
} part_of;

static void run_part_of(void *user, uint64_t index) {
  const part_of *p = user;
  p->fn(p->user, p->first + index);
}

void qn_pool_run(qn_pool *pool, qn_chunk_fn *fn, void *user, uint64_t count) {
  if (count <= RUN_MAX) {
    run(pool, fn, user, (unsigned)count);
    return;
  }
  part_of p = {fn, user, 0};
  for (; p.first < count; p.first += RUN_MAX)
    run(pool, run_part_of, &p,
        count - p.first < RUN_MAX ? (unsigned)(count - p.first) : RUN_MAX);
}

void qn_pool_destroy(qn_pool **where) {
  qn_pool *pool = *where;
  if (!pool)
    return;
  atomic_store(&pool->ending, true);
  atomic_fetch_add(&pool->wake, 1);
  futex_wake(&pool->wake, WIDTH_MAX);
  for (unsigned i = 0; i < atomic_load(&pool->started); ++i)
    pthread_join(pool->threads[i], NULL);
  pthread_mutex_destroy(&pool->mutex);
  qn_free(pool->threads);
  qn_free_aligned(pool);
  *where = NULL;
}

// ---- Runs on a thread each

typedef struct part {
  qn_chunk_fn *fn;
  void *user;
  unsigned index;
  pthread_t thread;
} part;

static void *run_part(void *user) {
  const part *p = user;
  p->fn(p->user, p->index);
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
    fn(user, 0);
  for (unsigned i = 1; i < started; ++i)
    pthread_join(parts[i].thread, NULL);
  qn_free(parts);
  return status;
}
