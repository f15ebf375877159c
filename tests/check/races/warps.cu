// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that exchange values in memory: operations of the warp keep
// their accesses apart, and no other warp's.
// What the next warp writes may not be there yet.
// ALSO: uninitialised
#include <cstdio>

__global__ void turned(float *x, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float value = x[i];
  for (int k = 0; k < rounds; ++k) {
    x[i] = value + 1; // EXPECT: global-race
    __syncwarp();
    value = x[i - lane + (lane + 1) % 32]; // EXPECT: global-race
#ifdef TWIN
    __syncwarp();
#endif
  }
  x[i] = value + __shfl_xor_sync(0xffffffff, value, 3);
}

// Two lanes read, an operation, a third one reads, and a fourth one writes.
__global__ void third(const float *x, float *y) {
  const int lane = threadIdx.x % 32, first = blockIdx.x * 64 + threadIdx.x - lane;
  float value = x[first + lane];
  if (lane < 2)
    value += y[first];
  __syncwarp();
  if (lane == 5)
    value += y[first];
#ifdef TWIN
  __syncwarp();
#endif
  if (lane == 9)
    y[first] = value; // EXPECT: global-race
  y[1024 + first + lane] = value;
}

// The next warp's element.
__global__ void across(float *x, float *y) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = x[t];
#ifdef TWIN
  __syncthreads();
#else
  __syncwarp();
#endif
  const float other = tile[(t + 32) % 128]; // EXPECT: shared-race
  __syncthreads();
  tile[t ^ 1] = other;
  __syncwarp();
  y[t] = tile[t];
  __syncwarp();
#ifdef TWIN
  atomicAdd(&tile[t / 32 * 32], 1.0f);
#else
  atomicAdd(&tile[(t + 32) / 32 * 32 % 128], 1.0f); // EXPECT: shared-race
#endif
}

int main() {
  float *m;
  cudaMalloc(&m, 4096 * sizeof(*m));
  cudaMemset(m, 0, 4096 * sizeof(*m));
  turned<<<3, 96>>>(m, 70);
  third<<<2, 64>>>(m, m + 1024);
  across<<<1, 128>>>(m, m + 1024);
  cudaDeviceSynchronize();
  cudaFree(m);
}
