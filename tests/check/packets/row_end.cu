// SPDX-License-Identifier: Apache-2.0
// The last packet of a row is not full, and a work-item of it goes too far.
#include <cstdio>

__global__ void twice(int n, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i]; // EXPECT: out-of-bounds
}

int main() {
  float *x, *y;
  const int n = 77;
  cudaMalloc(&x, n * sizeof(float));
#ifdef TWIN
  cudaMalloc(&y, n * sizeof(float));
#else
  cudaMalloc(&y, (n - 2) * sizeof(float));
#endif
  cudaMemset(x, 0, n * sizeof(float));
  twice<<<5, 20>>>(n, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
