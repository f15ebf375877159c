// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__device__ int table[16];
__global__ void look(int *x) {
#ifdef TWIN
  x[threadIdx.x] = table[threadIdx.x / 2];
#else
  x[threadIdx.x] = table[threadIdx.x]; // EXPECT: out-of-bounds
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  look<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
