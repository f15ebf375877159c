// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void kept(const float *x, float *out) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  const float own = x[t] * 3;
  s[t] = own;
  __syncthreads();
  out[t] = own + s[63 - t] + x[0];
}
