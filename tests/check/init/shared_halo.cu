// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void blur(int *x) {
  __shared__ int tile[66];
  const int i = threadIdx.x;
  tile[i + 1] = x[i];
#ifdef TWIN
  if (i == 0)
    tile[0] = tile[65] = 0;
#else
  if (i == 0)
    tile[0] = 0;
#endif
  __syncthreads();
  x[i] = tile[i] + tile[i + 2]; // EXPECT: uninitialised
}

int main() {
  int *x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  blur<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
