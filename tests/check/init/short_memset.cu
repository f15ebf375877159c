// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void use(const int *x, int *out) {
  out[threadIdx.x] = x[threadIdx.x] + 1; // EXPECT: uninitialised
}
int main() {
  int *x, *y;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&y, 32 * sizeof(int));
#ifdef TWIN
  cudaMemset(x, 0, 32 * sizeof(int));
#else
  cudaMemset(x, 0, 32);
#endif
  use<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
