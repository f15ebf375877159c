// SPDX-License-Identifier: Apache-2.0
#include "by.cuh"

extern "C" __global__ void times_by(float *x) {
  x[threadIdx.x] = by(x[threadIdx.x]);
}
