// SPDX-License-Identifier: Apache-2.0
// Blocks read whole rows in loops, and another one writes into them. With -DTWIN
// it writes elsewhere.
#include <cuda_runtime.h>

enum { N = 80 };

__global__ void sums(float *x, float *y) {
  if (blockIdx.x == gridDim.x - 1) {
#ifdef TWIN
    y[blockIdx.x] = 1;
#else
    x[40] = 1; // EXPECT: global-race
#endif
    return;
  }
  float s = 0;
  for (int k = 3; k < N; ++k)
    s += x[k];
  y[blockIdx.x] = s;
}
int main() {
  float *x, *y;
  cudaMalloc(&x, N * sizeof(float));
  cudaMalloc(&y, 4 * sizeof(float));
  cudaMemset(x, 0, N * sizeof(float));
  sums<<<2, 1>>>(x, y);
  sums<<<4, 1>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
