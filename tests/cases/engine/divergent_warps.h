// SPDX-License-Identifier: Apache-2.0
// Kernels of divergent_warps.hip and .cu. Each lane keeps a number of all that
// it saw; the host goes through the same code for the whole warp, with the set
// of lanes that are on a way.
#ifndef QUERN_TESTS_DIVERGENT_WARPS_H
#define QUERN_TESTS_DIVERGENT_WARPS_H

#include <hip/hip_runtime.h>
#include "program.h"

#ifdef __CUDACC__
#define BALLOT(p) __ballot_sync(__activemask(), p)
#define FETCH(v, lane) __shfl_sync(__activemask(), v, lane)
#define SWAP(v, lanes, width)                                                  \
  __shfl_xor_sync(__activemask(), v, lanes, width)
#else
#define BALLOT(p) ((unsigned)__ballot(p))
#define FETCH(v, lane) __shfl(v, lane)
#define SWAP(v, lanes, width) __shfl_xor(v, lanes, width)
#endif

enum { WARP = 32 };

// ---- The host's warp

static unsigned number_of(unsigned before, unsigned seen) {
  return before * 31 + seen;
}

typedef unsigned warp_values[WARP];

template <typename F> static unsigned lanes_that(unsigned lanes, F is) {
  unsigned found = 0;
  for (unsigned t = 0; t < WARP; ++t)
    if ((lanes >> t & 1) && is(t))
      found |= 1u << t;
  return found;
}

static unsigned first_of(unsigned lanes) {
  unsigned t = 0;
  while (t < WARP && !(lanes >> t & 1))
    ++t;
  return t;
}

static void all_see(warp_values h, unsigned lanes, unsigned seen) {
  for (unsigned t = 0; t < WARP; ++t)
    if (lanes >> t & 1)
      h[t] = number_of(h[t], seen);
}

// ---- What the device does

#define SEE(seen) (h = h * 31 + (unsigned)(seen))

// What rocPRIM's sorts of a warp do.
static __global__ void sort(unsigned *o) {
  const unsigned t = threadIdx.x;
  if (t < 8) {
    int key = (t * 5 + 3) % 8, value = key * 10;
    for (unsigned w = 2; w <= 8; w *= 2)
      for (unsigned m = w / 2; m; m /= 2) {
        const bool up = ((t & w) == 0) == ((t & m) == 0);
        const int other = SWAP(key, m, 8);
        if (up ? other < key : other > key) {
          key = other;
          value = SWAP(value, m, 8);
        }
      }
    o[t] = key * 100 + value;
  }
}

static void sort_on_host(warp_values h) {
  for (unsigned t = 0; t < 8; ++t)
    h[t] = t * 100 + t * 10;
}

static __global__ void branches(unsigned *o) {
  const unsigned t = threadIdx.x % WARP;
  unsigned h = o[threadIdx.x];
  if (h % 3 == 0) {
    SEE(BALLOT(1));
    if (t & 4)
      SEE(BALLOT(t & 8));
    SEE(FETCH(t, __ffs((int)BALLOT(1)) - 1));
  } else if (h % 3 == 1) {
    SEE(BALLOT(t & 2));
  } else {
    SEE(BALLOT(1));
    SEE(FETCH(t + 100, __ffs((int)BALLOT(1)) - 1));
  }
  SEE(BALLOT(1));
  o[threadIdx.x] = h;
}

static void branches_on_host(warp_values h) {
  unsigned ways[3];
  for (unsigned k = 0; k < 3; ++k)
    ways[k] = lanes_that(~0u, [&](unsigned t) { return h[t] % 3 == k; });
  all_see(h, ways[0], ways[0]);
  const unsigned inner = lanes_that(ways[0], [](unsigned t) { return t & 4; });
  all_see(h, inner, lanes_that(inner, [](unsigned t) { return t & 8; }));
  all_see(h, ways[0], first_of(ways[0]));
  all_see(h, ways[1], lanes_that(ways[1], [](unsigned t) { return t & 2; }));
  all_see(h, ways[2], ways[2]);
  all_see(h, ways[2], first_of(ways[2]) + 100);
  all_see(h, ~0u, ~0u);
}

