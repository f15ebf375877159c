// SPDX-License-Identifier: Apache-2.0
// A local array, of which packets have one for each work-item side by side.
#include <cstdio>

__global__ void count(const int *x, int *y) {
  int bins[8] = {};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    bins[x[4 * i + k]] += k; // EXPECT: out-of-bounds
  y[i] = bins[x[i] & 7];
}

int main() {
  int *x, *y, numbers[256];
  for (int i = 0; i < 256; ++i)
    numbers[i] = i * 5 % 8;
#ifndef TWIN
  numbers[150] = 8;
#endif
  cudaMalloc(&x, sizeof(numbers));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMemcpy(x, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  count<<<2, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
