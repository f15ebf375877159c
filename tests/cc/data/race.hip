// SPDX-License-Identifier: Apache-2.0
// Reductions with and without what orders their accesses, by argument.
#include <hip/hip_runtime.h>

#include <stdio.h>
#include <string.h>

__device__ int load(const int *p) { return *p; }

template <bool BARRIER> __global__ void reduce(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = p[t]; // WRITTEN
  if (BARRIER)
    __syncthreads();
  for (int k = 32; k; k /= 2) {
    if (t < k)
      s[t] += load(&s[t + k]);
    __syncthreads();
  }
  if (t == 0)
    p[0] = s[0];
}

// The second half of the loop overwrites what others may still read.
__global__ void overwrite(int *p) {
  extern __shared__ int d[];
  const int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    d[t] = p[t] + i; // OVERWRITTEN
    __syncthreads();
    p[t] = d[blockDim.x - 1 - t]; // STILL_READ
  }
}

template <bool SYNC> __global__ void warp(int *p) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = p[t];
  if (SYNC)
    __syncwarp();
  p[t] = s[31 - t];
}

__global__ void count(int *p) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  atomicAdd(&n, 1);
  __syncthreads();
  p[threadIdx.x] = n;
}

int main(int, char **argv) {
  const char *kind = argv[1];
  int *p;
  if (hipMalloc((void **)&p, 64 * sizeof(int)) != hipSuccess)
    return 1;
  (void)hipMemset(p, 0, 64 * sizeof(int));
  reduce<true><<<3, 64>>>(p);
  warp<true><<<1, 32>>>(p);
  count<<<2, 64>>>(p);
  if (strcmp(kind, "reduce") == 0)
    reduce<false><<<1, 64>>>(p);
  if (strcmp(kind, "overwrite") == 0)
    overwrite<<<1, 64, 64 * sizeof(int)>>>(p);
  if (strcmp(kind, "warp") == 0)
    warp<false><<<1, 32>>>(p);
  if (hipDeviceSynchronize() != hipSuccess)
    return 3;
  printf("clean\n");
  return 0;
}
