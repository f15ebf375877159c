// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/dispatch.h"

#include <stdlib.h>

#include "amdsim/core/waits.h"
#include "amdsim/core/wave.h"
#include "base/alloc.h"
#include "targets/hsa.h"

enum {
  REGISTERS = 256, // of each kind
  SLICE = 20000,   // instructions of a wave before others
  PATIENCE = 8,    // slices of a group before another one is begun
  ACTIVE_MAX = 4096,
  THREADS_MAX = 64,
  POISON = 0x7fbadbad,
};

// ---- Waves

static void free_group(qn_amd_group *g) {
  for (unsigned k = 0; g->waves && k < g->wave_count; ++k) {
    qn_free_aligned(g->waves[k].v);
    qn_free(g->waves[k].scratch);
    qn_free(g->waves[k].waits);
  }
  qn_free_aligned(g->waves);
  qn_free_aligned(g->lds);
  qn_free(g);
}

static bool processor_is_v3(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

static void choose_ops(qn_amd_wave *w) {
  w->ops = qn_amd_ops_base;
  w->compares = qn_amd_compares_base;
#if defined(__x86_64__)
  if (processor_is_v3()) {
    w->ops = qn_amd_ops_v3;
    w->compares = qn_amd_compares_v3;
  }
#endif
}

// Fills registers with what no correct kernel reads.
static void poison(uint32_t *at, size_t count) {
  for (size_t k = 0; k < count; ++k)
    at[k] = POISON;
}

static bool make_wave(qn_amd_wave *w, const qn_amd_dispatch *d) {
  const size_t words = 2 * (size_t)REGISTERS * QN_AMD_LANES;
  w->v = qn_alloc_aligned(64, words * sizeof(*w->v));
  if (!w->v)
    return false;
  w->a = w->v + (size_t)REGISTERS * QN_AMD_LANES;
  if (qn_amd_waits_asked() &&
      !(w->waits = qn_alloc_array(1, sizeof(*w->waits))))
    return false;
  w->scratch_size = d->private_size;
  w->views.agent = d->agent;
  if (!d->private_size)
    return true;
  w->scratch = qn_alloc_array(d->private_size / 4 + 1, 4 * (size_t)w->lanes);
  return w->scratch != NULL;
}

static unsigned waves_of_group(const qn_amd_dispatch *d) {
  const unsigned items = d->block[0] * d->block[1] * d->block[2];
  return (items + d->kernel.lanes - 1) / d->kernel.lanes;
}

static qn_amd_group *make_group(const qn_amd_dispatch *d) {
  qn_amd_group *g = qn_alloc_array(1, sizeof(*g));
  if (!g)
    return NULL;
  const unsigned lanes = d->kernel.lanes;
  g->dispatch = d;
  g->wave_count = waves_of_group(d);
  g->waves = qn_alloc_aligned(64, g->wave_count * sizeof(*g->waves));
  g->lds_size = d->group_size;
  g->lds = qn_alloc_aligned(64, (size_t)d->group_size + 64);
  if (!g->waves || !g->lds) {
    free_group(g);
    return NULL;
  }
  memset(g->waves, 0, g->wave_count * sizeof(*g->waves));
  for (unsigned k = 0; k < g->wave_count; ++k) {
    g->waves[k].lanes = lanes;
    if (make_wave(&g->waves[k], d))
      continue;
    free_group(g);
    return NULL;
  }
  return g;
}

// ---- What a wave begins with

enum { // properties of a descriptor
  PRIVATE_BUFFER = 1 << 0,
  DISPATCH_POINTER = 1 << 1,
  QUEUE_POINTER = 1 << 2,
  KERNARG_POINTER = 1 << 3,
  DISPATCH_ID = 1 << 4,
  FLAT_SCRATCH_INIT = 1 << 5,
  PRIVATE_SIZE = 1 << 6,
};

static unsigned put_pair(qn_amd_wave *w, unsigned at, uint64_t value) {
  w->s[at] = (uint32_t)value;
  w->s[at + 1] = (uint32_t)(value >> 32);
  return at + 2;
}

static unsigned put_private_buffer(qn_amd_wave *w, unsigned at) {
  const uint64_t base = (uintptr_t)w->scratch;
  w->s[at] = (uint32_t)base;
  // Swizzled: elements of 4 bytes, an index stride of the wave's lanes.
  w->s[at + 1] =
      (uint32_t)(base >> 32) | (w->chip->major >= 11 ? 1u << 30 : 1u << 31);
  w->s[at + 2] = UINT32_MAX;
  w->s[at + 3] = 1u << 23 | 1u << 19;
  return at + 4;
}

static unsigned put_user_registers(qn_amd_wave *w, const qn_amd_dispatch *d) {
  const unsigned has = d->kernel.properties;
  unsigned at = 0;
  if (has & PRIVATE_BUFFER)
    at = put_private_buffer(w, at);
  if (has & DISPATCH_POINTER)
    at = put_pair(w, at, d->packet);
  if (has & QUEUE_POINTER)
    at = put_pair(w, at, d->queue);
  if (has & KERNARG_POINTER)
    at = put_pair(w, at, d->kernarg);
  if (has & DISPATCH_ID)
    at = put_pair(w, at, d->id);
  if (has & FLAT_SCRATCH_INIT)
    at = put_pair(w, at, (uintptr_t)w->scratch);
  if (has & PRIVATE_SIZE)
    w->s[at++] = d->private_size;
  const unsigned length = d->kernel.preload & 127;
  const unsigned from = d->kernel.preload >> 7 & 511;
  for (unsigned k = 0; k < length && at < 16; ++k) {
    const uint64_t address = d->kernarg + 4 * (uint64_t)(from + k);
    if (qn_amd_memory_check(&w->views, address, 4, false))
      memcpy(&w->s[at], (const void *)(uintptr_t)address, 4);
    ++at;
  }
  return d->kernel.rsrc2 >> 1 & 31;
}

static void put_system_registers(qn_amd_wave *w, const qn_amd_dispatch *d,
                                 unsigned at) {
  const uint32_t rsrc2 = d->kernel.rsrc2;
  const uint32_t *id = w->group->id;
  if (w->chip->group_ids_in_ttmp) {
    w->s[QN_AMD_TTMP + 9] = id[0];
    w->s[QN_AMD_TTMP + 7] = (id[1] & 0xffff) | id[2] << 16;
    w->s[QN_AMD_TTMP + 8] = w->number << 25;
  } else {
    for (unsigned k = 0; k < 3; ++k)
      if (rsrc2 >> (7 + k) & 1)
        w->s[at++] = id[k];
    if (rsrc2 >> 10 & 1)
      w->s[at++] = 0;
    // All waves have their own base.
    if ((rsrc2 & 1) && !w->chip->flat_scratch)
      w->s[at++] = 0;
  }
  put_pair(w, QN_AMD_SHARED_BASE, QN_AMD_SHARED_APERTURE);
  put_pair(w, QN_AMD_SHARED_LIMIT,
           QN_AMD_SHARED_APERTURE + QN_AMD_APERTURE_SIZE - 1);
  put_pair(w, QN_AMD_PRIVATE_BASE, QN_AMD_PRIVATE_APERTURE);
  put_pair(w, QN_AMD_PRIVATE_LIMIT,
           QN_AMD_PRIVATE_APERTURE + QN_AMD_APERTURE_SIZE - 1);
  put_pair(w, QN_AMD_FLAT_SCRATCH, (uintptr_t)w->scratch);
}

// Work-item ids, and which lanes there are.
static void put_ids(qn_amd_wave *w, const qn_amd_dispatch *d,
                    const uint32_t *size) {
  const uint32_t kinds = d->kernel.rsrc2 >> 11 & 3;
  const uint32_t items = size[0] * size[1] * size[2];
  uint64_t exec = 0;
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const uint32_t item = w->number * w->lanes + lane;
    const uint32_t x = item % size[0], y = item / size[0] % size[1];
    const uint32_t z = item / (size[0] * size[1]);
    exec |= (uint64_t)(item < items) << lane;
    if (w->chip->packed_ids) {
      qn_amd_v(w, 0)[lane] = x | y << 10 | z << 20;
      continue;
    }
    qn_amd_v(w, 0)[lane] = x;
    if (kinds >= 1)
      qn_amd_v(w, 1)[lane] = y;
    if (kinds >= 2)
      qn_amd_v(w, 2)[lane] = z;
  }
  put_pair(w, QN_AMD_EXEC, exec);
}

