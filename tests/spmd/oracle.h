// SPDX-License-Identifier: Apache-2.0
//
// What random kernels (generate.py) need to be plain C++ for the host, without
// Quern: each work-item is a coroutine, and those of a group take turns. It goes
// before the source: clang++ -x c++ -include oracle.h -shared.
#ifndef TESTS_SPMD_ORACLE_H
#define TESTS_SPMD_ORACLE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __global__
#define __device__
#define __constant__ static const
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)

struct oracle_dim {
  unsigned x, y, z;
};
struct alignas(8) int2 {
  int x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) float4 {
  float x, y, z, w;
};

// ---- Work-items

enum {
  ORACLE_ITEMS = 1024,
  ORACLE_STACK = 64 * 1024,
  ORACLE_WARP = 32,
};

enum oracle_state {
  ORACLE_READY,
  ORACLE_AT_BARRIER,
  ORACLE_AT_WARP,
  ORACLE_DONE,
};

struct oracle_item {
  ucontext_t context;
  oracle_state state;
  oracle_dim thread;
  int predicate;           // what it brings to a barrier
  unsigned mask;           // the lanes it waits for
  uint64_t brought;        // its value in a warp operation
  uint64_t seen[ORACLE_WARP]; // everyone's, when all have come
  unsigned there;          // who has come
};

static oracle_item oracle_items[ORACLE_ITEMS];
static char *oracle_stacks;
static ucontext_t oracle_scheduler;
static unsigned oracle_count, oracle_now;
static unsigned oracle_votes, oracle_voters; // of the barrier passed last
static oracle_dim threadIdx, blockIdx, blockDim, gridDim;

static void oracle_wait(oracle_state state) {
  oracle_item *self = &oracle_items[oracle_now];
  self->state = state;
  swapcontext(&self->context, &oracle_scheduler);
}

// Whether all that are left have come to the barrier; lets them go on.
static bool oracle_pass_barrier() {
  unsigned alive = 0, there = 0, votes = 0;
  for (unsigned i = 0; i < oracle_count; ++i) {
    alive += oracle_items[i].state != ORACLE_DONE;
    if (oracle_items[i].state != ORACLE_AT_BARRIER)
      continue;
    ++there;
    votes += oracle_items[i].predicate != 0;
  }
  if (!there || there != alive)
    return false;
  oracle_votes = votes;
  oracle_voters = there;
  for (unsigned i = 0; i < oracle_count; ++i)
    if (oracle_items[i].state == ORACLE_AT_BARRIER)
      oracle_items[i].state = ORACLE_READY;
  return true;
}

// Whether all lanes of `item`'s mask that are left have come; lets them go on.
static bool oracle_pass_warp(unsigned item) {
  const unsigned first = item / ORACLE_WARP * ORACLE_WARP;
  const unsigned mask = oracle_items[item].mask;
  unsigned there = 0;
  for (unsigned i = 0; i < ORACLE_WARP && first + i < oracle_count; ++i) {
    const oracle_item *one = &oracle_items[first + i];
    if (!(mask >> i & 1) || one->state == ORACLE_DONE)
      continue;
    if (one->state != ORACLE_AT_WARP || one->mask != mask)
      return false;
    there |= 1u << i;
  }
  for (unsigned i = 0; i < ORACLE_WARP; ++i) {
    if (!(there >> i & 1))
      continue;
    oracle_item *one = &oracle_items[first + i];
    one->state = ORACLE_READY;
    one->there = there;
    for (unsigned k = 0; k < ORACLE_WARP; ++k)
      one->seen[k] = there >> k & 1 ? oracle_items[first + k].brought : 0;
  }
  return true;
}

// ---- Barriers and warp operations

static int oracle_barrier(int predicate) {
  oracle_items[oracle_now].predicate = predicate;
  oracle_wait(ORACLE_AT_BARRIER);
  return (int)oracle_votes;
}

static inline void __syncthreads() { (void)oracle_barrier(0); }
static inline int __syncthreads_count(int p) { return oracle_barrier(p); }
static inline int __syncthreads_or(int p) { return oracle_barrier(p) != 0; }
static inline int __syncthreads_and(int p) {
  const int votes = oracle_barrier(p);
  return votes == (int)oracle_voters;
}

