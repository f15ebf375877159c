// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void warp(int *x) {
  const int i = threadIdx.x;
  if (i < 16) {
#ifdef TWIN
    x[i] = __shfl_xor_sync(0x0000ffff, i, 1);
#else
    x[i] = __shfl_xor_sync(0xffffffff, i, 1); // EXPECT: mask-absent-lane
#endif
  }
  __syncthreads();
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  warp<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
