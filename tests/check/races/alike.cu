// SPDX-License-Identifier: Apache-2.0
// Races of shared memory that the first block does not have. Packets look at
// that block alone where all do the same: here another one goes elsewhere by its
// place in the grid, by what it reads, or has other values. With -DTWIN none.
// ALSO: uninitialised
#include <cstdio>

#ifdef TWIN
#define BAD(other, good) (good)
#else
#define BAD(other, good) (other)
#endif

__global__ void condition(int n, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = 0;
  __syncthreads();
  if (i >= n)
    s[BAD(5, t)] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

__global__ void address(int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = (blockIdx.y * 2 + blockIdx.x) * 64 + t;
  s[t & ~BAD(blockIdx.y, 0u)] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

__global__ void by_size(int n, int *x) {
  __shared__ int s[128];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  const int left = n - blockIdx.x * 64 < 64 ? BAD(0, 64) : 64;
  s[t] = i;
  s[left + 63 - t] = t; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[63 - t] + s[64 + t];
}

__global__ void loaded(const int *p, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[p[i]] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

__global__ void by_loaded(const int *p, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i;
  __syncthreads();
  if (p[i] == 7)
    s[0] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

// In one block there is no barrier between.
__global__ void barriers(const int *counts, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i;
  for (int k = 0; k < counts[blockIdx.x]; ++k)
    __syncthreads();
  x[i] = s[63 - t]; // EXPECT: shared-race
}

__global__ void rounds(const int *counts, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int at = t;
  for (int k = counts[blockIdx.x]; k < 1; ++k)
    at /= 2;
  s[at] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

// What all of a block write is the same in the first.
__global__ void values(const int *p, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = t;
  __syncthreads();
  s[0] = blockIdx.x ? p[i] : 5; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

__device__ __forceinline__ void put(int *to, int at, int value) {
  to[at] = value; // EXPECT: shared-race
}

__global__ void pointers(int *x) {
  __shared__ int s[64], other[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i;
  put(blockIdx.x == BAD(3, 9) ? s : other, 63 - t, i);
  __syncthreads();
  x[i] = s[t] + other[t % 64];
}

// Arrays in dynamic memory, which overlap in one block.
__global__ void overlap(int *x) {
  extern __shared__ int all[];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int *second = all + 64 - (blockIdx.x == 2 ? BAD(32, 0) : 0);
  all[t] = i; // EXPECT: shared-race
  second[t] = i;
  __syncthreads();
  x[i] = all[t] + second[t];
}

__global__ void atomics(int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = 0;
  __syncthreads();
  atomicAdd(&s[t / 2], 1);
  if (blockIdx.x == BAD(1, 9) && t == 40)
    s[3] = 7; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

__global__ void votes(const int *counts, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = i;
  if (__syncthreads_or(counts[blockIdx.x] == 0))
    s[0] = i; // EXPECT: shared-race
  else
    x[i] = s[t];
}

// A lane tells the others of its warp.
__global__ void shuffles(const int *p, int *x) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  const int at = __shfl_sync(0xffffffff, p[i], t % 32);
  s[at] = i; // EXPECT: shared-race
  __syncthreads();
  x[i] = s[t];
}

int main() {
  enum { COUNT = 256, BLOCKS = 4 };
  int places[COUNT], counts[BLOCKS], *p, *c, *x;
  for (int i = 0; i < COUNT; ++i)
    places[i] = i < 192 ? i % 64 : BAD(i % 64 / 2, i % 64);
  for (int k = 0; k < BLOCKS; ++k)
    counts[k] = k < 3 ? 1 : BAD(0, 1);
  cudaMalloc(&p, sizeof(places));
  cudaMalloc(&c, sizeof(counts));
  cudaMalloc(&x, sizeof(places));
  cudaMemcpy(p, places, sizeof(places), cudaMemcpyHostToDevice);
  cudaMemcpy(c, counts, sizeof(counts), cudaMemcpyHostToDevice);
  condition<<<BLOCKS, 64>>>(200, x);
  address<<<dim3(2, 2), 64>>>(x);
  by_size<<<BLOCKS, 64>>>(250, x);
  loaded<<<BLOCKS, 64>>>(p, x);
  by_loaded<<<BLOCKS, 64>>>(p, x);
  barriers<<<BLOCKS, 64>>>(c, x);
  rounds<<<BLOCKS, 64>>>(c, x);
#ifndef TWIN
  values<<<BLOCKS, 64>>>(p, x);
#endif
  pointers<<<BLOCKS, 64>>>(x);
  overlap<<<BLOCKS, 64, 128 * sizeof(int)>>>(x);
  atomics<<<BLOCKS, 64>>>(x);
  votes<<<BLOCKS, 64>>>(c, x);
  shuffles<<<BLOCKS, 64>>>(p, x);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(c);
  cudaFree(x);
}
