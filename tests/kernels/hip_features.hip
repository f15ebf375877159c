// SPDX-License-Identifier: Apache-2.0
// What HIP sources have and CUDA sources have not.
// RUN: kernel=hip_vectors grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=hip_warp grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=hip_atomics grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#include "check.h"

extern "C" __global__ void hip_vectors(int *result) {
  BEGIN();
  const float4 a(1.0f, 2.0f, 3.0f, (float)self), b(2.0f);
  const float4 c = a * b + a;
  CHECK(c.x == 3.0f && c.w == 3.0f * (float)self);
  float2 d = make_float2(1.0f, 2.0f);
  d *= 2.0f;
  d += make_float2(1.0f, 1.0f);
  CHECK(d == make_float2(3.0f, 5.0f) && d != make_float2(0.0f, 5.0f));
  const int3 e = int3(1, 2, 3) << int3(1);
  CHECK(e.z == 6 && (-e).x == -2);
  CHECK(hipThreadIdx_x == threadIdx.x && hipBlockDim_x == 64);
  PASS(result);
}

extern "C" __global__ void hip_warp(int *result) {
  BEGIN();
  const int lane = (int)threadIdx.x % warpSize;
  CHECK(__shfl(lane, 3) == 3 && __shfl_xor(lane, 1) == (lane ^ 1));
  CHECK(__shfl_down(lane, 1, 16) == (lane % 16 == 15 ? lane : lane + 1));
  const unsigned long long votes = __ballot(lane < 4);
  CHECK(votes == 0xfull && __popcll(votes) == 4);
  CHECK(__any(lane == warpSize - 1) && __all(lane < warpSize));
  CHECK(__popcll(__activemask()) == warpSize);
  CHECK((int)__lane_id() == lane);
  PASS(result);
}

extern "C" __global__ void hip_atomics(int *result) {
  BEGIN();
  __shared__ float largest;
  __shared__ unsigned long long total;
  if (threadIdx.x == 0) {
    largest = -1.0f;
    total = 0;
  }
  __syncthreads();
  atomicMax(&largest, (float)self);
  atomicAdd(&total, 1ull);
  unsafeAtomicAdd(&largest, 0.0f);
  __hip_atomic_fetch_add(&total, 1ull, __ATOMIC_RELAXED,
                         __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  CHECK(largest == 63.0f && total == 128);
  PASS(result);
}
