// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void own(int **x) {
  *x = (int *)malloc(16); // EXPECT: leak
#ifdef TWIN
  free(*x);
#endif
}
int main() {
  int **x;
  cudaMalloc(&x, sizeof(*x));
  own<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
