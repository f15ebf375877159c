// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void local(int *x, int n) {
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = i * n;
#ifdef TWIN
  x[threadIdx.x] = own[n & 7];
#else
  x[threadIdx.x] = own[n]; // EXPECT: out-of-bounds
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  local<<<1, 32>>>(x, 9);
  cudaDeviceSynchronize();
  cudaFree(x);
}