static void start_wave(qn_amd_wave *w, qn_amd_group *g, unsigned number,
                       const uint32_t *size) {
  const qn_amd_dispatch *d = g->dispatch;
  w->group = g;
  w->number = number;
  w->code = d->kernel.code;
  w->chip = qn_amd_code_chip(w->code);
  choose_ops(w);
  w->all = w->lanes == 64 ? UINT64_MAX : UINT32_MAX;
  w->mask_of = 0;
  memset(w->mask, 0, sizeof(w->mask));
  const unsigned granule = w->chip->unified_vgprs || w->lanes == 32 ? 8 : 4;
  unsigned count = ((d->kernel.rsrc1 & 63) + 1) * granule;
  w->vgprs = count > REGISTERS ? REGISTERS : count;
  poison(w->v, (size_t)w->vgprs * QN_AMD_LANES);
  poison(w->s, QN_AMD_SREG_COUNT);
  w->s[QN_AMD_NULL] = 0;
  w->scc = 0;
  w->mode = d->kernel.rsrc1 >> 12 & 0xff;
  w->mode_set = w->mode != 0xf0;
  w->executed = 0;
  if (w->waits)
    memset(w->waits, 0, sizeof(*w->waits));
  w->state = QN_AMD_RUNNING;
  put_system_registers(w, d, put_user_registers(w, d));
  put_ids(w, d, size);
  w->at = NULL;
  // Code with preloaded arguments begins with what loads them otherwise.
  const uint64_t entry = d->kernel.entry + (d->kernel.preload & 127 ? 256 : 0);
  qn_amd_jump(w, entry);
  w->at = w->jump;
}