// Lanes leave in different rounds, some of them after very many, and skip parts
// of rounds.
static __global__ void rounds(unsigned *o, unsigned factor) {
  const unsigned t = threadIdx.x % WARP;
  unsigned h = o[threadIdx.x];
  const unsigned count = (h * 7 + t) % 5 * factor;
  for (unsigned i = 0; i < count; ++i) {
    SEE(BALLOT(1));
    if ((t + i) % 3 == 0)
      continue;
    SEE(BALLOT(t & 1));
    if (i == t + 1)
      break;
    SEE(FETCH(i, 32 - __clz((int)BALLOT(1)) - 1));
  }
  SEE(BALLOT(1));
  o[threadIdx.x] = h;
}

static void rounds_on_host(warp_values h, unsigned factor) {
  unsigned lanes = ~0u;
  warp_values count;
  for (unsigned t = 0; t < WARP; ++t)
    count[t] = (h[t] * 7 + t) % 5 * factor;
  for (unsigned i = 0; lanes; ++i) {
    lanes = lanes_that(lanes, [&](unsigned t) { return i < count[t]; });
    all_see(h, lanes, lanes);
    unsigned rest =
        lanes_that(lanes, [&](unsigned t) { return (t + i) % 3 != 0; });
    all_see(h, rest, lanes_that(rest, [](unsigned t) { return t & 1; }));
    const unsigned gone =
        lanes_that(rest, [&](unsigned t) { return i == t + 1; });
    lanes &= ~gone;
    all_see(h, rest & ~gone, i);
  }
  all_see(h, ~0u, ~0u);
}

// Loops in a loop, one after another; some lanes end early.
static __global__ void nested(unsigned *o) {
  const unsigned t = threadIdx.x % WARP;
  unsigned h = o[threadIdx.x];
  const unsigned count = h % 4;
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned k = i; k < t % 5; ++k)
      SEE(BALLOT(1));
    if (t == 9 && i == 1) {
      o[threadIdx.x] = h;
      return;
    }
    for (unsigned k = 0; k < (t + i) % 3; ++k)
      SEE(BALLOT(1));
  }
  SEE(BALLOT(1));
  o[threadIdx.x] = h;
}

static void nested_on_host(warp_values h) {
  unsigned lanes = ~0u, ended = 0;
  warp_values count;
  for (unsigned t = 0; t < WARP; ++t)
    count[t] = h[t] % 4;
  for (unsigned i = 0; i < 4; ++i) {
    lanes = lanes_that(lanes, [&](unsigned t) { return i < count[t]; });
    for (unsigned k = i; k < 5; ++k) {
      const unsigned in =
          lanes_that(lanes, [&](unsigned t) { return k < t % 5; });
      all_see(h, in, in);
    }
    if (i == 1)
      ended = lanes & 1u << 9;
    lanes &= ~ended;
    for (unsigned k = 0; k < 3; ++k) {
      const unsigned in =
          lanes_that(lanes, [&](unsigned t) { return k < (t + i) % 3; });
      all_see(h, in, in);
    }
  }
  all_see(h, ~ended, ~ended);
}

// One function from several places, and to different depths.
static __device__ __attribute__((noinline)) unsigned ask(unsigned h) {
  return SEE(BALLOT(1));
}

static __device__ __attribute__((noinline)) unsigned descend(unsigned h,
                                                             unsigned depth) {
  if (depth) {
    SEE(BALLOT(1));
    h = descend(h, depth - 1);
  }
  return SEE(BALLOT(1));
}

static __global__ void calls(unsigned *o) {
  const unsigned t = threadIdx.x % WARP;
  unsigned h = o[threadIdx.x];
  h = t & 1 ? ask(h + 1) : ask(h);
  h = ask(h);
  h = descend(h, t % 4);
  h = ask(h);
  o[threadIdx.x] = h;
}

