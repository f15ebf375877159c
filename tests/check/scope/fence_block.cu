// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void hand_over(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
#ifdef TWIN
    __threadfence();
#else
    __threadfence_block();
#endif
    atomicExch(flag, 1);
  } else {
    while (!atomicAdd(flag, 0)) // without the wait no one may read
      ;
    *out = *data; // EXPECT: global-race
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 3 * sizeof(int));
  cudaMemset(x, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(x, x + 1, x + 2);
  cudaDeviceSynchronize();
  cudaFree(x);
}
