// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void sum(int *x) {
  __shared__ int total;
#ifdef TWIN
  if (!threadIdx.x)
    total = 0;
  __syncthreads();
#endif
  atomicAdd(&total, 1); // EXPECT: uninitialised
  __syncthreads();
  if (!threadIdx.x)
    *x = total;
}

int main() {
  int *x;
  cudaMalloc(&x, 1 * sizeof(int));
  cudaMemset(x, 0, 1 * sizeof(int));
  sum<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
