// SPDX-License-Identifier: Apache-2.0
// Which threads are a warp in blocks of several dimensions and in a block's last
// warp, and warp operations where lanes part.
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
