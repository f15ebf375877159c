// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void spread(int *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = gridDim.x * blockDim.x;
  x[i] = i;
  __syncthreads();
#ifdef TWIN
  const int first = blockIdx.x * blockDim.x;
  x[n + i] = x[first + (threadIdx.x + 1) % blockDim.x];
#else
  x[n + i] = x[(i + blockDim.x) % n]; // EXPECT: global-race
#endif
}

int main() {
  int *x;
  cudaMalloc(&x, 512 * sizeof(int));
  cudaMemset(x, 0, 512 * sizeof(int));
  spread<<<4, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
