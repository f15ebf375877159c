// SPDX-License-Identifier: Apache-2.0
// Which threads are a warp in blocks of several dimensions and in a block's last
// warp, warp operations where lanes part, and loops that they leave in different
// rounds.
// RUN: kernel=order grid=2 block=33,3 shared=0 args="i32[198]=zero,expect=fill:1"
// RUN: kernel=order grid=3 block=8,8 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=order grid=2 block=5,3,3 shared=0 args="i32[90]=zero,expect=fill:1"
// RUN: kernel=order grid=2 block=1,70 shared=0 args="i32[140]=zero,expect=fill:1"
// RUN: kernel=order grid=2 block=48,2 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=branches grid=2 block=16,6 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=branches grid=1 block=75 shared=0 args="i32[75]=zero,expect=fill:1"
// RUN: kernel=rounds grid=2 block=8,12 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=rounds grid=1 block=41 shared=0 args="i32[41]=zero,expect=fill:1"
// RUN: kernel=alone grid=2 block=128 shared=0 args="i32[256]=zero,expect=fill:1"
// RUN: kernel=values_out grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=values_out grid=2 block=40 shared=0 args="i32[80]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=broken_off grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=set_by_set grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=barriers grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=at_the_end grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=one_in_another grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=with_effects grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero i32[128]=zero"
// RUN: kernel=behind_a_return grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero i32=100"
// RUN: kernel=reduced_part grid=2 block=48 shared=0 args="i32[96]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=beside_atomics grid=2 block=48 shared=0 args="i32[96]=zero,expect=fill:1"
#include <cuda_fp16.h>

#include "check.h"

// Where a thread is in its block, as warps count.
struct place {
  int linear, size, lane, first, lanes;
};

