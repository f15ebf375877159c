// SPDX-License-Identifier: Apache-2.0
#include "common.cuh"
#include <cuda_fp16.h>

extern "C" __global__ void cast_kernel(const float *x, __half *out,
                                       unsigned n) {
  const unsigned i = global_index();
  if (i < n)
    out[i] = __float2half(x[i]);
}
extern "C" __global__ void cast_back(const __half *x, float *out, unsigned n) {
  const unsigned i = global_index();
  if (i < n)
    out[i] = __half2float(x[i]);
}
