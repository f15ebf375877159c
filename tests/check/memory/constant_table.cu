// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstdio>

__constant__ float weights[5];
__global__ void blur(float *x, int radius) {
  float sum = 0;
  for (int k = -radius; k <= radius; ++k)
    sum += weights[k + 2]; // EXPECT: out-of-bounds
  x[threadIdx.x] = sum;
}
#ifdef TWIN
#define RADIUS 2
#else
#define RADIUS 3
#endif

int main() {
  float *x;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  blur<<<1, 32>>>(x, RADIUS);
  cudaDeviceSynchronize();
  cudaFree(x);
}
