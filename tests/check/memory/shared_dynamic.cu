// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

extern __shared__ int tile[];
__global__ void stage(int *x) {
  const int i = threadIdx.x;
  tile[i] = x[i]; // EXPECT: out-of-bounds
  __syncthreads();
  x[i] = tile[blockDim.x - 1 - i];
}
#ifdef TWIN
#define BYTES 256
#else
#define BYTES 128
#endif

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  stage<<<1, 64, BYTES>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
