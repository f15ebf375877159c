// SPDX-License-Identifier: Apache-2.0
// A loop with the grid's step: a round reads what another work-item of the block
// wrote in the round before, and no barrier lies between, whatever order packets
// take. With -DTWIN each reads its own.
#include <cstdio>

__global__ void rounds(int n, int *x, int *y) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    x[i] = i;
#ifdef TWIN
    const int from = i - step;
#else
    const int from = i % blockDim.x ? i - step - 1 : i - step;
#endif
    if (from >= 0)
      y[i] = x[from]; // EXPECT: global-race
  }
}

int main() {
  const int n = 4096;
  int *x, *y;
  cudaMalloc(&x, n * sizeof(*x));
  cudaMalloc(&y, n * sizeof(*y));
  rounds<<<2, 128>>>(n, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
