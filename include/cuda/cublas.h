// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS as it was before version 2: one handle for the process, letters for
// enumerators, scalars by value, results returned. libquernblas implements it.
#ifndef QUERN_CUDA_CUBLAS_H
#define QUERN_CUDA_CUBLAS_H
#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h have functions of the same names"
#endif
#ifndef CUBLAS_H_
#define CUBLAS_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __cplusplus
#include <cuda_runtime.h>
#endif

#include "cublas_api.h"

#include <quern/device/names_begin.inc>

#define cublasStatus cublasStatus_t

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
// That of the first call since the last question that failed.
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *version);
cublasStatus cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus cublasFree(void *devicePtr);
cublasStatus cublasSetKernelStream(cudaStream_t stream);

#include <quern/host/libs/cublas_v1_functions.inc>

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif
