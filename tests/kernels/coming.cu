// SPDX-License-Identifier: Apache-2.0
// Barriers and operations of warps that some threads do not come to: they
// returned before, or went around; and those in functions that compilers are
// told not to inline.
// RUN: kernel=returned grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero i32=130"
// RUN: kernel=returned grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero i32=64"
// RUN: kernel=reduced grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero i32=150"
// RUN: kernel=counted grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero i32=130"
// RUN: kernel=first_warp grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=some_lanes grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=either grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=tiles grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=further_in grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero i32=170"
// RUN: kernel=on_the_way grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero i32=130"
// RUN: kernel=values grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=exchanged grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero i32=160"
// RUN: kernel=twice grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=twice grid=2 block=40 shared=0 args="i32[80]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=nested grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=in_loop grid=2 block=96 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=after_return grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero i32=130"
// RUN: kernel=returns_early grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=in_branch grid=3 block=64 shared=0 args="i32[192]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=voted grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=by_memory grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero i32=4"
#include "check.h"

static __device__ unsigned mix(unsigned x) {
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  return x ^ (x >> 12);
}

static __device__ int here(int n) {
  const int left = n - (int)(blockIdx.x * blockDim.x);
  return left < (int)blockDim.x ? left : (int)blockDim.x;
}

// ---- Returns

extern "C" __global__ void returned(int *result, const int *zero, int n) {
  __shared__ unsigned part[64];
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  for (int round = 0; round < 3; ++round) {
    part[threadIdx.x] = mix((unsigned)opaque(self, zero) + (unsigned)round);
    __syncthreads();
    const int to = ((int)threadIdx.x + 1 + round) % here(n);
    const unsigned other = (unsigned)(self - (int)threadIdx.x + to);
    CHECK(part[to] == mix(other + (unsigned)round));
    __syncthreads();
  }
  PASS(result);
}

extern "C" __global__ void reduced(int *result, const int *zero, int n) {
  __shared__ int part[64];
  BEGIN();
  const int live = here(n);
  part[threadIdx.x] = 0;
  __syncthreads();
  result[self] = 1;
  if (self >= n)
    return;
  part[threadIdx.x] = opaque(self, zero);
  for (unsigned step = 32; step; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
  }
  if (threadIdx.x == 0)
    CHECK(part[0] == live * self + live * (live - 1) / 2);
  PASS(result);
}

extern "C" __global__ void counted(int *result, const int *zero, int n) {
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  const int live = here(n);
  const int t = opaque((int)threadIdx.x, zero);
  CHECK(__syncthreads_count(t % 2 == 0) == (live + 1) / 2);
  CHECK(__syncthreads_and(t >= 0) != 0);
  CHECK(__syncthreads_and(t > 0) == 0);
  CHECK(__syncthreads_or(t == live - 1) != 0);
  CHECK(__syncthreads_or(t == live) == 0);
  PASS(result);
}

// ---- Some of the threads

extern "C" __global__ void first_warp(int *result, const int *zero) {
  __shared__ int part[64];
  BEGIN();
  part[threadIdx.x] = opaque(self, zero);
  __syncthreads();
  if (threadIdx.x < 32) {
    int sum = part[threadIdx.x] + part[threadIdx.x + 32];
    for (int step = 16; step; step /= 2)
      sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x == 0)
      part[0] = sum;
  }
  __syncthreads();
  const int first = (int)(blockIdx.x * blockDim.x);
  CHECK(part[0] == 64 * first + 64 * 63 / 2);
  PASS(result);
}

extern "C" __global__ void some_lanes(int *result, const int *zero) {
  BEGIN();
  const unsigned lane = threadIdx.x % 32;
  const int own = opaque(self, zero);
  if (lane < 20) {
    const unsigned mask = 0xfffff;
    CHECK(__ballot_sync(mask, lane % 3 == 0) == 0x49249);
    CHECK(__shfl_xor_sync(mask, own, 1) == (own ^ 1));
    CHECK(__shfl_sync(mask, own, 19) == own - (int)lane + 19);
    CHECK(__all_sync(mask, lane < 20));
    CHECK(!__any_sync(mask, lane >= 20));
  } else if (threadIdx.x >= 32) {
    const int before = __shfl_up_sync(0xfff00000, own, 1);
    CHECK(lane == 20 || before == own - 1); // 19 is not there
  }
  PASS(result);
}

extern "C" __global__ void either(int *result, const int *zero) {
  BEGIN();
  const unsigned lane = threadIdx.x % 32;
  const int own = opaque(self, zero);
  int sum = own;
  if (own & 1) {
    CHECK(__ballot_sync(0xaaaaaaaa, lane > 7) == 0xaaaaaa00);
    for (int step = 2; step < 32; step *= 2)
      sum += __shfl_xor_sync(0xaaaaaaaa, sum, step);
  } else {
    CHECK(__ballot_sync(0x55555555, lane > 7) == 0x55555500);
    for (int step = 16; step > 1; step /= 2)
      sum += __shfl_xor_sync(0x55555555, sum, step);
  }
  const int first = self - (int)lane;
  CHECK(sum == 16 * first + ((own & 1) ? 256 : 240));
  PASS(result);
}

