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

#include "cudalibxt.h"
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

typedef enum hipfftXtSubFormat_t {
  HIPFFT_XT_FORMAT_INPUT,
  HIPFFT_XT_FORMAT_OUTPUT,
  HIPFFT_XT_FORMAT_INPLACE,
  HIPFFT_XT_FORMAT_INPLACE_SHUFFLED,
  HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
  HIPFFT_XT_FORMAT_DISTRIBUTED_INPUT,
  HIPFFT_XT_FORMAT_DISTRIBUTED_OUTPUT,
  HIPFFT_FORMAT_UNDEFINED
} hipfftXtSubFormat;
typedef enum hipfftXtCopyType_t {
  HIPFFT_COPY_HOST_TO_DEVICE,
  HIPFFT_COPY_DEVICE_TO_HOST,
  HIPFFT_COPY_DEVICE_TO_DEVICE,
  HIPFFT_COPY_UNDEFINED
} hipfftXtCopyType;
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
hipfftResult hipfftXtMalloc(hipfftHandle plan, cudaLibXtDesc **descriptor,
                          hipfftXtSubFormat format);
hipfftResult hipfftXtMemcpy(hipfftHandle plan, void *to, void *from,
                          hipfftXtCopyType type);
hipfftResult hipfftXtFree(cudaLibXtDesc *descriptor);
hipfftResult hipfftXtSetWorkArea(hipfftHandle plan, void **workArea);
hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, cudaLibXtDesc *input,
                                  cudaLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorC2C(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorR2C(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorC2R(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorZ2Z(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction);
hipfftResult hipfftXtExecDescriptorD2Z(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
hipfftResult hipfftXtExecDescriptorZ2D(hipfftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callback,
                               hipfftXtCallbackType type, void **info);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan,
                                         hipfftXtCallbackType type, size_t size);

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPFFT_HIPFFTXT_H
