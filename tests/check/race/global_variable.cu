// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__device__ int total;
__global__ void add(const int *x) {
#ifdef TWIN
  atomicAdd(&total, x[threadIdx.x] + 1);
#else
  total = total + x[threadIdx.x] + 1; // EXPECT: global-race
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  add<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