static __device__ place find_place() {
  place p;
  p.size = (int)(blockDim.x * blockDim.y * blockDim.z);
  p.linear = (int)(threadIdx.x +
                   blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  p.lane = p.linear % 32;
  p.first = p.linear - p.lane;
  p.lanes = p.size - p.first < 32 ? p.size - p.first : 32;
  return p;
}

// What each thread has, which every other can tell, too.
static __device__ int value_of(int linear) {
  return (linear * 7 + linear / 5) % 8;
}

// The lanes of a warp for which `holds` does.
template <typename F>
static __device__ unsigned lanes_where(const place &p, F holds) {
  unsigned set = 0;
  for (int i = 0; i < p.lanes; ++i)
    set |= (unsigned)(holds(value_of(p.first + i)) ? 1 : 0) << i;
  return set;
}

#define PASS_AT(p) result[blockIdx.x * (unsigned)(p).size + (unsigned)(p).linear] = outcome

extern "C" __global__ void order(int *result) {
  BEGIN();
  const place p = find_place();
  const unsigned there = lanes_where(p, [](int) { return true; });
  const int v = value_of(p.linear), other = p.lane ^ 5;
  CHECK(__ballot_sync(~0u, v > 3) ==
        lanes_where(p, [](int x) { return x > 3; }));
  CHECK(__activemask() == there);
  CHECK(__shfl_sync(~0u, p.linear, 0) == p.first);
  CHECK(__shfl_up_sync(~0u, p.linear, 1) == p.linear - (p.lane ? 1 : 0));
  const int got = __shfl_xor_sync(~0u, p.linear, 5);
  CHECK(other >= p.lanes || got == p.first + other);
  // Passed on through shared memory, within the warp.
  __shared__ int passed[160];
  passed[p.linear] = v;
  __syncwarp();
  const int next = p.first + (p.lane + 1) % p.lanes;
  CHECK(passed[next] == value_of(next));
  PASS_AT(p);
}

extern "C" __global__ void branches(int *result) {
  BEGIN();
  const place p = find_place();
  const int v = value_of(p.linear);
  const unsigned odd = lanes_where(p, [](int x) { return x & 1; });
  const unsigned even = lanes_where(p, [](int x) { return !(x & 1); });
  if (v & 1) {
    CHECK(__ballot_sync(odd, v > 4) ==
          (odd & lanes_where(p, [](int x) { return x > 4; })));
    CHECK(__shfl_sync(odd, p.linear, __ffs((int)odd) - 1) ==
          p.first + __ffs((int)odd) - 1);
    CHECK(__any_sync(odd, v == 7) ==
          (lanes_where(p, [](int x) { return x == 7; }) != 0));
  } else {
    CHECK(__reduce_add_sync(even, 1) == __popc(even));
    CHECK(__match_any_sync(even, v & 2) ==
          ((v & 2) ? lanes_where(p, [](int x) { return !(x & 1) && (x & 2); })
                   : lanes_where(p, [](int x) { return !(x & 3); })));
    CHECK(__all_sync(even, v < 7));
  }
  __syncwarp();
  CHECK(__ballot_sync(~0u, v & 1) == odd);
  PASS_AT(p);
}

// Lanes leave a loop at different times.
extern "C" __global__ void rounds(int *result) {
  BEGIN();
  const place p = find_place();
  const int v = value_of(p.linear);
  for (int round = 0; round <= v; ++round) {
    const unsigned left = lanes_where(p, [=](int x) { return x >= round; });
    CHECK(__ballot_sync(left, true) == left);
    CHECK(__reduce_max_sync(left, v) >= v);
    CHECK(__shfl_sync(left, p.lane, __ffs((int)left) - 1) ==
          __ffs((int)left) - 1);
  }
  __syncwarp();
  unsigned rest = lanes_where(p, [](int) { return true; });
  // One lane after another.
  while (rest) {
    const int leader = __ffs((int)rest) - 1;
    CHECK(__shfl_sync(rest, v, leader) == value_of(p.first + leader));
    if (p.lane == leader)
      break;
    rest &= rest - 1;
  }
  __syncwarp();
  CHECK(__reduce_add_sync(~0u, 1) == p.lanes);
  PASS_AT(p);
}

// One warp of several is in a branch, and its lanes wait for each other there.
extern "C" __global__ void alone(int *result) {
  BEGIN();
  __shared__ int s[128];
  const int t = (int)threadIdx.x;
  s[t] = t + 1;
  __syncthreads();
  if (t < 32) {
    int sum = s[t] + s[t + 32] + s[t + 64] + s[t + 96];
    __syncwarp();
    s[t] = sum;
    __syncwarp();
    for (int k = 16; k; k >>= 1) {
      sum += s[(t + k) & 31];
      __syncwarp();
      s[t] = sum;
      __syncwarp();
    }
  }
  __syncthreads();
  CHECK(s[0] == 128 * 129 / 2);
  PASS(result);
}

// Lanes of the own warp that are there.
static __device__ int lanes_here() {
  const int left = (int)blockDim.x - (int)threadIdx.x / 32 * 32;
  return left < 32 ? left : 32;
}

// Those whose number of rounds, `lane % 5`, is at least `least`.
static __device__ unsigned lanes_from(int least) {
  unsigned set = 0;
  for (int k = 0; k < lanes_here(); ++k)
    set |= (unsigned)(k % 5 >= least) << k;
  return set;
}

extern "C" __global__ void values_out(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero);
  int round = 0, sum = 7;
  float product = 1;
  long long last = -1;
  for (; round < lane % 5; ++round) {
    const unsigned left = lanes_from(round + 1);
    CHECK(__ballot_sync(left, true) == left);
    sum += __shfl_sync(left, lane, 4) + round;
    product *= (float)(round + 2);
    last = (long long)round << 40 | lane;
  }
  const int n = lane % 5;
  CHECK(round == n && sum == 7 + 4 * n + n * (n - 1) / 2);
  CHECK(product == (n == 0   ? 1.0f
                    : n == 1 ? 2.0f
                    : n == 2 ? 6.0f
                    : n == 3 ? 24.0f
                             : 120.0f));
  CHECK(last == (n ? (long long)(n - 1) << 40 | lane : -1));
  PASS(result);
}

// Left in the middle.
extern "C" __global__ void broken_off(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero);
  unsigned rest = ~0u;
  int seen = 0, value = lane * 3;
  while (rest) {
    const int leader = __ffs((int)rest) - 1;
    CHECK(__shfl_sync(rest, value, leader) == leader * 3);
    if (lane == leader)
      break;
    rest &= rest - 1;
    ++seen;
    CHECK(__popc(rest) == 31 - leader);
  }
  CHECK(seen == lane && rest == ~0u << lane);
  PASS(result);
}

