// SPDX-License-Identifier: Apache-2.0
// Lanes come to barriers of their own.
extern "C" __global__ void apart(int *x) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    s[threadIdx.x] += 1;
  } else {
    __syncthreads();
  }
  x[threadIdx.x] = s[63 - threadIdx.x];
}
extern "C" __global__ void together(int *x) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[63 - threadIdx.x];
}
