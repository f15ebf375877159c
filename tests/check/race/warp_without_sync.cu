// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void last(int *x) {
  __shared__ int tile[32];
  const int i = threadIdx.x;
  tile[i] = x[i];
  __syncwarp();
  const int other = tile[i ^ 16];
#ifdef TWIN
  __syncwarp();
#endif
  tile[i] = other; // EXPECT: shared-race
  __syncwarp();
  x[i] = tile[i];
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  last<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
