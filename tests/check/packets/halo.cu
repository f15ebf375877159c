// SPDX-License-Identifier: Apache-2.0
// Neighbours in shared memory: only inactive work-items would leave the tile.
#include <cstdio>

__global__ void smooth(const float *x, float *y) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
#ifdef TWIN
  const bool inside = t > 0 && t < 63;
#else
  const bool inside = t > 0;
#endif
  float sum = tile[t];
  if (inside)
    sum += tile[t - 1] + tile[t + 1]; // EXPECT: out-of-bounds
  y[blockIdx.x * 64 + t] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMalloc(&y, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  smooth<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
