// SPDX-License-Identifier: Apache-2.0
// The sum of each row: within warps by shuffles, then of the warps' sums.
#include "common.cuh"

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_xor_sync(0xffffffff, value, step, 32);
  return value;
}

extern "C" __global__ void reduce_kernel(const float *x, float *sums,
                                         unsigned columns) {
  __shared__ float parts[32];
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += blockDim.x)
    sum += x[blockIdx.x * columns + i];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.0f;
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
      sums[blockIdx.x] = sum;
  }
}
