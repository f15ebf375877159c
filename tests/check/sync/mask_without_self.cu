// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// ALSO: shuffle-inactive
#include <cstdio>

__global__ void warp(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  const unsigned mask = 0xffffffff;
#else
  const unsigned mask = 0x0000ffff;
#endif
  x[i] = __shfl_sync(mask, i, 0); // EXPECT: mask-without-self
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  warp<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
