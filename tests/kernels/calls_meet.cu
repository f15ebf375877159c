// SPDX-License-Identifier: Apache-2.0
// Functions with barriers and operations of warps in them, which compilers are
// told not to inline: called twice, by one another, where some threads do not
// come, and in loops.
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

static __device__ int here(int n) {
  const int left = n - (int)(blockIdx.x * blockDim.x);
  return left < (int)blockDim.x ? left : (int)blockDim.x;
}

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
