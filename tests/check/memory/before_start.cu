// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void shift(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  const int left = i ? x[i - 1] : 0;
#else
  const int left = x[i - 1]; // EXPECT: out-of-bounds
#endif
  __syncthreads();
  x[i] = left;
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  shift<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