static void start_group(qn_amd_group *g, uint64_t index) {
  const qn_amd_dispatch *d = g->dispatch;
  uint32_t size[3];
  g->id[0] = (uint32_t)(index % d->groups[0]);
  g->id[1] = (uint32_t)(index / d->groups[0] % d->groups[1]);
  g->id[2] = (uint32_t)(index / d->groups[0] / d->groups[1]);
  for (unsigned k = 0; k < 3; ++k) { // the last may be smaller
    const uint32_t left = d->grid[k] - g->id[k] * d->block[k];
    size[k] = left < d->block[k] ? left : d->block[k];
  }
  g->ended = 0;
  poison((uint32_t *)(void *)g->lds, g->lds_size / 4);
  for (unsigned k = 0; k < g->wave_count; ++k) {
    if ((uint64_t)k * d->kernel.lanes >=
        (uint64_t)size[0] * size[1] * size[2]) {
      g->waves[k].state = QN_AMD_ENDED;
      g->waves[k].executed = 0;
      ++g->ended;
      continue;
    }
    start_wave(&g->waves[k], g, k, size);
  }
}

// ---- Groups

// Runs each wave for a slice. False when the group is done, or has failed.
static bool run_slice(qn_amd_group *g, uint64_t limit) {
  unsigned ended = 0, waiting = 0;
  for (unsigned k = 0; k < g->wave_count; ++k) {
    qn_amd_wave *w = &g->waves[k];
    if (w->state == QN_AMD_YIELDED)
      w->state = QN_AMD_RUNNING;
    if (w->state == QN_AMD_RUNNING && w->at)
      qn_amd_run(w, SLICE);
    if (limit && w->executed > limit && w->state == QN_AMD_RUNNING)
      qn_amd_fail(w, 3, "no end after %llu instructions of a wave",
                  (unsigned long long)limit);
    if (w->state == QN_AMD_FAILED)
      return false;
    ended += w->state == QN_AMD_ENDED;
    waiting += w->state == QN_AMD_AT_BARRIER;
  }
  if (waiting && ended + waiting == g->wave_count)
    for (unsigned k = 0; k < g->wave_count; ++k)
      if (g->waves[k].state == QN_AMD_AT_BARRIER)
        g->waves[k].state = QN_AMD_RUNNING;
  return ended < g->wave_count;
}

static uint64_t group_count(const qn_amd_dispatch *d) {
  return (uint64_t)d->groups[0] * d->groups[1] * d->groups[2];
}

static void out_of_memory(qn_amd_dispatch *d) {
  qn_mutex_lock(&d->mutex);
  if (!atomic_load(&d->status)) {
    snprintf(d->message, sizeof(d->message), "no memory for a group");
    atomic_store(&d->status, 2);
  }
  qn_mutex_unlock(&d->mutex);
}

// Groups that this thread runs in turn: several only when they wait for others.
typedef struct team {
  qn_amd_dispatch *d;
  qn_amd_group **active;
  unsigned count, made; // the rest of those made are free
  unsigned most;
} team;

