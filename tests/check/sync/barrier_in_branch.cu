// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void half(int *x) {
  const int i = threadIdx.x;
  if (i < 16) {
    x[i] = i;
#ifndef TWIN
    __syncthreads(); // EXPECT: barrier-left-out
#endif
  }
#ifdef TWIN
  __syncthreads();
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  half<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
