// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void warp(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  x[i] = __ballot_sync(0xffffffff, i & 1);
#else
  if (i < 16)
    x[i] = __ballot_sync(0xffffffff, 1); // EXPECT: mask-other-place
  else
    x[i] = __shfl_sync(0xffffffff, i, 20);
#endif
}
// ALSO: shuffle-inactive

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  warp<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
