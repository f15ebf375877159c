// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void count(int *n) {
#ifdef TWIN
  atomicAdd(n, 1);
#else
  atomicAdd_block(n, 1); // EXPECT: scope-race
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 1 * sizeof(int));
  cudaMemset(x, 0, 1 * sizeof(int));
  count<<<4, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
