// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void sum(int *x) {
  __shared__ int tile[128];
  const int i = threadIdx.x;
  tile[i] = x[i];
  __syncthreads();
  for (int step = 64; step; step /= 2) {
    if (i < step)
      tile[i] += tile[i + step]; // EXPECT: shared-race
#ifdef TWIN
    __syncthreads();
#endif
  }
  if (!i)
    x[0] = tile[0];
}

int main() {
  int *x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  sum<<<1, 128>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
