// SPDX-License-Identifier: Apache-2.0
// Barriers: in loops, after divergence, with counts, with early exits before.
// RUN: kernel=barrier_loop grid=3 block=128 shared=0 args="i32[384]=zero,expect=fill:1"
// RUN: kernel=barrier_odd grid=2 block=100 shared=0 args="i32[200]=zero,expect=fill:1"
// RUN: kernel=barrier_reduce grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=barrier_uniform_branch grid=4 block=64 shared=0 args="i32[256]=zero,expect=fill:1"
// RUN: kernel=barrier_returned grid=2 block=96 shared=0 args="i32[192]=zero,expect=fill:1"
// RUN: kernel=barrier_returned_in_branch grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1"
// RUN: kernel=barrier_reduce_returned grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=barrier_three_d grid=1 block=4,4,4 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=dynamic_shared grid=2 block=64 shared=1024 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=barrier_private grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
#include "check.h"

// Values walk around a ring, one step for each barrier.
extern "C" __global__ void barrier_loop(int *result) {
  BEGIN();
  __shared__ int ring[128];
  const int t = (int)threadIdx.x;
  ring[t] = t;
  __syncthreads();
  for (int step = 1; step <= 20; ++step) {
    const int next = ring[(t + 1) % 128];
    __syncthreads();
    ring[t] = next;
    __syncthreads();
    CHECK(ring[t] == (t + step) % 128);
  }
  PASS(result);
}

// A block that is no multiple of a warp; a scan with a trip count from memory.
extern "C" __global__ void barrier_odd(int *result) {
  BEGIN();
  __shared__ int sums[100];
  __shared__ int limit;
  const int t = (int)threadIdx.x;
  if (t == 0)
    limit = 100;
  sums[t] = t;
  __syncthreads();
  for (int step = 1; step < limit; step *= 2) {
    int value = sums[t];
    if (t >= step)
      value += sums[t - step];
    __syncthreads();
    sums[t] = value;
    __syncthreads();
  }
  CHECK(sums[t] == t * (t + 1) / 2);
  PASS(result);
}

extern "C" __global__ void barrier_reduce(int *result) {
  BEGIN();
  const int t = (int)threadIdx.x;
  CHECK(__syncthreads_count(t < 10) == 10);
  CHECK(__syncthreads_count(t % 3 == 0) == 22);
  CHECK(__syncthreads_and(t < 64) && !__syncthreads_and(t != 63));
  CHECK(__syncthreads_or(t == 63) && !__syncthreads_or(t == 64));
  PASS(result);
}

// Whole blocks take different ways, and leave early.
extern "C" __global__ void barrier_uniform_branch(int *result) {
  BEGIN();
  __shared__ int cell;
  const int t = (int)threadIdx.x;
  if (blockIdx.x == 3) {
    PASS(result);
    return;
  }
  if (blockIdx.x & 1) {
    if (t == 63)
      cell = 5;
    __syncthreads();
    CHECK(cell == 5);
  } else {
    if (t == 0)
      cell = 6;
    __syncthreads();
    CHECK(cell == 6);
  }
  PASS(result);
}

extern "C" __global__ void barrier_three_d(int *result) {
  __shared__ int cube[4][4][4];
  int outcome = 1;
  const int x = (int)threadIdx.x, y = (int)threadIdx.y, z = (int)threadIdx.z;
  cube[z][y][x] = x + 10 * y + 100 * z;
  __syncthreads();
  CHECK(cube[3 - z][3 - y][3 - x] == 3 - x + 10 * (3 - y) + 100 * (3 - z));
  result[(z * 4 + y) * 4 + x] = outcome;
}

extern __shared__ unsigned char bytes[];

extern "C" __global__ void dynamic_shared(int *result) {
  BEGIN();
  const int t = (int)threadIdx.x;
  float4 *wide = reinterpret_cast<float4 *>(bytes);
  wide[t] = make_float4(1.0f, 2.0f, 3.0f, (float)t);
  __syncthreads();
  CHECK(wide[63 - t].w == (float)(63 - t));
  CHECK(reinterpret_cast<float *>(bytes)[4 * ((t + 1) % 64) + 3] ==
        (float)((t + 1) % 64));
  PASS(result);
}

// Private arrays and values that live across barriers.
extern "C" __global__ void barrier_private(int *result) {
  BEGIN();
  __shared__ int shared[64];
  const int t = (int)threadIdx.x;
  int mine[8];
  for (int i = 0; i < 8; ++i)
    mine[i] = t * i;
  for (int i = 0; i < 8; ++i) {
    shared[t] = mine[i];
    __syncthreads();
    mine[i] += shared[63 - t];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    CHECK(mine[(i + t) & 7] == 63 * ((i + t) & 7));
  PASS(result);
}

// Threads that have returned count as being at the barriers that others reach:
// in each round the thread that was last told so far returns.
extern "C" __global__ void barrier_returned(int *result) {
  BEGIN();
  __shared__ int sums[96];
  const int t = (int)threadIdx.x;
  sums[t] = 0;
  __syncthreads();
  for (int round = 0; round < 96; ++round) {
    if (t == round) {
      CHECK(sums[t] == t * (t + 1) / 2);
      PASS(result);
      return;
    }
    sums[t] += round + 1;
    __syncthreads();
    CHECK(sums[95] == (round + 1) * (round + 2) / 2);
    __syncthreads();
  }
}

// The same behind a branch that all have taken, and for threads that have
// nothing more to do than to return.
extern "C" __global__ void barrier_returned_in_branch(int *result) {
  BEGIN();
  __shared__ int cells[64];
  const int t = (int)threadIdx.x;
  PASS(result);
  if (gridDim.x == 3) {
    if (t % 3 == 1)
      return;
    cells[t] = t;
    __syncthreads();
    CHECK(cells[t < 3 ? 48 : t - 3] == (t < 3 ? 48 : t - 3));
    PASS(result);
    if (t >= 30)
      return;
    __syncthreads();
    cells[t] = -t;
  }
  __syncthreads();
  CHECK(cells[t < 3 ? 27 : t - 3] == -(t < 3 ? 27 : t - 3));
  PASS(result);
}

// The first threads of the block among them.
extern "C" __global__ void barrier_reduce_returned(int *result) {
  BEGIN();
  const int t = (int)threadIdx.x;
  PASS(result);
  if (t < 5)
    return;
  CHECK(__syncthreads_count(1) == 59);
  CHECK(__syncthreads_count(t < 10) == 5);
  CHECK(__syncthreads_and(t >= 5) && !__syncthreads_and(t != 5));
  CHECK(__syncthreads_or(t == 63) && !__syncthreads_or(t == 64));
  PASS(result);
}
