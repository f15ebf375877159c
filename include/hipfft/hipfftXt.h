// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cufftXt.h.
// clang-format off
//
// hipFFT's further functions: plans and calls of any type. Those for several
// devices and callbacks refuse (src/libs/fft/xt.c).
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

// ---- Several devices, and callbacks

typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX,
  HIPFFT_CB_LD_COMPLEX_DOUBLE,
  HIPFFT_CB_LD_REAL,
  HIPFFT_CB_LD_REAL_DOUBLE,
  HIPFFT_CB_ST_COMPLEX,
  HIPFFT_CB_ST_COMPLEX_DOUBLE,
  HIPFFT_CB_ST_REAL,
  HIPFFT_CB_ST_REAL_DOUBLE,
  HIPFFT_CB_UNDEFINED
} hipfftXtCallbackType;
typedef hipfftComplex (*hipfftCallbackLoadC)(void *input, size_t offset,
                                           void *info, void *shared);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void *input, size_t offset,
                                                 void *info, void *shared);
typedef hipfftReal (*hipfftCallbackLoadR)(void *input, size_t offset, void *info,
                                        void *shared);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void *input, size_t offset,
                                              void *info, void *shared);
typedef void (*hipfftCallbackStoreC)(void *output, size_t offset,
                                    hipfftComplex element, void *info,
                                    void *shared);
typedef void (*hipfftCallbackStoreZ)(void *output, size_t offset,
                                    hipfftDoubleComplex element, void *info,
                                    void *shared);
typedef void (*hipfftCallbackStoreR)(void *output, size_t offset,
                                    hipfftReal element, void *info,
                                    void *shared);
typedef void (*hipfftCallbackStoreD)(void *output, size_t offset,
                                    hipfftDoubleReal element, void *info,
                                    void *shared);

hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int nGPUs, int *whichGPUs);
hipfftResult hipfftXtSetWorkArea(hipfftHandle plan, void **workArea);
hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callback,
                               hipfftXtCallbackType type, void **info);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan,
                                         hipfftXtCallbackType type, size_t size);

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPFFT_HIPFFTXT_H
