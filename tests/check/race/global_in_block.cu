// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void pass(int *x) {
  const int i = threadIdx.x;
  x[i] = i;
#ifdef TWIN
  __syncthreads();
#endif
  x[64 + i] = x[63 - i]; // EXPECT: global-race
}

int main() {
  int *x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  pass<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
