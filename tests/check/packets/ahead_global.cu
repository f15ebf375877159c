// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 whose accesses of device memory are looked at in front of them:
// the last one writes beyond the end.
#include <cstdio>

__global__ void sums(const int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = x[b * 256 + t];
  __syncthreads();
  for (int step = 128; step; step /= 2) {
    if (t < step)
      s[t] += s[t + step];
    __syncthreads();
  }
  if (!t)
    y[b] = s[0]; // EXPECT: out-of-bounds
}

int main() {
  enum { BLOCKS = 8 };
  int *x, *y;
  cudaMalloc(&x, BLOCKS * 256 * sizeof(int));
  cudaMemset(x, 0, BLOCKS * 256 * sizeof(int));
#ifdef TWIN
  cudaMalloc(&y, BLOCKS * sizeof(int));
#else
  cudaMalloc(&y, (BLOCKS - 1) * sizeof(int));
#endif
  sums<<<BLOCKS, 256>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
