// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void shift(int *x, int *y) {
  const int i = threadIdx.x;
#ifdef TWIN
  y[i] = x[i + 1];
#else
  x[i] = x[i + 1]; // EXPECT: global-race
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMemset(x, 0, 256 * sizeof(int));
  shift<<<1, 64>>>(x, x + 128);
  cudaDeviceSynchronize();
  cudaFree(x);
}
