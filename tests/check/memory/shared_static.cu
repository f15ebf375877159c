// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void stage(int *x) {
  __shared__ int tile[32];
  const int i = threadIdx.x;
#ifdef TWIN
  tile[i % 32] = 1;
#else
  tile[i] = 1; // EXPECT: out-of-bounds
#endif
  __syncthreads();
  x[i] = tile[i % 32];
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  stage<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
