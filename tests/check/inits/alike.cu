// SPDX-License-Identifier: Apache-2.0
// What the first block writes in shared memory before it reads it, and another
// one does not, by its place in the grid or by what it reads; and what is moved
// there from memory that nobody wrote, in one block of several that do the same.
// With -DTWIN all is written.
#include <cstdio>

__global__ void condition(int n, int *y) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n)
    s[t] = i;
  __syncthreads();
  y[i] = s[63 - t] + 1; // EXPECT: uninitialised
}

__global__ void loaded(const int *p, int *y) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (p[i] != 70)
    s[t] = i;
  __syncthreads();
  y[i] = s[63 - t] + 1; // EXPECT: uninitialised
}

__global__ void address(int *y) {
  __shared__ int s[128];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
#ifdef TWIN
  s[64 + t] = 0;
#endif
  s[t + (blockIdx.x == 2 ? 64 : 0)] = i;
#ifdef TWIN
  s[t] = i;
#endif
  __syncthreads();
  y[i] = s[63 - t] + 1; // EXPECT: uninitialised
}

// All blocks do the same: what one moves nobody wrote.
__global__ void moved(const int *x, int *y) {
  __shared__ int s[64], other[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i];
  other[t] = t;
  __syncthreads();
  other[t] += t;
  y[i] = s[63 - t] + other[t]; // EXPECT: uninitialised
}

// It is written over in time: the same place, and in the block behind.
__global__ void over(const int *x, int *y) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = x[i];
  __syncthreads();
  s[t ^ 1] = i;
  __syncthreads();
  y[i] = s[63 - t] + 1;
  __syncthreads();
  s[63 - t] = x[i];
  __syncthreads();
  if (s[t] == 3) // EXPECT: uninitialised
    y[i] = 0;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 512 * sizeof(int));
  cudaMalloc(&y, 512 * sizeof(int));
#ifdef TWIN
  cudaMemset(x, 0, 512 * sizeof(int));
  const int n = 512;
#else
  // Not the 100th, which is of the second block of each.
  cudaMemset(x, 0, 100 * sizeof(int));
  cudaMemset(x + 101, 0, 411 * sizeof(int));
  const int n = 200;
#endif
  moved<<<4, 64>>>(x, y);
  over<<<4, 64>>>(x, y);
  condition<<<4, 64>>>(n, y);
  address<<<4, 64>>>(y);
  int places[256];
  for (int i = 0; i < 256; ++i)
#ifdef TWIN
    places[i] = 0;
#else
    places[i] = i - 60;
#endif
  cudaMemcpy(x, places, sizeof(places), cudaMemcpyHostToDevice);
  loaded<<<4, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
