// SPDX-License-Identifier: Apache-2.0
// Loops that threads leave in different rounds, with barriers or operations of
// warps in them, and what threads bring out of them.
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
#include "check.h"

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
