// SPDX-License-Identifier: Apache-2.0
// Local arrays, whose shadows are variables, too: at indices that vary, across
// a barrier, and moved as a whole.
// With -DTWIN all elements are set.
#include <cstdio>

struct four {
  int all[4];
};

#ifdef TWIN
enum { SET = 8 };
#else
enum { SET = 7 };
#endif

__global__ void pick(const int *x, int *y) {
  int own[8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < SET; ++k)
    own[k] = x[i] + k;
  y[i] = own[x[i] & 7] + 1; // EXPECT: uninitialised
}

__global__ void across(const int *x, int *y, int n) {
  __shared__ int tile[64];
  int own[8];
  for (int k = 0; k < n; ++k)
    own[k] = x[threadIdx.x + k];
  tile[threadIdx.x] = own[threadIdx.x % 3];
  __syncthreads();
  y[threadIdx.x] = own[tile[63 - threadIdx.x] & 7]; // EXPECT: uninitialised
}

__global__ void whole(const four *x, int *y, int n) {
  four own = x[threadIdx.x];
  four other;
  if (threadIdx.x < n)
    other = own;
  y[threadIdx.x] = other.all[y[threadIdx.x] & 3]; // EXPECT: uninitialised
}

int main() {
  int *x, *y, numbers[256];
  for (int i = 0; i < 256; ++i)
    numbers[i] = i * 5 % 8;
  cudaMalloc(&x, sizeof(numbers));
  cudaMalloc(&y, 64 * sizeof(int));
  cudaMemcpy(x, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  cudaMemset(y, 0, 64 * sizeof(int));
  pick<<<2, 32>>>(x, y);
  across<<<1, 64>>>(x, y, SET);
  cudaMemset(y, 0, 64 * sizeof(int));
#ifdef TWIN
  whole<<<1, 64>>>((const four *)x, y, 64);
#else
  whole<<<1, 64>>>((const four *)x, y, 61);
#endif
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
