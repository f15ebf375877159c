// SPDX-License-Identifier: Apache-2.0
// Variables that the code of each level and the host have in common.
#include <hip/hip_runtime.h>

#include <stdio.h>

__device__ int total;
__constant__ float scale = 1;

// Calls it once more; `calls` belongs to the function.
__device__ int next_call() {
  static __device__ int calls = 40;
  return atomicAdd(&calls, 1) + 1;
}

__global__ void add(const float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&total, (int)(scale * x[i] + sqrtf(16)));
}

__global__ void call(int *out) { *out = next_call(); }

int main() {
  enum { COUNT = 100 };
  float *x;
  int *out, read = 0;
  const float two = 2;
  if (hipMallocManaged((void **)&x, COUNT * sizeof(float)) != hipSuccess ||
      hipMallocManaged((void **)&out, sizeof(int)) != hipSuccess ||
      hipMemcpyToSymbol(HIP_SYMBOL(scale), &two, sizeof(two)) != hipSuccess)
    return 1;
  for (int i = 0; i < COUNT; ++i)
    x[i] = (float)i;
  add<<<2, 64>>>(x, COUNT);
  call<<<1, 1>>>(out);
  call<<<1, 1>>>(out);
  if (hipMemcpyFromSymbol(&read, HIP_SYMBOL(total), sizeof(read)) !=
      hipSuccess)
    return 2;
  printf("%d %d\n", read, *out);
  return 0;
}
