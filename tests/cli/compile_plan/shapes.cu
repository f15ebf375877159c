// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void shapes(const int *at, float *y, int n) {
  const int t = (int)threadIdx.x;
  y[t] = y[at[t]] + n;
}