static oracle_item *oracle_meet(unsigned mask, uint64_t value) {
  oracle_item *self = &oracle_items[oracle_now];
  self->mask = mask;
  self->brought = value;
  oracle_wait(ORACLE_AT_WARP);
  return self;
}

static inline unsigned oracle_lane() { return oracle_now % ORACLE_WARP; }

// A lane that does not take part gives the reader's own value.
template <typename T>
static T oracle_from(unsigned mask, T value, unsigned lane) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(value));
  const oracle_item *self = oracle_meet(mask, bits);
  if (lane < ORACLE_WARP && self->there >> lane & 1)
    memcpy(&value, &self->seen[lane], sizeof(value));
  return value;
}

template <typename T>
static T __shfl_sync(unsigned mask, T value, unsigned from, unsigned width = 32) {
  const unsigned start = oracle_lane() / width * width;
  return oracle_from(mask, value, start + from % width);
}
template <typename T>
static T __shfl_up_sync(unsigned mask, T value, unsigned by, unsigned width = 32) {
  const unsigned lane = oracle_lane(), place = lane % width;
  return oracle_from(mask, value, by <= place ? lane - by : lane);
}
template <typename T>
static T __shfl_down_sync(unsigned mask, T value, unsigned by, unsigned width = 32) {
  const unsigned lane = oracle_lane(), place = lane % width;
  return oracle_from(mask, value, by < width - place ? lane + by : lane);
}
template <typename T>
static T __shfl_xor_sync(unsigned mask, T value, unsigned by, unsigned width = 32) {
  const unsigned lane = oracle_lane();
  const unsigned end = lane / width * width + width;
  return oracle_from(mask, value, (lane ^ by) < end ? lane ^ by : lane);
}

static inline void __syncwarp(unsigned mask = ~0u) {
  (void)oracle_meet(mask, 0);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const oracle_item *self = oracle_meet(mask, predicate != 0);
  unsigned votes = 0;
  for (unsigned i = 0; i < ORACLE_WARP; ++i)
    votes |= (unsigned)(self->seen[i] != 0) << i;
  return votes;
}
static inline int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
static inline int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
static inline unsigned __match_any_sync(unsigned mask, unsigned value) {
  const oracle_item *self = oracle_meet(mask, value);
  unsigned same = 0;
  for (unsigned i = 0; i < ORACLE_WARP; ++i)
    if (self->there >> i & 1)
      same |= (unsigned)(self->seen[i] == value) << i;
  return same;
}

static inline unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  const oracle_item *self = oracle_meet(mask, value);
  unsigned sum = 0;
  for (unsigned i = 0; i < ORACLE_WARP; ++i)
    sum += (unsigned)self->seen[i];
  return sum;
}
static inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  const oracle_item *self = oracle_meet(mask, value);
  unsigned max = 0;
  for (unsigned i = 0; i < ORACLE_WARP; ++i)
    max = self->seen[i] > max ? (unsigned)self->seen[i] : max;
  return max;
}

// ---- Arithmetic

static inline unsigned __float_as_uint(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}
static inline long long __double_as_longlong(double x) {
  long long bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}
// Products and sums are two operations here (-ffp-contract=off).
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static inline unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((uint64_t)a * b >> 32);
}
static inline unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
static inline unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
static inline int max(int a, int b) { return a < b ? b : a; }
static inline int min(int a, int b) { return b < a ? b : a; }
// Of two types: in the one that arithmetic has.
template <typename A, typename B> static auto max(A a, B b) -> decltype(a + b) {
  return max((decltype(a + b))a, (decltype(a + b))b);
}
template <typename A, typename B> static auto min(A a, B b) -> decltype(a + b) {
  return min((decltype(a + b))a, (decltype(a + b))b);
}

// ---- Atomic operations: nobody else runs

