// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void steps(int *x) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    tile[i] = x[i] + round; // EXPECT: shared-race
    __syncthreads();
    sum += tile[(i + 1) % 64];
#ifdef TWIN
    __syncthreads();
#endif
  }
  x[i] = sum;
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  steps<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
