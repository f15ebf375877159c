// SPDX-License-Identifier: Apache-2.0
// Occupancy and attributes of functions in the CUDA dialect.
#include "program.h"

__global__ void __launch_bounds__(256) kernel(float *p) {
  extern __shared__ float cells[];
  cells[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = cells[threadIdx.x ^ 1];
}

int main() {
  int grid = 0, block = 0, blocks = 0, units = 0, max = 0;
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0));
  CHECK(block > 0 && block <= 256 && grid > 0);
  OK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, kernel, [](int n) { return n * sizeof(float); }));
  CHECK(block > 0 && block <= 256);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                   block * sizeof(float)));
  CHECK(blocks >= 1);
  OK(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0));
  CHECK(units >= 1);
  cudaFuncAttributes a;
  OK(cudaFuncGetAttributes(&a, kernel));
  CHECK(a.maxThreadsPerBlock == 256);
  OK(cudaDeviceGetAttribute(&max, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  OK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                          max));
  OK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1));
  float *p, h[64];
  for (int i = 0; i < 64; ++i)
    h[i] = (float)i;
  OK(cudaMalloc(&p, sizeof(h)));
  OK(cudaMemcpy(p, h, sizeof(h), cudaMemcpyHostToDevice));
  kernel<<<1, 64, max>>>(p);
  OK(cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[0] == 1 && h[63] == 62);
  OK(cudaFree(p));
  return done();
}
