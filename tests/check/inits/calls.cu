// SPDX-License-Identifier: Apache-2.0
// Values that go through functions, which packets have inlined, and through
// warps' operations, whose own results count as written.
// With -DTWIN all is written.
#include <cstdio>

static __device__ __noinline__ float twice(float x) { return 2 * x; }
static __device__ __noinline__ float either(float x, float y, bool first) {
  return first ? twice(x) : y;
}

__global__ void call(const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 1 + either(x[i], x[(i + 1) % 64], i % 3 == 0); // EXPECT: uninitialised
}

__global__ void sum(const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int step = 16; step; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 3)
    y[i / 32] = value; // EXPECT: uninitialised
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(*x));
  cudaMalloc(&y, 64 * sizeof(*y));
#ifdef TWIN
  cudaMemset(x, 0, 64 * sizeof(*x));
#else
  cudaMemset(x, 0, 3 * sizeof(*x));
  cudaMemset(x + 4, 0, 60 * sizeof(*x));
#endif
  sum<<<1, 64>>>(x, y);
#ifndef TWIN
  cudaFree(x);
  cudaMalloc(&x, 64 * sizeof(*x));
  cudaMemset(x, 0, 60 * sizeof(*x));
#endif
  call<<<2, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
