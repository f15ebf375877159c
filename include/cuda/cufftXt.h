// SPDX-License-Identifier: Apache-2.0
//
// cuFFT's further functions: plans and calls of any type. Those for several
// devices and callbacks are not there.
#ifndef QUERN_CUDA_CUFFTXT_H
#define QUERN_CUDA_CUFFTXT_H
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cufft.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

// Elements are CUDA_R_32F, CUDA_C_32F, CUDA_R_64F and CUDA_C_64F.
cufftResult cufftXtMakePlanMany(
    cufftHandle plan, int rank, long long int *n, long long int *inembed,
    long long int istride, long long int idist, cudaDataType inputtype,
    long long int *onembed, long long int ostride, long long int odist,
    cudaDataType outputtype, long long int batch, size_t *workSize,
    cudaDataType executiontype);
cufftResult cufftXtGetSizeMany(
    cufftHandle plan, int rank, long long int *n, long long int *inembed,
    long long int istride, long long int idist, cudaDataType inputtype,
    long long int *onembed, long long int ostride, long long int odist,
    cudaDataType outputtype, long long int batch, size_t *workSize,
    cudaDataType executiontype);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output,
                        int direction);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUFFTXT_H
