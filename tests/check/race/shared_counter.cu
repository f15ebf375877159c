// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void count(int *x) {
  __shared__ int n;
  if (!threadIdx.x)
    n = 0;
  __syncthreads();
#ifdef TWIN
  atomicAdd(&n, 1);
#else
  n += 1; // EXPECT: shared-race
#endif
  __syncthreads();
  if (!threadIdx.x)
    *x = n;
}

int main() {
  int *x;
  cudaMalloc(&x, 1 * sizeof(int));
  cudaMemset(x, 0, 1 * sizeof(int));
  count<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
