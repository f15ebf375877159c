// SPDX-License-Identifier: Apache-2.0
// One kernel in packets, and one that keeps the image from being only such.
extern "C" __global__ void packets(const float *x, float *y) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  y[t] = s[63 - t];
}
extern "C" __global__ void fibers(float *x) {
  __shared__ float s[64];
  const int t = (int)threadIdx.x;
  if (t & 1)
    __syncthreads();
  s[t] = x[t];
  __syncthreads();
  x[t] = s[63 - t];
}
