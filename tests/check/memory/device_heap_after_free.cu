// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void own(int *x) {
  int *mine = (int *)malloc(4 * sizeof(int));
  mine[1] = 7;
#ifdef TWIN
  x[threadIdx.x] = mine[1];
  free(mine);
#else
  free(mine);
  x[threadIdx.x] = mine[1]; // EXPECT: use-after-free
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  own<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
