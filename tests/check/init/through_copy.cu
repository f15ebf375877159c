// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void use(const int *x, int *out) {
  out[threadIdx.x] = x[threadIdx.x]; // EXPECT: uninitialised
}
int main() {
  int *x, *y;
  cudaMalloc(&x, 128);
  cudaMalloc(&y, 128);
#ifdef TWIN
  cudaMemset(x, 0, 128);
#endif
  cudaMemcpy(y, x, 128, cudaMemcpyDeviceToDevice);
  use<<<1, 32>>>(y, x);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
