// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 whose accesses of device memory are looked at in front of them,
// all together, and which then run without checks: what one of the later ones
// reads that nobody wrote must be found as ever, also where it writes there
// later on. With -DTWIN all is written.
#include <cstdio>

__global__ void writes_later(int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  s[t] = x[b * 256 + t];
  __syncthreads();
  x[b * 256 + t] = t;
  y[b * 256 + t] = s[255 - t] + 1; // EXPECT: uninitialised
}

// One work-item reads what another one wrote, in front of a barrier.
__global__ void written_there(int *x, int *y) {
  __shared__ int s[256];
  const int t = threadIdx.x, b = blockIdx.x;
  x[b * 256 + t] = t;
  s[t] = t;
  __syncthreads();
  y[b * 256 + t] = x[b * 256 + 255 - t] + s[255 - t];
}

int main() {
  enum { BLOCKS = 8, SIZE = BLOCKS * 256 * sizeof(int) };
  int *x[2], *y;
  for (int k = 0; k < 2; ++k) {
    cudaMalloc(&x[k], SIZE);
    // Not the 1300th, which is of the sixth block.
#ifndef TWIN
    cudaMemset(x[k], 0, 1300 * sizeof(int));
    cudaMemset(x[k] + 1301, 0, SIZE - 1301 * sizeof(int));
#else
    cudaMemset(x[k], 0, SIZE);
#endif
  }
  cudaMalloc(&y, SIZE);
  for (int again = 0; again < 2; ++again) {
    writes_later<<<BLOCKS, 256>>>(x[0], y);
    written_there<<<BLOCKS, 256>>>(x[1], y);
  }
  int host[BLOCKS];
  cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost);
  for (int *one : x)
    cudaFree(one);
  cudaFree(y);
}
