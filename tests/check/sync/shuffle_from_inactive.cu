// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void warp(int *x) {
  const int i = threadIdx.x;
  if (i < 16) {
#ifdef TWIN
    x[i] = __shfl_sync(0x0000ffff, i, 3);
#else
    x[i] = __shfl_sync(0x0000ffff, i, 20); // EXPECT: shuffle-inactive
#endif
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  warp<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
