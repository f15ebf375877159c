// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void set(int *x) { x[threadIdx.x] = 1; } // EXPECT: use-after-free
int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
#ifndef TWIN
  cudaFree(x);
#endif
  set<<<1, 32>>>(x);
  cudaDeviceSynchronize();
#ifdef TWIN
  cudaFree(x);
#endif
}
