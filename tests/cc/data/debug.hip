// SPDX-License-Identifier: Apache-2.0
// Lines that the test sets breakpoints at carry names.
#include <hip/hip_runtime.h>

#include <stdio.h>

__device__ int helper(int v) { return v * 2; }

__global__ void simple(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = helper(i);
  p[i] = value; // STORE
}

__global__ void fibers(int *p) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = p[t];
  __syncthreads();
  p[t] = s[7 - t]; // REVERSED
}

int main() {
  int *p;
  if (hipMallocManaged((void **)&p, 64 * sizeof(int)) != hipSuccess)
    return 1;
  simple<<<4, 8>>>(p);
  fibers<<<1, 8>>>(p);
  if (hipDeviceSynchronize() != hipSuccess)
    return 2;
  printf("%d\n", p[0]);
  return 0;
}
