// SPDX-License-Identifier: Apache-2.0
// Shared memory without barriers of the group: of warps, and of blocks of one.
#include <cstdio>

__global__ void scan(const int *x, int *y) {
  __shared__ int tile[4][32];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int i = blockIdx.x * blockDim.x + t;
  tile[warp][lane] = x[i];
  __syncwarp();
  for (int step = 1; step < 32; step *= 2) {
    const int other = lane >= step ? tile[warp][lane - step] : 0;
#ifdef TWIN
    __syncwarp();
#endif
    tile[warp][lane] += other; // EXPECT: shared-race
    __syncwarp();
  }
  y[i] = tile[warp][lane];
}

__global__ void next(int *x) {
  __shared__ int tile[128];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = x[i];
  __syncwarp();
#ifdef TWIN
  x[i] = tile[t ^ 31];
#else
  x[i] = tile[(t + 1) % 128]; // EXPECT: shared-race
#endif
}

// Each block has memory of its own.
__global__ void plain(int *x) {
  __shared__ int tile[64];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = x[i];
#ifndef TWIN
  tile[0] = t; // EXPECT: shared-race
#endif
  x[i] = t ? tile[t] : 1;
}

int main() {
  int *m;
  cudaMalloc(&m, 4096 * sizeof(*m));
  cudaMemset(m, 1, 4096 * sizeof(*m));
  scan<<<3, 128>>>(m, m + 1024);
  next<<<5, 128>>>(m);
  plain<<<7, 64>>>(m);
  plain<<<7, 32>>>(m);
  cudaDeviceSynchronize();
  cudaFree(m);
}
