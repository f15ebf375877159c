// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void fill(int *x, int n) {
  if (threadIdx.x < n)
    x[threadIdx.x] = 1;
}
__global__ void sum(const int *x, int *out) {
  atomicAdd(out, x[threadIdx.x]); // EXPECT: uninitialised
}
int main() {
  int *x;
  cudaMalloc(&x, 65 * sizeof(int));
  cudaMemset(x + 64, 0, sizeof(int));
#ifdef TWIN
  fill<<<1, 64>>>(x, 64);
#else
  fill<<<1, 64>>>(x, 60);
#endif
  sum<<<1, 64>>>(x, x + 64);
  cudaDeviceSynchronize();
  cudaFree(x);
}
