// SPDX-License-Identifier: Apache-2.0
//
// Basic types of CUDA's runtime API, so that sources that name them compile for
// the device. (The API itself is the host side's.)
#ifndef QUERN_CUDA_RUNTIME_API_H
#define QUERN_CUDA_RUNTIME_API_H
#pragma clang system_header

#include <quern/device/prelude.h>
#include <quern/device/textures.h>

#define CUDART_VERSION 12080
#define CUDART_DEVICE __device__

typedef enum cudaError { cudaSuccess = 0, cudaErrorUnknown = 999 } cudaError_t;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

#endif
