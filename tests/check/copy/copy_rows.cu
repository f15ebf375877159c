// SPDX-License-Identifier: Apache-2.0
// A copy of more rows than there are.
#include <cstdio>

__global__ void none() {}

int main() {
  char *x, host[64 * 9];
  size_t pitch;
  cudaMallocPitch(&x, &pitch, 64, 8);
  cudaMemset2D(x, pitch, 0, 64, 8);
  none<<<1, 1>>>();
#ifdef TWIN
  const int rows = 8;
#else
  const int rows = 9;
#endif
  cudaMemcpy2D(host, 64, x, pitch, 64, rows, // EXPECT: copy-size
               cudaMemcpyDeviceToHost);
  cudaFree(x);
}