extern "C" __global__ void tiles(int *result, const int *zero) {
  BEGIN();
  const unsigned lane = threadIdx.x % 32, tile = lane & 24;
  const unsigned mask = 0xffu << opaque(tile, zero);
  int sum = self;
  for (int step = 4; step; step /= 2)
    sum += __shfl_xor_sync(mask, sum, step, 8);
  CHECK(sum == 8 * (self & ~7) + 28);
  CHECK(__ballot_sync(mask, lane % 8 == 3) == 8u << tile);
  __syncwarp(mask);
  PASS(result);
}

// ---- One in the other

extern "C" __global__ void further_in(int *result, const int *zero, int n) {
  __shared__ unsigned part[64];
  BEGIN();
  result[self] = 1;
  if (self < n) {
    const unsigned x = mix((unsigned)opaque(self, zero));
    unsigned own = 0;
    if (x % 3 == 0)
      for (unsigned k = 0; k < x % 7; ++k)
        own += mix(k + x);
    else if (x % 3 == 1)
      own = x / (1 + x % 5);
    part[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x < 16) {
      unsigned sum = part[threadIdx.x] + part[threadIdx.x + 16];
      for (int step = 8; step; step /= 2)
        sum += __shfl_down_sync(0xffffu, sum, step);
      if (threadIdx.x == 0) {
        unsigned expected = 0;
        for (int k = 0; k < 32; ++k)
          expected += part[k];
        CHECK(sum == expected);
      }
    }
    PASS(result);
  }
}

extern "C" __global__ void on_the_way(int *result, const int *zero, int n) {
  __shared__ int order[64], other[64];
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  const int live = here(n);
  int kept[4] = {0, 1, 2, 3};
  const int *walk = zero;
  order[threadIdx.x] = live - 1 - opaque((int)threadIdx.x, zero);
  for (int round = 0; round < 4; ++round) {
    __syncthreads();
    const int to = order[threadIdx.x];
    kept[(to + round) & 3] += to;
    for (int k = to; k > round && *walk == 0; k -= 3)
      kept[k & 3] ^= k / (to + 1 - round % (to + 1));
    other[to] = order[to] + round;
    __syncthreads();
    order[threadIdx.x] = other[threadIdx.x] - round;
  }
  int expected[4] = {0, 1, 2, 3};
  const int to = live - 1 - (int)threadIdx.x;
  for (int round = 0; round < 4; ++round) {
    expected[(to + round) & 3] += to;
    for (int k = to; k > round; k -= 3)
      expected[k & 3] ^= k / (to + 1 - round % (to + 1));
  }
  for (int k = 0; k < 4; ++k)
    CHECK(kept[k] == expected[k]);
  PASS(result);
}

// ---- What each finds behind it

extern "C" __global__ void values(int *result, const int *zero) {
  BEGIN();
  const int own = opaque(self, zero);
  int found = 5, also = own;
  if (threadIdx.x >= 32) {
    found = __shfl_xor_sync(~0u, own, 1);
    also = found * 2;
  } else if (own & 4) {
    found = own * 3;
  } else {
    also = -1;
  }
  CHECK(found == (threadIdx.x >= 32 ? (own ^ 1) : own & 4 ? own * 3 : 5));
  CHECK(also == (threadIdx.x >= 32 ? 2 * (own ^ 1) : own & 4 ? own : -1));
  PASS(result);
}

// Several shuffles one after another, which may become one.
extern "C" __global__ void exchanged(int *result, const int *zero, int n) {
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  const int a = opaque(self, zero), b = a * 3, c = a ^ 77, d = a + 1000;
  const int x = __shfl_xor_sync(~0u, a, 1), y = __shfl_xor_sync(~0u, b, 2);
  const int z = __shfl_xor_sync(~0u, c, 4), w = __shfl_xor_sync(~0u, d, 8);
  CHECK(x == (a ^ 1));
  CHECK(y == (a ^ 2) * 3);
  CHECK(z == ((a ^ 4) ^ 77));
  CHECK(w == (a ^ 8) + 1000);
  PASS(result);
}

#define APART static __device__ __noinline__

// The sum over the block of what each thread has.
APART int block_sum(int *cells, int value) {
  const int t = (int)threadIdx.x, n = (int)blockDim.x;
  cells[t] = value;
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    const int other = t + step < n && t % (2 * step) == 0 ? cells[t + step] : 0;
    __syncthreads();
    cells[t] += other;
    __syncthreads();
  }
  const int sum = cells[0];
  __syncthreads();
  return sum;
}

