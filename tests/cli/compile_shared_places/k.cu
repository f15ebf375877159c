// SPDX-License-Identifier: Apache-2.0
// What is in an image beside a kernel does not change its code: `first` has an
// array of COUNT elements, behind which that of `sums` lies.
extern "C" __global__ void first(const float *x, float *y) {
  __shared__ float tile[COUNT];
  const int t = (int)threadIdx.x;
  tile[t] = x[t];
  __syncthreads();
  y[t] = tile[(t + 7) & 255];
}
extern "C" __global__ void sums(const float *x, float *y) {
  __shared__ float s[512];
  const int t = (int)threadIdx.x, start = (int)blockIdx.x * 512;
  s[t] = x[start + t];
  s[t + 256] = x[start + t + 256];
  int step = 1;
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    step *= 2;
  }
  __syncthreads();
  y[start + t] = s[t];
  y[start + t + 256] = s[t + 256];
}
