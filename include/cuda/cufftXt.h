// SPDX-License-Identifier: Apache-2.0
//
// cuFFT's further functions: plans and calls of any type. Those for several
// devices and callbacks refuse (src/libs/fft/xt.c).
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

#include "cudalibxt.h"
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
typedef enum cufftXtWorkAreaPolicy_t {
  CUFFT_WORKAREA_MINIMAL = 0,
  CUFFT_WORKAREA_USER = 1,
  CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan,
                                     cufftXtWorkAreaPolicy policy,
                                     size_t *workSize);
typedef enum cufftXtQueryType_t {
  CUFFT_QUERY_1D_FACTORS = 0x00,
  CUFFT_QUERY_UNDEFINED = 0x01
} cufftXtQueryType;
typedef struct cufftXt1dFactors_t {
  long long size, stringCount, stringLength, substringLength;
  long long factor1, factor2, stringMask, substringMask;
  long long factor1Mask, factor2Mask;
  int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;
// Refused: plans are for one device.
cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct,
                             cufftXtQueryType queryType);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output,
                        int direction);

// ---- Several devices, and callbacks

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT,
  CUFFT_XT_FORMAT_OUTPUT,
  CUFFT_XT_FORMAT_INPLACE,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
  CUFFT_XT_FORMAT_DISTRIBUTED_INPUT,
  CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT,
  CUFFT_FORMAT_UNDEFINED
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE,
  CUFFT_COPY_DEVICE_TO_HOST,
  CUFFT_COPY_DEVICE_TO_DEVICE,
  CUFFT_COPY_UNDEFINED
} cufftXtCopyType;
typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX,
  CUFFT_CB_LD_COMPLEX_DOUBLE,
  CUFFT_CB_LD_REAL,
  CUFFT_CB_LD_REAL_DOUBLE,
  CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE,
  CUFFT_CB_ST_REAL,
  CUFFT_CB_ST_REAL_DOUBLE,
  CUFFT_CB_UNDEFINED
} cufftXtCallbackType;
typedef cufftComplex (*cufftJITCallbackLoadC)(void *input,
    unsigned long long offset, void *info, void *shared);
typedef void (*cufftJITCallbackStoreC)(void *output,
    unsigned long long offset, cufftComplex element, void *info, void *shared);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void *input,
    unsigned long long offset, void *info, void *shared);
typedef void (*cufftJITCallbackStoreZ)(void *output,
    unsigned long long offset, cufftDoubleComplex element, void *info, void *shared);
typedef cufftReal (*cufftJITCallbackLoadR)(void *input,
    unsigned long long offset, void *info, void *shared);
typedef void (*cufftJITCallbackStoreR)(void *output,
    unsigned long long offset, cufftReal element, void *info, void *shared);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void *input,
    unsigned long long offset, void *info, void *shared);
typedef void (*cufftJITCallbackStoreD)(void *output,
    unsigned long long offset, cufftDoubleReal element, void *info, void *shared);
typedef cufftComplex (*cufftCallbackLoadC)(void *input, size_t offset,
                                           void *info, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *input, size_t offset,
                                                 void *info, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *input, size_t offset, void *info,
                                        void *shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *input, size_t offset,
                                              void *info, void *shared);
typedef void (*cufftCallbackStoreC)(void *output, size_t offset,
                                    cufftComplex element, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreZ)(void *output, size_t offset,
                                    cufftDoubleComplex element, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreR)(void *output, size_t offset,
                                    cufftReal element, void *info,
                                    void *shared);
typedef void (*cufftCallbackStoreD)(void *output, size_t offset,
                                    cufftDoubleReal element, void *info,
                                    void *shared);

cufftResult cufftXtSetGPUs(cufftHandle plan, int nGPUs, int *whichGPUs);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor,
                          cufftXtSubFormat format);
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from,
                          cufftXtCopyType type);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **workArea);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input,
                                  cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback,
                               cufftXtCallbackType type, void **info);
// Refused: callbacks are functions in the program's own code.
cufftResult cufftXtSetJITCallback(cufftHandle plan,
                                  const char *lto_callback_symbol_name,
                                  const void *lto_callback_fatbin,
                                  size_t lto_callback_fatbin_size,
                                  cufftXtCallbackType type, void **caller_info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan,
                                         cufftXtCallbackType type, size_t size);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUFFTXT_H
