// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
// ALSO: leak
#include <cstdio>

__global__ void own(int *x) {
  int *mine = (int *)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i)
    mine[i] = i;
#ifndef TWIN
  mine[4] = 1; // EXPECT: out-of-bounds
#endif
  x[threadIdx.x] = mine[3];
  free(mine);
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  own<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
