// SPDX-License-Identifier: Apache-2.0
// What is said of a kernel is what it was compiled as: CUB's host code chooses the
// sizes of grids by ptxVersion, its kernels those of tiles by __CUDA_ARCH__.
#include "program.h"

static __global__ void tell(int *version) {
#ifdef __CUDA_ARCH__
  *version = __CUDA_ARCH__;
#endif
}

int main(void) {
  cudaFuncAttributes attributes;
  cudaDeviceProp device;
  int *there, version = 0;
  OK(cudaFuncGetAttributes(&attributes, tell));
  OK(cudaGetDeviceProperties(&device, 0));
  OK(cudaMalloc(&there, sizeof(version)));
  tell<<<1, 1>>>(there);
  OK(cudaMemcpy(&version, there, sizeof(version), cudaMemcpyDeviceToHost));
  CHECK(version >= 300);
  CHECK(attributes.ptxVersion * 10 == version);
  CHECK(attributes.binaryVersion >= attributes.ptxVersion);
  CHECK(attributes.binaryVersion <= device.major * 10 + device.minor);
  CHECK(attributes.numRegs > 0 && attributes.maxThreadsPerBlock > 0);
  OK(cudaFree(there));
  return 0;
}
