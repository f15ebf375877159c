// SPDX-License-Identifier: Apache-2.0
#include "common.cuh"

template <typename F> __device__ void map(const float *x, float *out, unsigned n,
                                          F f) {
  const unsigned i = global_index();
  if (i < n)
    out[i] = f(x[i]);
}

extern "C" __global__ void unary_kernel(const float *x, float *out, unsigned n) {
  map(x, out, n, [](float v) { return v / (1.0f + expf(-v)); }); // silu
}
extern "C" __global__ void unary_gelu(const float *x, float *out, unsigned n) {
  map(x, out, n,
      [](float v) { return 0.5f * v * (1.0f + erff(v * 0.70710678f)); });
}
