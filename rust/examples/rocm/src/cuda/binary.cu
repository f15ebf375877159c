// SPDX-License-Identifier: Apache-2.0
#include "common.cuh"

#define BINARY(name, expression)                                               \
  extern "C" __global__ void name(const float *x, const float *y, float *out,  \
                                  unsigned n) {                                \
    const unsigned i = global_index();                                         \
    if (i < n) {                                                               \
      const float a = x[i], b = y[i];                                          \
      out[i] = expression;                                                     \
    }                                                                          \
  }
BINARY(binary_kernel, a + b)
BINARY(binary_mul, a *b)
BINARY(binary_max, fmaxf(a, b))
