// SPDX-License-Identifier: Apache-2.0
#define __global__ __attribute__((global))

extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
