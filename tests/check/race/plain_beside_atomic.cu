// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void mixed(int *x) {
  atomicAdd(x, 1);
#ifdef TWIN
  if (threadIdx.x == 0)
    atomicExch(x, 5);
#else
  if (threadIdx.x == 0)
    *x = 5; // EXPECT: global-race
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 1 * sizeof(int));
  cudaMemset(x, 0, 1 * sizeof(int));
  mixed<<<2, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
