// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

struct pair {
  int a, b;
};
__global__ void swap(int *x) {
  __shared__ pair tile[64];
  const int i = threadIdx.x;
  tile[i] = pair{i, x[i]};
  __syncthreads();
  const pair other = tile[63 - i]; // EXPECT: shared-race
#ifdef TWIN
  __syncthreads();
#endif
  tile[i] = other;
  __syncthreads();
  x[i] = tile[i].a;
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  swap<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
