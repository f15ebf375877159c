// SPDX-License-Identifier: Apache-2.0
// The kernel of bench/opencl_start.py, and its program.
#include <cuda_runtime.h>

extern "C" __global__ void saxpy(const float *x, float *y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

enum { COUNT = 1 << 16 };

int main(void) {
  static float host[COUNT];
  float *x, *y;
  for (int i = 0; i < COUNT; ++i)
    host[i] = (float)i;
  cudaMalloc(&x, sizeof(host));
  cudaMalloc(&y, sizeof(host));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(y, host, sizeof(host), cudaMemcpyHostToDevice);
  saxpy<<<COUNT / 256, 256>>>(x, y, 2, COUNT);
  const cudaError_t failure =
      cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost);
  return failure != cudaSuccess || host[5] != 3 * 5.0f;
}
