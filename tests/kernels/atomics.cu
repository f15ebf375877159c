// SPDX-License-Identifier: Apache-2.0
// Atomic operations on global and shared memory.
// RUN: kernel=atomic_integers grid=4 block=64 shared=0 args="i32[8]=zero,expect=@ref/atomic_integers.i32"
// RUN: kernel=atomic_floats grid=4 block=64 shared=0 args="f32[1]=zero,expect=fill:256 f64[1]=zero,expect=fill:128"
// RUN: kernel=atomic_shared grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=atomic_small grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=atomic_tickets grid=4 block=64 shared=0 args="i32[1]=zero i32[256]=zero,expect=fill:1"
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Leaves 256, -256, 0, 255, 0, 255, 0x5a, 16 (see ref/).
extern "C" __global__ void atomic_integers(int *r) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&r[0], 1);
  atomicSub(&r[1], 1);
  atomicMin(&r[2], i);
  atomicMax(&r[3], i);
  atomicAnd((unsigned *)&r[4], 1u << (i & 31));
  atomicOr((unsigned *)&r[5], (unsigned)i);
  atomicExch(&r[6], 0x5a);
  atomicInc((unsigned *)&r[7], 239u);
}

extern "C" __global__ void atomic_floats(float *f, double *d) {
  atomicAdd(f, 1.0f);
  atomicAdd(d, 0.5);
}

extern "C" __global__ void atomic_shared(int *result) {
  BEGIN();
  __shared__ int sum, smallest, flag;
  __shared__ unsigned wrapped, down;
  __shared__ unsigned long long wide, widest;
  __shared__ long long lowest;
  __shared__ float total;
  __shared__ double exact;
  if (threadIdx.x == 0) {
    sum = 0;
    smallest = 1000;
    flag = -1;
    wrapped = 0;
    down = 3;
    wide = 1ull << 40;
    widest = 0;
    lowest = 5;
    total = 0.0f;
    exact = 0.0;
  }
  __syncthreads();
  const int t = (int)threadIdx.x;
  atomicAdd(&sum, t);
  atomicMin(&smallest, 100 - t);
  atomicInc(&wrapped, 9u);
  atomicDec(&down, 10u);
  atomicAdd(&wide, 1ull << 33);
  atomicMax(&widest, 1ull << t);
  atomicMin(&lowest, -(long long)t << 32);
  atomicAdd(&total, 0.5f);
  atomicAdd(&exact, 0.25);
  const bool won = atomicCAS(&flag, -1, t) == -1;
  __syncthreads();
  CHECK(sum == 63 * 64 / 2 && smallest == 37);
  CHECK(wrapped == 64 % 10);
  // 3 down to 0 takes 4 steps to wrap to 10, then 11 steps a round.
  CHECK(down == 10 - (64 - 4) % 11);
  CHECK(wide == (1ull << 40) + (64ull << 33) && widest == 1ull << 63);
  CHECK(lowest == -(63ll << 32));
  CHECK(total == 32.0f && exact == 16.0);
  const int first = flag;
  __syncthreads();
  CHECK(won == (first == t));
  CHECK(atomicExch_block(&flag, first) == first);
  PASS(result);
}

extern "C" __global__ void atomic_small(int *result) {
  BEGIN();
  __shared__ __half h[2];
  __shared__ __half2 h2;
  __shared__ __nv_bfloat16 b[2];
  __shared__ unsigned short words[2], lock;
  if (threadIdx.x == 0) {
    h[0] = h[1] = __half(0.0f);
    h2 = __half2(__half(0.0f), __half(0.0f));
    b[0] = b[1] = __nv_bfloat16(0.0f);
    words[0] = words[1] = 7;
    lock = 0;
  }
  __syncthreads();
  atomicAdd(&h[threadIdx.x & 1], __half(0.5f));
  atomicAdd(&h2, __half2(__half(1.0f), __half(0.25f)));
  atomicAdd(&b[threadIdx.x & 1], __nv_bfloat16(1.0f));
  const bool won = atomicCAS(&lock, (unsigned short)0, (unsigned short)1) == 0;
  if (threadIdx.x == 5)
    atomicCAS(&words[1], (unsigned short)7, (unsigned short)0xffff);
  __syncthreads();
  CHECK((float)h[0] == 16.0f && (float)h[1] == 16.0f);
  CHECK((float)h2.x == 64.0f && (float)h2.y == 16.0f);
  CHECK((float)b[0] == 32.0f && (float)b[1] == 32.0f);
  CHECK(words[0] == 7 && words[1] == 0xffff && lock == 1);
  CHECK(__syncthreads_count(won) == 1);
  PASS(result);
}

// Every thread gets a ticket of its own.
extern "C" __global__ void atomic_tickets(int *next, int *taken) {
  taken[atomicAdd(next, 1)] += 1;
}
