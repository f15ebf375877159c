// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__global__ void pick(const float *x, float *y, int stride) {
  y[threadIdx.x] = x[threadIdx.x * stride]; // EXPECT: out-of-bounds
}
int main() {
  float *x, *y;
  cudaMalloc(&x, 1024 * sizeof(float));
  cudaMalloc(&y, 32 * sizeof(float));
  cudaMemset(x, 0, 1024 * sizeof(float));
#ifdef TWIN
  pick<<<1, 32>>>(x, y, 32);
#else
  pick<<<1, 32>>>(x, y, 34);
#endif
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