template <typename T> static T oracle_swap(T *at, T value) {
  const T old = *at;
  *at = value;
  return old;
}
template <typename T, typename U> static T atomicAdd(T *at, U x) {
  return oracle_swap(at, (T)(*at + x));
}
static inline unsigned atomicSub(unsigned *at, unsigned x) {
  return oracle_swap(at, *at - x);
}
static inline unsigned atomicMax(unsigned *at, unsigned x) {
  return oracle_swap(at, max(*at, x));
}
static inline unsigned atomicMin(unsigned *at, unsigned x) {
  return oracle_swap(at, min(*at, x));
}
static inline unsigned atomicXor(unsigned *at, unsigned x) {
  return oracle_swap(at, *at ^ x);
}
static inline unsigned atomicOr(unsigned *at, unsigned x) {
  return oracle_swap(at, *at | x);
}
static inline unsigned atomicAnd(unsigned *at, unsigned x) {
  return oracle_swap(at, *at & x);
}
static inline unsigned atomicExch(unsigned *at, unsigned x) {
  return oracle_swap(at, x);
}
static inline unsigned atomicCAS(unsigned *at, unsigned old, unsigned x) {
  return oracle_swap(at, *at == old ? x : *at);
}
static inline unsigned atomicInc(unsigned *at, unsigned limit) {
  return oracle_swap(at, *at >= limit ? 0 : *at + 1);
}

// ---- Launches

// Kernels without a struct do not look for it.
struct oracle_passed {
  unsigned at[8];
};
typedef void oracle_kernel(const unsigned *, const float *, unsigned *,
                           unsigned *, unsigned, unsigned, oracle_passed);

struct oracle_launch {
  oracle_kernel *kernel;
  const unsigned *numbers;
  const float *reals;
  unsigned *results, *sums, n, total;
  oracle_passed passed;
  unsigned grid[3], block[3];
};

static const oracle_launch *oracle_current;

static void oracle_run_item() {
  const oracle_launch *l = oracle_current;
  l->kernel(l->numbers, l->reals, l->results, l->sums, l->n, l->total,
            l->passed);
  oracle_wait(ORACLE_DONE);
}

static void oracle_start_items() {
  for (unsigned i = 0; i < oracle_count; ++i) {
    oracle_item *one = &oracle_items[i];
    one->state = ORACLE_READY;
    one->thread = {i % blockDim.x, i / blockDim.x % blockDim.y,
                   i / blockDim.x / blockDim.y};
    getcontext(&one->context);
    one->context.uc_stack.ss_sp = oracle_stacks + (size_t)i * ORACLE_STACK;
    one->context.uc_stack.ss_size = ORACLE_STACK;
    one->context.uc_link = NULL;
    makecontext(&one->context, oracle_run_item, 0);
  }
}

// Every item that can, in turn; then whatever all have come to.
static void oracle_run_group() {
  oracle_start_items();
  for (;;) {
    bool moved = false, alive = false;
    for (unsigned i = 0; i < oracle_count; ++i) {
      if (oracle_items[i].state == ORACLE_READY) {
        moved = true;
        oracle_now = i;
        threadIdx = oracle_items[i].thread;
        swapcontext(&oracle_scheduler, &oracle_items[i].context);
      }
      alive |= oracle_items[i].state != ORACLE_DONE;
    }
    if (!alive)
      return;
    for (unsigned i = 0; i < oracle_count; ++i)
      if (oracle_items[i].state == ORACLE_AT_WARP)
        moved |= oracle_pass_warp(i);
    if (!moved && !oracle_pass_barrier()) {
      fprintf(stderr, "oracle: work-items wait for ones that never come\n");
      exit(1);
    }
  }
}

extern "C" __attribute__((visibility("default"))) void
oracle_run(const oracle_launch *l) {
  oracle_current = l;
  blockDim = {l->block[0], l->block[1], l->block[2]};
  gridDim = {l->grid[0], l->grid[1], l->grid[2]};
  oracle_count = blockDim.x * blockDim.y * blockDim.z;
  if (!oracle_stacks)
    oracle_stacks = (char *)malloc((size_t)ORACLE_ITEMS * ORACLE_STACK);
  if (!oracle_stacks || oracle_count > ORACLE_ITEMS)
    exit(1);
  for (unsigned z = 0; z < gridDim.z; ++z)
    for (unsigned y = 0; y < gridDim.y; ++y)
      for (unsigned x = 0; x < gridDim.x; ++x) {
        blockIdx = {x, y, z};
        oracle_run_group();
      }
}

#endif // TESTS_SPMD_ORACLE_H