extern "C" __global__ void twice(int *result, const int *zero) {
  __shared__ int cells[64];
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero), n = (int)blockDim.x;
  CHECK(block_sum(cells, t) == n * (n - 1) / 2);
  CHECK(block_sum(cells, t * t) == (n - 1) * n * (2 * n - 1) / 6);
  PASS(result);
}

// A struct by value and through memory, and a function between.
struct pair {
  int low, high;
  double mean;
};

APART int warp_sum(int value) {
  for (int step = 16; step; step /= 2)
    value += __shfl_xor_sync(~0u, value, step);
  return value;
}

APART pair both(int *cells, int value) {
  pair p;
  p.low = warp_sum(value);
  p.high = block_sum(cells, value);
  p.mean = p.high / (double)blockDim.x;
  return p;
}

APART void into(pair *out, int *cells, int value) {
  const pair p = both(cells, value);
  __syncthreads();
  *out = p;
}

extern "C" __global__ void nested(int *result, const int *zero) {
  __shared__ int cells[64];
  BEGIN();
  pair p;
  const int t = opaque((int)threadIdx.x, zero), first = t / 32 * 32;
  into(&p, cells, t);
  CHECK(p.low == 32 * first + 496);
  CHECK(p.high == 2016 && p.mean == 31.5);
  PASS(result);
}

APART int next_of(int *cells, int value, int distance) {
  const int n = (int)blockDim.x;
  __syncthreads();
  cells[threadIdx.x] = value;
  __syncthreads();
  return cells[((int)threadIdx.x + distance) % n];
}

extern "C" __global__ void in_loop(int *result, const int *zero) {
  __shared__ int cells[96];
  BEGIN();
  const int n = (int)blockDim.x;
  int value = opaque((int)threadIdx.x, zero), at = (int)threadIdx.x;
  for (int k = 1; k < 6; ++k) {
    value = next_of(cells, value, k);
    at = (at + k) % n;
    CHECK(value == at);
  }
  PASS(result);
}

// ---- Where not all come

APART int next_of_some(int *cells, int value, int count) {
  cells[threadIdx.x] = value;
  __syncthreads();
  return cells[((int)threadIdx.x + 1) % count];
}

extern "C" __global__ void after_return(int *result, const int *zero, int n) {
  __shared__ int cells[64];
  BEGIN();
  result[self] = 1;
  if (self >= n)
    return;
  const int t = opaque((int)threadIdx.x, zero), count = here(n);
  CHECK(next_of_some(cells, t * 3, count) == (t + 1) % count * 3);
  PASS(result);
}

// The function's own returns.
APART int sum_of_even(int *cells, int value) {
  cells[threadIdx.x] = value;
  if (value & 1)
    return -1;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < (int)blockDim.x; k += 2)
    sum += cells[k];
  return sum;
}

extern "C" __global__ void returns_early(int *result, const int *zero) {
  __shared__ int cells[64];
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero);
  CHECK(sum_of_even(cells, t) == (t & 1 ? -1 : 992));
  PASS(result);
}

APART int sum_of_half(int value) {
  for (int step = 8; step; step /= 2)
    value += __shfl_xor_sync(0xffffu, value, step);
  return value;
}

extern "C" __global__ void in_branch(int *result, const int *zero) {
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero);
  int sum = 7;
  if (t % 32 < 16)
    sum = sum_of_half(t % 32);
  CHECK(sum == (t % 32 < 16 ? 120 : 7));
  PASS(result);
}

APART bool any_is(int value, int wanted) {
  return __any_sync(~0u, value == wanted);
}
APART int count_of(bool holds) { return __syncthreads_count(holds); }

extern "C" __global__ void voted(int *result, const int *zero) {
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero);
  for (int k = 0; k < 64; k += 7)
    CHECK(any_is(t, k) == (k / 32 == t / 32));
  CHECK(count_of(t % 3 == 0) == 22);
  CHECK(count_of(any_is(t, 40)) == 32);
  PASS(result);
}

// What a thread has in memory of its own is changed by the function.
APART void rotate(int *own, int *cells, int count) {
  for (int k = 0; k < count; ++k) {
    __syncthreads();
    cells[threadIdx.x] = own[k];
    __syncthreads();
    own[k] = cells[(threadIdx.x + 1) % blockDim.x];
  }
}

extern "C" __global__ void by_memory(int *result, const int *zero, int n) {
  __shared__ int cells[64];
  BEGIN();
  const int t = opaque((int)threadIdx.x, zero);
  int own[4] = {t, t + 100, t + 200, t + 300};
  rotate(own, cells, n);
  rotate(own, cells, n / 2);
  for (int k = 0; k < 4; ++k)
    CHECK(own[k] == (t + (k < 2 ? 2 : 1)) % 64 + 100 * k);
  PASS(result);
}
