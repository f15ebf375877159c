// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

// Copies alone do not matter, and take what nobody wrote along.
__global__ void take(const int *x, int *out) {
  out[threadIdx.x] = x[threadIdx.x];
}
int main() {
  int *x, *y, host[32];
  cudaMalloc(&x, 128);
  cudaMalloc(&y, 128);
#ifdef TWIN
  cudaMemset(x, 0, 128);
#endif
  cudaMemcpy(y, x, 128, cudaMemcpyDeviceToDevice);
  take<<<1, 32>>>(y, x);
  cudaMemcpy(host, x, 128, cudaMemcpyDeviceToHost); // EXPECT: uninitialised-copy
  cudaFree(x);
  cudaFree(y);
}
