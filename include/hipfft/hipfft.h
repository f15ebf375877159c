// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cufft.h.
// clang-format off
//
// hipFFT: Fourier transforms. libquernfft implements it; docs/libraries.md says
// what does the work on which device, and what is not there.
#ifndef QUERN_HIPFFT_HIPFFT_H
#define QUERN_HIPFFT_HIPFFT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hipfftResult_t {
  HIPFFT_SUCCESS = 0x0,
  HIPFFT_INVALID_PLAN = 0x1,
  HIPFFT_ALLOC_FAILED = 0x2,
  HIPFFT_INVALID_TYPE = 0x3,
  HIPFFT_INVALID_VALUE = 0x4,
  HIPFFT_INTERNAL_ERROR = 0x5,
  HIPFFT_EXEC_FAILED = 0x6,
  HIPFFT_SETUP_FAILED = 0x7,
  HIPFFT_INVALID_SIZE = 0x8,
  HIPFFT_UNALIGNED_DATA = 0x9,
  HIPFFT_INCOMPLETE_PARAMETER_LIST = 0xA,
  HIPFFT_INVALID_DEVICE = 0xB,
  HIPFFT_PARSE_ERROR = 0xC,
  HIPFFT_NO_WORKSPACE = 0xD,
  HIPFFT_NOT_IMPLEMENTED = 0xE,
  HIPFFT_LICENSE_ERROR = 0xF,
  HIPFFT_NOT_SUPPORTED = 0x10,
} hipfftResult_t;
typedef hipfftResult_t hipfftResult;

#define HIPFFT_FORWARD -1
#define HIPFFT_BACKWARD 1

typedef enum hipfftType_t {
  HIPFFT_R2C = 0x2a,
  HIPFFT_C2R = 0x2c,
  HIPFFT_C2C = 0x29,
  HIPFFT_D2Z = 0x6a,
  HIPFFT_Z2D = 0x6c,
  HIPFFT_Z2Z = 0x69
} hipfftType_t;
typedef hipfftType_t hipfftType;

typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef hipFloatComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
typedef struct hipfftHandle_t *hipfftHandle;

hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type, int batch);
hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type);
hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz,
                        hipfftType type);
hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed,
                          int istride, int idist, int *onembed, int ostride,
                          int odist, hipfftType type, int batch);

hipfftResult hipfftCreate(hipfftHandle *plan);
hipfftResult hipfftDestroy(hipfftHandle plan);
hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                            size_t *workSize);
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                            size_t *workSize);
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz,
                            hipfftType type, size_t *workSize);
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed,
                              int istride, int idist, int *onembed, int ostride,
                              int odist, hipfftType type, int batch,
                              size_t *workSize);
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride,
                                long long int idist, long long int *onembed,
                                long long int ostride, long long int odist,
                                hipfftType type, long long int batch,
                                size_t *workSize);

hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch,
                            size_t *workSize);
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t *workSize);
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type,
                            size_t *workSize);
hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist,
                              hipfftType type, int batch, size_t *workSize);
hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                           size_t *workSize);
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                           size_t *workSize);
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz,
                           hipfftType type, size_t *workSize);
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed,
                             int istride, int idist, int *onembed, int ostride,
                             int odist, hipfftType type, int batch,
                             size_t *workSize);
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long int *n,
                               long long int *inembed, long long int istride,
                               long long int idist, long long int *onembed,
                               long long int ostride, long long int odist,
                               hipfftType type, long long int batch,
                               size_t *workSize);
hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize);

hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea);
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate);

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata,
                         hipfftComplex *odata, int direction);
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata,
                         hipfftComplex *odata);
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata,
                         hipfftReal *odata);
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata,
                         hipfftDoubleComplex *odata, int direction);
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata,
                         hipfftDoubleComplex *odata);
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata,
                         hipfftDoubleReal *odata);

hipfftResult hipfftGetVersion(int *version);
hipfftResult hipfftGetProperty(hipLibraryPropertyType type, int *value);

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPFFT_HIPFFT_H
