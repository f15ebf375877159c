// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void plain(int *p) { p[blockIdx.x] = threadIdx.x; }

extern "C" __global__ void barrier(int *p) {
  __shared__ int last;
  last = threadIdx.x;
  __syncthreads();
  p[blockIdx.x] = last;
}
