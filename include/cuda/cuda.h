// SPDX-License-Identifier: Apache-2.0
//
// Basic types of CUDA's driver API.
#ifndef QUERN_CUDA_CUDA_H
#define QUERN_CUDA_CUDA_H
#pragma clang system_header

#include <quern/device/prelude.h>

#define CUDA_VERSION 12080

typedef enum cudaError_enum { CUDA_SUCCESS = 0, CUDA_ERROR_UNKNOWN = 999 } CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef unsigned long long CUdeviceptr;

#endif
