// SPDX-License-Identifier: Apache-2.0
// A block takes more items than it was given through shared memory, by a
// pointer of which the compiler does not know what memory it is to, and leaves
// only those that it was given.
#include <cstdio>

__device__ __noinline__ void put(int *to, int at, int value) {
  to[at] = value;
}

__global__ void exchange(const int *x, int *y, int n) {
  __shared__ int tile[128];
  int own[4];
  for (int k = 0; k < 4; ++k)
    if (threadIdx.x * 4 + k < n)
      own[k] = x[threadIdx.x * 4 + k];
  for (int k = 0; k < 4; ++k)
    put(tile, threadIdx.x * 4 + k, own[(k + n) % 4]);
  __syncthreads();
#ifdef TWIN
  for (int i = threadIdx.x; i < n; i += 32)
#else
  for (int i = threadIdx.x; i <= n; i += 32)
#endif
    y[i] = tile[i]; // EXPECT: uninitialised
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMalloc(&y, 128 * sizeof(int));
  cudaMemset(x, 0, 128 * sizeof(int));
  exchange<<<1, 32>>>(x, y, 100);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
