// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void add(int *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef TWIN
  if (i >= n)
    return;
#endif
  x[i] = i; // EXPECT: out-of-bounds
}

int main() {
  int *x;
  cudaMalloc(&x, 100 * sizeof(int));
  cudaMemset(x, 0, 100 * sizeof(int));
  add<<<2, 64>>>(x, 100);
  cudaDeviceSynchronize();
  cudaFree(x);
}
