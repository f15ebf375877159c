// SPDX-License-Identifier: Apache-2.0
// Errors in the CUDA dialect: numbers, names, the last error.
#include "program.h"

__global__ void nothing() {}

int main() {
  void *p;
  CHECK(cudaGetLastError() == cudaSuccess);
  FAILS(cudaMalloc(&p, (size_t)1 << 60), cudaErrorMemoryAllocation);
  CHECK(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation),
                "cudaErrorMemoryAllocation"));
  CHECK(!strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess"));
  CHECK(strlen(cudaGetErrorString(cudaErrorInvalidValue)) > 0);
  int host = 0;
  FAILS(cudaFree(&host), cudaErrorInvalidValue);
  FAILS(cudaSetDevice(1000), cudaErrorInvalidDevice);
  FAILS(cudaMemcpy(&host, (void *)8, 4, (cudaMemcpyKind)9),
        cudaErrorInvalidMemcpyDirection);
  nothing<<<1, 2048>>>();
  FAILS(cudaGetLastError(), cudaErrorInvalidConfiguration);
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaStreamDestroy(s));
  // HIP, which a translation of this is in, has another number for it.
  CHECK(cudaStreamSynchronize(s) != cudaSuccess);
  cudaFuncAttributes a;
  FAILS(cudaFuncGetAttributes(&a, (const void *)&host),
        cudaErrorInvalidDeviceFunction);
  const cudaChannelFormatDesc odd =
      cudaCreateChannelDesc(32, 16, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  FAILS(cudaMallocArray(&array, &odd, 4, 4), cudaErrorInvalidChannelDescriptor);
  (void)cudaGetLastError();
  nothing<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  return done();
}
