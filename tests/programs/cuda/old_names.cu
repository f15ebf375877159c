// SPDX-License-Identifier: Apache-2.0
// What CUDA 12 still has of the runtime's first years, and the types of
// libraries, which cuda_runtime.h brings.
#include "program.h"

static __global__ void set(int *p) { *p = 7; }

static size_t size_of(cudaDataType_t type) {
  return type == CUDA_R_64F ? 8 : type == CUDA_R_16F ? 2 : 4;
}

int main() {
  int *p, got = 0;
  size_t limit = 0;
  cudaFuncCache config = cudaFuncCachePreferL1;
  double unused = 1;
  OK(cudaThreadSetCacheConfig(cudaFuncCachePreferShared));
  OK(cudaThreadGetCacheConfig(&config));
  OK(cudaThreadSetLimit(cudaLimitPrintfFifoSize, 1 << 20));
  OK(cudaThreadGetLimit(&limit, cudaLimitPrintfFifoSize));
  CHECK(limit >= 1 << 20);
  OK(cudaMalloc(&p, 4));
  set<<<1, 1>>>(p);
  OK(cudaThreadSynchronize());
  OK(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
  CHECK(got == 7);
  OK(cudaSetDoubleForDevice(&unused));
  OK(cudaSetDoubleForHost(&unused));
  CHECK(unused == 1 && size_of(CUDA_R_16F) == 2 && size_of(CUDA_R_64F) == 8);
  OK(cudaThreadExit());
  std::puts("ok");
  return 0;
}
