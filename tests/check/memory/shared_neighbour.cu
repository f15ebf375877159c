// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__device__ void put(int *to, int at, int value) {
  to[at] = value; // EXPECT: out-of-bounds
}
__global__ void two(int *x) {
  __shared__ int a[16], b[16];
  const int i = threadIdx.x;
#ifdef TWIN
  put(i < 16 ? a : b, i % 16, i);
#else
  put(x[0] ? b : a, i, i);
#endif
  __syncthreads();
  x[i] = i < 16 ? a[i] : b[i - 16];
}

int main() {
  int *x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  two<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
