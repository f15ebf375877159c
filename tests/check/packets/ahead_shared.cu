// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 whose accesses of device memory are looked at in front of them,
// and of shared memory only in the first: another one goes too far there.
#include <cstdio>

#ifdef TWIN
enum { MORE = 0 };
#else
enum { MORE = 255 };
#endif

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
  y[b * 256 + t] = s[(b == 6 && t == 200 ? MORE : 0) + t / 2]; // EXPECT: out-of-bounds
}

int main() {
  enum { BLOCKS = 8 };
  int *x, *y;
  cudaMalloc(&x, BLOCKS * 256 * sizeof(int));
  cudaMalloc(&y, BLOCKS * 256 * sizeof(int));
  cudaMemset(x, 0, BLOCKS * 256 * sizeof(int));
  sums<<<BLOCKS, 256>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
