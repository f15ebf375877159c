// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS by the names of today; cublas_api.h has all of it.
#ifndef QUERN_CUDA_CUBLAS_V2_H
#define QUERN_CUDA_CUBLAS_V2_H
#ifdef CUBLAS_H_
#error "cublas.h and cublas_v2.h have functions of the same names"
#endif
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#endif
#include "cublas_api.h"

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetWorkspace cublasSetWorkspace_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#include <quern/host/libs/cublas_v2_names.inc>
#endif
