// SPDX-License-Identifier: Apache-2.0
// A tile with a column that nobody writes or reads, read across; each block has
// to write its own, though the one before wrote there.
// With -DTWIN all blocks do.
#include <cstdio>

__global__ void transpose(const float *x, float *y, int n) {
  __shared__ float tile[16][17];
  const int i = threadIdx.x, j = threadIdx.y;
#ifndef TWIN
  if (blockIdx.x != 3 || i != 5 || j != 9)
#endif
    tile[j][i] = x[(blockIdx.x * 16 + j) * n + i];
  __syncthreads();
  y[(blockIdx.x * 16 + j) * n + i] = tile[i][j] + 1; // EXPECT: uninitialised
}

// Bytes, and what several lanes write.
__global__ void letters(const unsigned char *x, unsigned char *y) {
  __shared__ unsigned char own[65];
  __shared__ short half[32];
  own[threadIdx.x] = x[threadIdx.x];
  half[threadIdx.x / 2] = threadIdx.x / 2;
  __syncthreads();
#ifdef TWIN
  y[threadIdx.x] = own[63 - threadIdx.x] + half[threadIdx.x % 32];
#else
  y[threadIdx.x] = own[threadIdx.x + 1] + half[threadIdx.x % 32]; // EXPECT: uninitialised
#endif
}

int main() {
  float *x, *y;
  unsigned char *a, *b;
  cudaMalloc(&x, 4096 * sizeof(*x));
  cudaMalloc(&y, 4096 * sizeof(*y));
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaMemset(x, 0, 4096 * sizeof(*x));
  cudaMemset(a, 0, 64);
  transpose<<<6, dim3(16, 16)>>>(x, y, 16);
  letters<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(a);
  cudaFree(b);
}