static bool begin_group(team *c) {
  const uint64_t index = atomic_fetch_add(&c->d->taken, 1);
  if (index >= group_count(c->d))
    return false;
  if (c->count == c->made) {
    qn_amd_group *g = make_group(c->d);
    if (!g) {
      out_of_memory(c->d);
      return false;
    }
    c->active[c->made++] = g;
  }
  start_group(c->active[c->count++], index);
  return true;
}

static void note_executed(team *c, const qn_amd_group *g) {
  uint64_t sum = 0;
  for (unsigned k = 0; k < g->wave_count; ++k)
    sum += g->waves[k].executed;
  atomic_fetch_add(&c->d->executed, sum);
}

static void run_groups(team *c) {
  unsigned patience = 0;
  while (!atomic_load_explicit(&c->d->status, memory_order_relaxed)) {
    if (!c->count || patience >= PATIENCE) {
      patience = 0;
      if ((c->count == c->most || !begin_group(c)) && !c->count)
        return;
    }
    for (unsigned k = 0; k < c->count;) {
      qn_amd_group *g = c->active[k];
      if (run_slice(g, c->d->limit)) {
        ++k;
        continue;
      }
      note_executed(c, g);
      c->active[k] = c->active[--c->count];
      c->active[c->count] = g;
      patience = 0;
    }
    ++patience;
  }
}

// That run groups.
static unsigned thread_count(void) {
  const char *asked = getenv("QUERN_AMDSIM_THREADS");
  const unsigned long count = asked ? strtoul(asked, NULL, 10) : qn_cpu_count();
  return count > THREADS_MAX ? THREADS_MAX : count ? (unsigned)count : 1;
}

static void work(qn_amd_dispatch *d) {
  const unsigned own = HSA_SIM_WAVES_MAX / thread_count() / waves_of_group(d);
  team c = {.d = d, .most = own < ACTIVE_MAX ? own : ACTIVE_MAX};
  c.active = qn_alloc_array(ACTIVE_MAX, sizeof(*c.active));
  if (!c.active) {
    out_of_memory(d);
    return;
  }
  run_groups(&c);
  for (unsigned k = 0; k < c.made; ++k)
    free_group(c.active[k]);
  qn_free(c.active);
}

// ---- Threads

static qn_mutex pool_mutex = QN_MUTEX_INIT;
static qn_cond pool_wake, pool_done;
static qn_amd_dispatch *jobs;
static pthread_once_t pool_once = PTHREAD_ONCE_INIT;

// A dispatch that has groups left; with the mutex held.
static qn_amd_dispatch *find_job(void) {
  for (qn_amd_dispatch *d = jobs; d; d = d->next)
    if (atomic_load(&d->taken) < group_count(d))
      return d;
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
  qn_mutex_lock(&pool_mutex);
  for (;;) {
    qn_amd_dispatch *d = find_job();
    if (!d) {
      qn_cond_wait(&pool_wake, &pool_mutex);
      continue;
    }
    ++d->helpers;
    qn_mutex_unlock(&pool_mutex);
    work(d);
    qn_mutex_lock(&pool_mutex);
    --d->helpers;
    qn_cond_broadcast(&pool_done);
  }
  return NULL;
}

static void start_pool(void) {
  const unsigned threads = thread_count();
  qn_cond_init(&pool_wake);
  qn_cond_init(&pool_done);
  for (unsigned k = 1; k < threads; ++k) {
    qn_thread thread;
    if (qn_failed(qn_thread_start(&thread, "quern-amdsim", help, NULL, NULL)))
      return;
    (void)pthread_detach(thread);
  }
}

void qn_amd_dispatch_run(qn_amd_dispatch *d) {
  (void)pthread_once(&pool_once, start_pool);
  for (unsigned k = 0; k < 3; ++k)
    d->groups[k] = (d->grid[k] + d->block[k] - 1) / d->block[k];
  qn_mutex_init(&d->mutex);
  if (group_count(d) > 1) {
    qn_mutex_lock(&pool_mutex);
    d->next = jobs;
    jobs = d;
    qn_cond_broadcast(&pool_wake);
    qn_mutex_unlock(&pool_mutex);
  }
  work(d);
  if (group_count(d) > 1) {
    qn_mutex_lock(&pool_mutex);
    for (qn_amd_dispatch **at = &jobs; *at; at = &(*at)->next)
      if (*at == d) {
        *at = d->next;
        break;
      }
    while (d->helpers)
      qn_cond_wait(&pool_done, &pool_mutex);
    qn_mutex_unlock(&pool_mutex);
  }
  qn_mutex_finish(&d->mutex);
}
