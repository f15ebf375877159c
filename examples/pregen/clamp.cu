// SPDX-License-Identifier: Apache-2.0
// A kernel that a configuration gives its limits.
extern "C" __global__ void clamp(float *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = fminf(fmaxf(values[i], LOW), HIGH);
}
