// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cufftXt.h.
// clang-format off
//
// hipFFT's further functions: plans and calls of any type. Those for several
// devices and callbacks are not there.
#ifndef QUERN_HIPFFT_HIPFFTXT_H
#define QUERN_HIPFFT_HIPFFTXT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "hipfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// Elements are HIP_R_32F, HIP_C_32F, HIP_R_64F and HIP_C_64F.
hipfftResult hipfftXtMakePlanMany(
    hipfftHandle plan, int rank, long long int *n, long long int *inembed,
    long long int istride, long long int idist, hipDataType inputtype,
    long long int *onembed, long long int ostride, long long int odist,
    hipDataType outputtype, long long int batch, size_t *workSize,
    hipDataType executiontype);
hipfftResult hipfftXtGetSizeMany(
    hipfftHandle plan, int rank, long long int *n, long long int *inembed,
    long long int istride, long long int idist, hipDataType inputtype,
    long long int *onembed, long long int ostride, long long int odist,
    hipDataType outputtype, long long int batch, size_t *workSize,
    hipDataType executiontype);
hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output,
                        int direction);

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPFFT_HIPFFTXT_H
