// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void both(int *x) {
  const int i = threadIdx.x;
#ifdef TWIN
  x[i] = i < 32 ? i : 0;
  __syncthreads();
#else
  if (i < 32) {
    x[i] = i;
    __syncthreads(); // EXPECT: barrier-other
    x[i] += 1;
  } else {
    x[i] = 0;
    __syncthreads();
    x[i] += 2;
  }
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  both<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
