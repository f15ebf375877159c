// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void take(const unsigned char *index, const float *x, float *y) {
  __shared__ unsigned char own[64];
  own[threadIdx.x] = index[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = x[own[63 - threadIdx.x] & 31]; // EXPECT: uninitialised
}

int main() {
  unsigned char *index;
  float *x, *y;
  cudaMalloc(&index, 64);
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
#ifdef TWIN
  cudaMemset(index, 0, 64);
#else
  cudaMemset(index, 0, 63);
#endif
  take<<<1, 64>>>(index, x, y);
  cudaDeviceSynchronize();
  cudaFree(index);
  cudaFree(x);
  cudaFree(y);
}
