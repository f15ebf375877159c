// SPDX-License-Identifier: Apache-2.0
// Counts in shared and in global memory by atomic operations, which race with
// nothing but what is not atomic.
#include <cstdio>

__global__ void count(int n, const unsigned *x, unsigned *bins, unsigned *out) {
  __shared__ unsigned own[64], most;
  if (threadIdx.x < 64)
    own[threadIdx.x] = 0;
  if (!threadIdx.x)
    most = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    atomicAdd(&own[x[i] % 64], 1u);
    atomicMax(&most, x[i]);
  }
#ifdef TWIN
  __syncthreads();
#endif
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]); // EXPECT: shared-race
#ifdef TWIN
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = most; // EXPECT: shared-race
}

// The first two lanes add, then others look at what all of them have.
__global__ void look(unsigned *bins, unsigned *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 64 < 2)
    atomicAdd(&bins[i / 64], 1u);
#ifndef TWIN
  if (i % 64 == 40)
    out[i] = bins[i / 64]; // EXPECT: global-race
#endif
}

__device__ unsigned total;
__global__ void sum(const unsigned *x) {
  atomicAdd(&total, x[threadIdx.x]);
#ifndef TWIN
  if (threadIdx.x == 70)
    total = 1; // EXPECT: global-race
#endif
}

int main() {
  const int n = 1000;
  unsigned *m;
  cudaMalloc(&m, 4 * 1024 * sizeof(*m));
  cudaMemset(m, 0, 4 * 1024 * sizeof(*m));
  count<<<3, 96>>>(n, m, m + 1024, m + 2048);
  look<<<2, 128>>>(m + 1024, m + 2048);
  sum<<<2, 128>>>(m);
  cudaDeviceSynchronize();
  cudaFree(m);
}
