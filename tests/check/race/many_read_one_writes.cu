// SPDX-License-Identifier: Apache-2.0
// Many blocks read what one of them writes at last. With -DTWIN it writes what
// nobody reads.
#include <cuda_runtime.h>

__global__ void spread(int *x, int *y) {
  y[blockIdx.x] = x[0] + x[blockIdx.x % 2];
  if (blockIdx.x == gridDim.x - 1)
#ifdef TWIN
    x[2] = 1;
#else
    x[1] = 1; // EXPECT: global-race
#endif
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 3 * sizeof(int));
  cudaMalloc(&y, 9 * sizeof(int));
  cudaMemset(x, 0, 3 * sizeof(int));
  spread<<<9, 1>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
