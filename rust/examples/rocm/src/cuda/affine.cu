// SPDX-License-Identifier: Apache-2.0
// y = scale * x + bias.
#include "common.cuh"

extern "C" __global__ void affine_kernel(const float *x, float *y, float scale,
                                         float bias, unsigned n) {
  const unsigned i = global_index();
  if (i < n)
    y[i] = scale * x[i] + bias;
}
