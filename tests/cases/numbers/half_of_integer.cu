// SPDX-License-Identifier: Apache-2.0
// Integers of few significant bits that are too large for half: infinite, also
// when they are widened again; those that fit stay what they are.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
#include <cmath>

#include <cuda_fp16.h>

#include "program.h"

enum { KINDS = 13, COUNT = 64 };

static __device__ float widened(float x) { return (float)(_Float16)x; }

static __device__ float scaled(unsigned v) { return (float)v * 4096.0f; }

static __device__ void put(float *to, float x) { *to = x; }

struct pair {
  float x, y;
};

static __device__ pair both(unsigned v) { return {(float)(v << 19), 1.0f}; }

static __device__ float narrowed(const pair &p) {
  return (float)(_Float16)p.x * p.y;
}

__global__ void convert(float *to, const unsigned *a) {
  const unsigned v = a[threadIdx.x];
  float *const at = to + threadIdx.x * KINDS;
  const unsigned chosen = (v & 1) ? 2147483648u : 0;
  at[0] = widened(ceilf((float)(int)chosen));
  at[1] = (float)(_Float16)(v << 20);
  at[2] = widened(-(float)(v << 16 & 0x3f0000u));
  at[3] = widened((float)(v & 0x7e0u));
  at[4] = __half2float(__uint2half_rn(v << 17));
  at[5] = __half2float(__float2half((float)(v << 18 & 0xfff00000u)));
  at[6] = widened((float)((unsigned long long)v << 40));
  at[7] = (float)(_Float16)(int)(0u - (v << 16));
  at[8] = widened(scaled(v << 8));
  float sum = 0, kept, some[2];
  for (int i = 0; i < 2; ++i)
    sum += (float)(v << 17);
  at[9] = widened(sum);
  put(&kept, (float)(v << 18));
  at[10] = widened(kept);
  at[11] = narrowed(both(v));
  for (int i = 0; i < 2; ++i)
    some[i] = (float)(v << (i + 16));
  at[12] = (float)(_Float16)some[v & 1];
}

// The nearest half of a whole number whose low 5 bits are 0, or beyond.
static float expected(double x) {
  return x > 65504 ? INFINITY : x < -65504 ? -INFINITY : (float)x;
}

int main() {
  unsigned *a;
  float *to;
  OK(cudaMallocManaged(&a, COUNT * sizeof(*a)));
  OK(cudaMallocManaged(&to, COUNT * KINDS * sizeof(*to)));
  for (unsigned i = 0; i < COUNT; ++i)
    a[i] = i * 37 % COUNT;
  convert<<<1, COUNT>>>(to, a);
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < COUNT; ++i) {
    const unsigned v = a[i];
    const float *at = to + i * KINDS;
    CHECK(at[0] == expected((v & 1) ? -2147483648.0 : 0));
    CHECK(at[1] == expected((double)(v << 20)));
    CHECK(at[2] == expected(-(double)(v << 16 & 0x3f0000u)));
    CHECK(at[3] == expected((double)(v & 0x7e0u)));
    CHECK(at[4] == expected((double)(v << 17)));
    CHECK(at[5] == expected((double)(v << 18 & 0xfff00000u)));
    CHECK(at[6] == expected((double)((unsigned long long)v << 40)));
    CHECK(at[7] == expected(-(double)(v << 16)));
    CHECK(at[8] == expected((double)(v << 20)));
    CHECK(at[9] == expected((double)(v << 18)));
    CHECK(at[10] == expected((double)(v << 18)));
    CHECK(at[11] == expected((double)(v << 19)));
    CHECK(at[12] == expected((double)(v << ((v & 1) + 16))));
  }
  OK(cudaFree(a));
  OK(cudaFree(to));
  return 0;
}
