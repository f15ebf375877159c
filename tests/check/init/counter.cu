// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void count(int *n) {
  atomicAdd(n, 1); // EXPECT: uninitialised
}
int main() {
  int *n;
  cudaMalloc(&n, sizeof(int));
#ifdef TWIN
  cudaMemset(n, 0, sizeof(int));
#endif
  count<<<1, 64>>>(n);
  cudaDeviceSynchronize();
  cudaFree(n);
}
