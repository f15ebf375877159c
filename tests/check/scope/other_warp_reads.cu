// SPDX-License-Identifier: Apache-2.0
// A warp that reads a number, and writes it behind __syncwarp, while another
// warp reads it. With -DTWIN only the one reads.
#include <cuda_runtime.h>

__global__ void count(int *x, int *y) {
#ifdef TWIN
  const bool reads = threadIdx.x < 32;
#else
  const bool reads = true;
#endif
  const int old = reads ? x[0] : 0;
  y[threadIdx.x] = old;
  __syncwarp();
  if (threadIdx.x == 0)
    x[0] = old + 1; // EXPECT: global-race
}

int main() {
  int *x, *y;
  cudaMalloc(&x, sizeof(int));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  count<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
