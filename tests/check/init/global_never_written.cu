// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void twice(int *x) {
  x[threadIdx.x] *= 2; // EXPECT: uninitialised
}
int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
#ifdef TWIN
  cudaMemset(x, 0, 64 * sizeof(int));
#endif
  twice<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
