// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main() {
  int host[64];
  int *x;
  cudaMalloc(&x, sizeof(host));
#ifdef TWIN
  fill<<<1, 64>>>(x);
#else
  fill<<<1, 63>>>(x);
#endif
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost); // EXPECT: uninitialised-copy
  cudaFree(x);
}
