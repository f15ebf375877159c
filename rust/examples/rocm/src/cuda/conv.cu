// SPDX-License-Identifier: Apache-2.0
// A convolution in one dimension, with the block's part of the input in shared
// memory.
#include "common.cuh"

extern "C" __global__ void conv_kernel(const float *x, const float *weights,
                                       float *out, unsigned n, unsigned taps) {
  extern __shared__ float part[];
  const unsigned begin = blockIdx.x * blockDim.x;
  for (unsigned i = threadIdx.x; i < blockDim.x + taps - 1; i += blockDim.x)
    part[i] = begin + i < n ? x[begin + i] : 0.0f;
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < taps; ++k)
    sum += part[threadIdx.x + k] * weights[k];
  if (begin + threadIdx.x + taps <= n)
    out[begin + threadIdx.x] = sum;
}
