// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void side_by_side(const float *x, float *y) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  y[i] = 2.0f * x[i];
}
extern "C" __global__ void of_two(const float *x, float *y) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
