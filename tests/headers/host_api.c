// SPDX-License-Identifier: Apache-2.0
//
// The host API in plain C and C++ (check_host.sh compiles it as both): no device
// code, the same layouts, and numbers where the two APIs differ.
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <nvrtc.h>

#ifdef __cplusplus
#define CHECK(what) static_assert(what, #what)
#define ALIGNMENT alignof
#else
#define CHECK(what) _Static_assert(what, #what)
#define ALIGNMENT _Alignof
#endif
#define LAYOUT(type, size, alignment)                                          \
  CHECK(sizeof(type) == (size) && ALIGNMENT(type) == (alignment));
// Storage of what kernels compute with, the same under both APIs.
LAYOUT(__half, 2, 2)
LAYOUT(__nv_bfloat16, 2, 2)
LAYOUT(__hip_bfloat16, 2, 2)
LAYOUT(cuDoubleComplex, 16, 16)
LAYOUT(hipFloatComplex, 8, 8)
#include "layout.inc"

CHECK(hipErrorInvalidTexture == 912 && cudaErrorInvalidTexture == 18);
CHECK(hipErrorInvalidHandle == 400 && cudaErrorInvalidResourceHandle == 400);
CHECK(hipErrorNotReady == 600 && cudaErrorNotReady == 600);
CHECK(hipErrorNotSupported == 801 && CUDA_ERROR_NOT_SUPPORTED == 801);
CHECK(hipDeviceAttributeWarpSize == 87 && cudaDevAttrWarpSize == 10);
CHECK(hipDeviceAttributeMultiprocessorCount == 63);
CHECK(hipDeviceAttributeWallClockRate == 10017);
CHECK(hipBoundaryModeTrap == 1 && cudaBoundaryModeTrap == 2);
CHECK(hipDevP2PAttrAccessSupported == 1 && cudaDevP2PAttrAccessSupported == 2);
#ifdef __syncthreads
#error "device code in a plain compilation"
#endif

int main(void) {
  struct cudaDeviceProp cuda;
  hipDeviceProp_t hip;
  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
  dim3 grid = {1, 2, 3};
  void *block = 0;
  if (cudaGetDeviceProperties(&cuda, 0) != cudaSuccess ||
      hipGetDeviceProperties(&hip, 0) != hipSuccess)
    return 1;
  if (cudaMalloc(&block, 64) || hipMalloc(&block, 64) ||
      cudaMemcpy(block, &hip, 64, kind) ||
      hipLaunchKernel(block, grid, grid, 0, 0, 0))
    return 1;
  return cuInit(0) == CUDA_SUCCESS && HIP_VERSION >= 60000000 ? 0 : 1;
}
