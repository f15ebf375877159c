// SPDX-License-Identifier: Apache-2.0
// Sums of columns: all rounds are looked at in front of the loop, and those of
// the last work-items go beyond the matrix in the last round alone.
#include <cstdio>

__global__ void sums(int rows, int columns, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < rows; ++k)
    sum += x[k * columns + i]; // EXPECT: out-of-bounds
  y[i] = sum;
}

int main() {
  float *x, *y;
#ifdef TWIN
  const int columns = 64;
#else
  const int columns = 61;
#endif
  cudaMalloc(&x, 40 * columns * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 40 * columns * sizeof(float));
  sums<<<2, 32>>>(40, columns, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
