// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void half(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  if (i >= 60)
    return;
  x[i] = i;
  __syncthreads();
#else
  if (i < 60) {
    x[i] = i;
    __syncthreads(); // EXPECT: barrier-left-out
  }
#endif
  x[64 + i] = 1;
}

int main() {
  int *x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  half<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
