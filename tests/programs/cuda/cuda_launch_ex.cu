// SPDX-License-Identifier: Apache-2.0
// Launches by function calls in the CUDA dialect.
#include "program.h"

struct Pair {
  char tag;
  double value;
};
__global__ void fill(double *p, Pair pair, short by) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = pair.value * pair.tag + by;
}

int main() {
  enum { N = 128 };
  double *p, h[N];
  OK(cudaMalloc(&p, sizeof(h)));
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(64);
  config.stream = s;
  const Pair pair = {4, 2.5};
  OK(cudaLaunchKernelEx(&config, fill, p, pair, (short)-3));
  OK(cudaMemcpyAsync(h, p, sizeof(h), cudaMemcpyDeviceToHost, s));
  OK(cudaStreamSynchronize(s));
  CHECK(h[0] == 7 && h[N - 1] == 7);
  Pair other = {2, 0.5};
  short by = 9;
  void *args[] = {&p, &other, &by};
  OK(cudaLaunchKernel(fill, dim3(2), dim3(64), args, 0, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[0] == 10 && h[N - 1] == 10);
  by = 1;
  OK(cudaLaunchKernelExC(&config, (const void *)fill, args));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[N - 1] == 2);
  config.gridDim = dim3(0);
  FAILS(cudaLaunchKernelEx(&config, fill, p, pair, (short)0),
        cudaErrorInvalidConfiguration);
  OK(cudaStreamDestroy(s));
  OK(cudaFree(p));
  return done();
}
