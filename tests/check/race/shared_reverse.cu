// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void reverse(int *x) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  tile[i] = x[i];
#ifdef TWIN
  __syncthreads();
#endif
  x[i] = tile[63 - i]; // EXPECT: shared-race
}
// ALSO: uninitialised

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
