// SPDX-License-Identifier: Apache-2.0
// Kernels for the golden tests of quern run; line numbers are expected.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_fp16.h>

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

extern "C" __global__ void __launch_bounds__(64) bounded(int *p) {
  p[threadIdx.x] = 1;
}

extern "C" __global__ void tiles(int *p) {
  __shared__ int fixed[1024];
  extern __shared__ int rest[];
  fixed[threadIdx.x] = rest[threadIdx.x] = 1;
  __syncthreads();
  *p = fixed[0] + rest[0];
}

extern "C" __global__ void asserts(int *p) {
  assert(threadIdx.x != 3 || p[0] != 0);
}

extern "C" __global__ void traps() {
  if (threadIdx.x == 1)
    __trap();
}

// Half of the block waits for the block, the other half for the grid.
extern "C" __global__ void deadlock() {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    cooperative_groups::this_grid().sync();
}

struct pair {
  float x;
  int n;
};

extern "C" __global__ void values(pair v, __half h, __half *out) {
  out[0] = __float2half(v.x * v.n);
  out[1] = h;
}

extern "C" __global__ void prints(int n) {
  if (threadIdx.x == 0)
    printf("block %d of %d: %5.2f %s|%-4d|%04x\n", (int)blockIdx.x, n, 1.5,
           "text", n, 255);
}

namespace ns {
template <typename T> __global__ void set(T *p, T value) { *p = value; }
template __global__ void set<int>(int *, int);
template __global__ void set<float>(float *, float);
} // namespace ns