// Lanes of equal numbers at a time, as many programs add up by keys.
extern "C" __global__ void set_by_set(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero), key = lane * 7 % 5;
  int count = 0;
  bool done = false;
  unsigned left = ~0u;
  while (!done) {
    const int first = __ffs((int)left) - 1;
    const int wanted = __shfl_sync(left, key, first);
    const unsigned same = __ballot_sync(left, key == wanted);
    if (key == wanted) {
      count = __popc(same);
      done = true;
    }
    left &= ~same;
  }
  int expected = 0;
  for (int k = 0; k < 32; ++k)
    expected += k * 7 % 5 == key;
  CHECK(count == expected);
  PASS(result);
}

// Those that left come to no barrier any more.
extern "C" __global__ void barriers(int *result, const int *zero) {
  __shared__ int cells[64];
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero);
  cells[t] = t;
  int round = 0;
  for (; round <= t; ++round) {
    __syncthreads();
    CHECK(cells[63] == 63 + round);
    __syncthreads();
    cells[t] += 1;
  }
  CHECK(round == t + 1 && cells[t] == t + round);
  PASS(result);
}

extern "C" __global__ void at_the_end(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero);
  int round = 0;
  unsigned set;
  do {
    set = __ballot_sync(lanes_from(round), lane >= 0);
    CHECK(set == lanes_from(round));
  } while (round++ < lane % 5);
  CHECK(round == lane % 5 + 1 && set == lanes_from(lane % 5));
  PASS(result);
}

extern "C" __global__ void one_in_another(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero), n = lane % 5;
  int outer = 0, all = 0;
  for (; outer < n; ++outer) {
    const unsigned left = lanes_from(outer + 1);
    unsigned rest = left;
    int count = 0;
    while (rest) {
      CHECK(__shfl_sync(left, lane, __ffs((int)rest) - 1) ==
            __ffs((int)rest) - 1);
      rest &= rest - 1;
      ++count;
    }
    CHECK(count == __popc(left));
    all += count;
  }
  int expected = 0;
  for (int k = 0; k < n; ++k)
    expected += __popc(lanes_from(k + 1));
  CHECK(outer == n && all == expected);
  PASS(result);
}

// Who left neither writes nor reads where there is nothing, nor divides.
extern "C" __global__ void with_effects(int *result, const int *zero,
                                        int *counts) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero), n = lane % 5;
  const int *at = counts + self;
  for (int round = 0; round < n; ++round) {
    const unsigned left = lanes_from(round + 1);
    counts[self] += 60 / (n - round);
    CHECK(__any_sync(left, *at > 0));
    if (round + 1 == n)
      at = nullptr;
  }
  CHECK(counts[self] ==
        (n == 0 ? 0 : n == 1 ? 60 : n == 2 ? 90 : n == 3 ? 110 : 125));
  PASS(result);
}

extern "C" __global__ void behind_a_return(int *result, const int *zero,
                                           int n) {
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  const int lane = opaque((int)threadIdx.x % 32, zero);
  int round = 0;
  for (; round < lane % 5; ++round)
    CHECK(__shfl_sync(__activemask(), lane, lane) == lane);
  CHECK(round == lane % 5);
  PASS(result);
}

// A warp's reduction takes its lanes one after another where some are missing.
extern "C" __global__ void reduced_part(int *result, const int *zero) {
  BEGIN();
  const int lane = opaque((int)threadIdx.x % 32, zero), n = lanes_here();
  CHECK(__reduce_add_sync(~0u, lane) == n * (n - 1) / 2);
  CHECK(__reduce_max_sync(~0u, lane) == n - 1);
  if (lane % 2)
    CHECK(__reduce_add_sync(0xaaaaaaaau, lane) == n * n / 4);
  PASS(result);
}

// The address of the pair's second half is found between two operations that
// lanes take turns at, and is the same in all of them behind these.
extern "C" __global__ void beside_atomics(int *result) {
  BEGIN();
  __shared__ __half2 sum;
  if (threadIdx.x == 0)
    sum = __half2(__half(0.0f), __half(0.0f));
  __syncthreads();
  atomicAdd(&sum, __half2(__half(1.0f), __half(0.25f)));
  __syncthreads();
  CHECK((float)sum.x == 48.0f && (float)sum.y == 12.0f);
  CHECK(__syncthreads_count(threadIdx.x % 2) == 24);
  PASS(result);
}
