// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void pick(int *x, int n) {
  int own[16];
#ifdef TWIN
  for (int i = 0; i < 16; ++i)
    own[i] = 0;
#endif
  for (int i = 0; i < n; ++i)
    own[i] = i;
  x[threadIdx.x] = own[n]; // EXPECT: uninitialised
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  pick<<<1, 32>>>(x, 5);
  cudaDeviceSynchronize();
  cudaFree(x);
}
