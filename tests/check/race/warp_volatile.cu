// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void reduce(int *x) {
  __shared__ volatile int tile[64];
  const int i = threadIdx.x;
  tile[i] = x[i];
  tile[i + 32] = 0;
  __syncwarp();
  for (int step = 16; step; step /= 2) {
    const int value = tile[i] + tile[i + step]; // EXPECT: shared-race
#ifdef TWIN
    __syncwarp();
#endif
    tile[i] = value;
#ifdef TWIN
    __syncwarp();
#endif
  }
  x[i] = tile[i];
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  reduce<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
