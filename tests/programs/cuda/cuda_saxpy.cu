// SPDX-License-Identifier: Apache-2.0
// The CUDA dialect's first program.
#include "program.h"

__global__ void saxpy(int n, float a, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 100003;
  std::vector<float> x(n), y(n);
  float *dx, *dy;
  for (int i = 0; i < n; ++i) {
    x[i] = (float)i;
    y[i] = 1;
  }
  OK(cudaMalloc(&dx, n * sizeof(float)));
  OK(cudaMalloc(&dy, n * sizeof(float)));
  OK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, dx, dy);
  OK(cudaGetLastError());
  OK(cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(y[i] == 2.0f * i + 1);
  OK(cudaFree(dx));
  OK(cudaFree(dy));
  int version = 0;
  OK(cudaRuntimeGetVersion(&version));
  CHECK(version >= 12000);
  cudaDeviceProp device;
  OK(cudaGetDeviceProperties(&device, 0));
  CHECK(device.name[0] && device.warpSize == 32);
  OK(cudaDeviceReset());
  return done();
}