static void calls_on_host(warp_values h) {
  for (unsigned t = 0; t < WARP; ++t)
    h[t] += t & 1;
  all_see(h, 0xaaaaaaaau, 0xaaaaaaaau);
  all_see(h, 0x55555555u, 0x55555555u);
  all_see(h, ~0u, ~0u);
  unsigned deep[4];
  for (unsigned d = 0; d < 4; ++d)
    deep[d] = lanes_that(~0u, [&](unsigned t) { return t % 4 >= d; });
  for (unsigned d = 1; d < 4; ++d)
    all_see(h, deep[d], deep[d]);
  for (unsigned d = 4; d-- > 0;)
    all_see(h, deep[d], deep[d]);
  all_see(h, ~0u, ~0u);
}

// Ways that run on into one another, between barriers of the block.
static __global__ void cases(unsigned *o) {
  __shared__ unsigned s[2 * WARP];
  const unsigned t = threadIdx.x % WARP;
  unsigned h = o[threadIdx.x];
  s[threadIdx.x] = h;
  __syncthreads();
  h = s[threadIdx.x ^ 32];
  switch (t % 6) {
  case 0:
    SEE(BALLOT(1));
    // fallthrough
  case 3:
    SEE(BALLOT(1));
    break;
  case 1:
    SEE(BALLOT(1));
    break;
  case 2:
    do
      SEE(BALLOT(1));
    while (h % 7);
    break;
  default:
    break;
  }
  SEE(BALLOT(1));
  __syncthreads();
  o[threadIdx.x] = h;
}

static void cases_on_host(warp_values h) {
  unsigned ways[6];
  for (unsigned k = 0; k < 6; ++k)
    ways[k] = lanes_that(~0u, [&](unsigned t) { return t % 6 == k; });
  all_see(h, ways[0], ways[0]);
  all_see(h, ways[0] | ways[3], ways[0] | ways[3]);
  all_see(h, ways[1], ways[1]);
  for (unsigned lanes = ways[2]; lanes;) {
    all_see(h, lanes, lanes);
    lanes = lanes_that(lanes, [&](unsigned t) { return h[t] % 7 != 0; });
  }
  all_see(h, ~0u, ~0u);
}

// ---- All of them

static unsigned start(unsigned i) { return (i * 2654435761u) >> 7; }

// In blocks of two warps; of `first`, lanes take what the others hold.
template <typename Kernel, typename Host, typename... More>
static void check(const char *what, Kernel kernel, Host host, bool crossed,
                  More... more) {
  enum { COUNT = 2 * WARP };
  unsigned values[COUNT], *o;
  for (unsigned i = 0; i < COUNT; ++i)
    values[i] = start(i);
  OK(hipMalloc((void **)&o, sizeof values));
  OK(hipMemcpy(o, values, sizeof values, hipMemcpyHostToDevice));
  kernel<<<1, COUNT>>>(o, more...);
  OK(hipMemcpy(values, o, sizeof values, hipMemcpyDeviceToHost));
  OK(hipFree(o));
  for (unsigned w = 0; w < 2; ++w) {
    warp_values h;
    const unsigned from = crossed ? 1 - w : w;
    for (unsigned t = 0; t < WARP; ++t)
      h[t] = start(from * WARP + t);
    if (w == 0 || std::strcmp(what, "sort"))
      host(h, more...);
    for (unsigned t = 0; t < WARP; ++t)
      if (values[w * WARP + t] != h[t]) {
        std::fprintf(stderr, "%s: lane %u of warp %u has %x, not %x\n", what, t,
                     w, values[w * WARP + t], h[t]);
        std::exit(1);
      }
  }
}

static int check_all() {
  check("sort", sort, sort_on_host, false);
  check("branches", branches, branches_on_host, false);
  check("rounds", rounds, rounds_on_host, false, 1u);
  check("long rounds", rounds, rounds_on_host, false, 200u);
  check("nested", nested, nested_on_host, false);
  check("calls", calls, calls_on_host, false);
  check("cases", cases, cases_on_host, true);
  std::puts("ok");
  return 0;
}

#endif
