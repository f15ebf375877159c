// SPDX-License-Identifier: Apache-2.0
#include "common.cuh"

template <typename T> __device__ void fill(T *out, T value, unsigned n) {
  for (unsigned i = global_index(); i < n; i += blockDim.x * gridDim.x)
    out[i] = value;
}

extern "C" __global__ void fill_kernel(float *out, float value, unsigned n) {
  fill(out, value, n);
}
extern "C" __global__ void fill_u8(unsigned char *out, unsigned char value,
                                   unsigned n) {
  fill(out, value, n);
}
