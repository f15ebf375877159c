// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS: dense linear algebra. libquernblas implements it; docs/libraries.md
// says what does the work on which device, and what is not there.
#ifndef QUERN_CUDA_CUBLAS_API_H
#define QUERN_CUDA_CUBLAS_API_H
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdint.h>
#include <stdio.h>

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#include <quern/device/names_begin.inc>

#define CUBLASWINAPI
#define CUBLASAPI
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 8
#define CUBLAS_VER_PATCH 4
#define CUBLAS_VER_BUILD 1
#define CUBLAS_VERSION                                                         \
  (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasContext *cublasHandle_t;

typedef enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum cublasFillMode_t {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;

typedef enum cublasDiagType_t {
  CUBLAS_DIAG_NON_UNIT = 0,
  CUBLAS_DIAG_UNIT = 1
} cublasDiagType_t;

typedef enum cublasSideMode_t {
  CUBLAS_SIDE_LEFT = 0,
  CUBLAS_SIDE_RIGHT = 1
} cublasSideMode_t;

typedef enum cublasOperation_t {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;

typedef enum cublasPointerMode_t {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;

typedef enum cublasAtomicsMode_t {
  CUBLAS_ATOMICS_NOT_ALLOWED = 0,
  CUBLAS_ATOMICS_ALLOWED = 1
} cublasAtomicsMode_t;

// All are the same here: there is one way to make each product.
typedef enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
#define __QN_ALGO(n) CUBLAS_GEMM_ALGO##n = n
  __QN_ALGO(0), __QN_ALGO(1), __QN_ALGO(2), __QN_ALGO(3), __QN_ALGO(4),
  __QN_ALGO(5), __QN_ALGO(6), __QN_ALGO(7), __QN_ALGO(8), __QN_ALGO(9),
  __QN_ALGO(10), __QN_ALGO(11), __QN_ALGO(12), __QN_ALGO(13), __QN_ALGO(14),
  __QN_ALGO(15), __QN_ALGO(16), __QN_ALGO(17), __QN_ALGO(18), __QN_ALGO(19),
  __QN_ALGO(20), __QN_ALGO(21), __QN_ALGO(22), __QN_ALGO(23),
#undef __QN_ALGO
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
#define __QN_ALGO(n) CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
  __QN_ALGO(0), __QN_ALGO(1), __QN_ALGO(2), __QN_ALGO(3), __QN_ALGO(4),
  __QN_ALGO(5), __QN_ALGO(6), __QN_ALGO(7), __QN_ALGO(8), __QN_ALGO(9),
  __QN_ALGO(10), __QN_ALGO(11), __QN_ALGO(12), __QN_ALGO(13), __QN_ALGO(14),
  __QN_ALGO(15),
#undef __QN_ALGO
  CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

typedef enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
  CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef cudaDataType cublasDataType_t;

typedef enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;

typedef enum {
  CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
  CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
  CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;

typedef void (*cublasLogCallback)(const char *message);

// ---- Handles and their settings. A handle belongs to the device that was the
// thread's when it was created; work is submitted to its stream.

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
// Kept for its getter: products need no workspace here.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t size);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t *mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count);
// On NVIDIA's devices told to its library; elsewhere kept for their getters.
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t *strategy);
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t strategy);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(
    cublasHandle_t handle, cudaEmulationSpecialValuesSupport *mask);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(
    cublasHandle_t handle, cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(
    cublasHandle_t handle, cudaEmulationMantissaControl *control);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(
    cublasHandle_t handle, cudaEmulationMantissaControl control);
cublasStatus_t
cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle,
                                                int *count);
cublasStatus_t
cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle,
                                                int count);
cublasStatus_t
cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle,
                                              int *offset);
cublasStatus_t
cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle,
                                              int offset);
cublasStatus_t
cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                    int **count);
cublasStatus_t
cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                    int *count);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr,
                                     const char *file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback);
void cublasXerbla(const char *name, int info);


// ---- Copies between the host and the device

#define __QN_COPIES(suffix, number)                                            \
  cublasStatus_t cublasSetVector##suffix(number n, number size, const void *x, \
                                         number incx, void *y, number incy);   \
  cublasStatus_t cublasGetVector##suffix(number n, number size, const void *x, \
                                         number incx, void *y, number incy);   \
  cublasStatus_t cublasSetMatrix##suffix(number rows, number columns,          \
                                         number size, const void *a,           \
                                         number lda, void *b, number ldb);     \
  cublasStatus_t cublasGetMatrix##suffix(number rows, number columns,          \
                                         number size, const void *a,           \
                                         number lda, void *b, number ldb);     \
  cublasStatus_t cublasSetVectorAsync##suffix(                                 \
      number n, number size, const void *x, number incx, void *y, number incy, \
      cudaStream_t stream);                                                    \
  cublasStatus_t cublasGetVectorAsync##suffix(                                 \
      number n, number size, const void *x, number incx, void *y, number incy, \
      cudaStream_t stream);                                                    \
  cublasStatus_t cublasSetMatrixAsync##suffix(                                 \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb, cudaStream_t stream);                               \
  cublasStatus_t cublasGetMatrixAsync##suffix(                                 \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb, cudaStream_t stream);
__QN_COPIES(, int)
__QN_COPIES(_64, int64_t)
#undef __QN_COPIES

// ---- BLAS

#include <quern/host/libs/cublas_functions.inc>

// ---- Products of other types

#define __QN_PRODUCTS(suffix, number)                                          \
  cublasStatus_t cublasGemmEx##suffix(                                         \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const void *alpha, const void *A, cudaDataType Atype, number lda,        \
      const void *B, cudaDataType Btype, number ldb, const void *beta,         \
      void *C, cudaDataType Ctype, number ldc, cublasComputeType_t compute,    \
      cublasGemmAlgo_t algo);                                                  \
  cublasStatus_t cublasGemmBatchedEx##suffix(                                  \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const void *alpha, const void *const A[], cudaDataType Atype,            \
      number lda, const void *const B[], cudaDataType Btype, number ldb,       \
      const void *beta, void *const C[], cudaDataType Ctype, number ldc,       \
      number count, cublasComputeType_t compute, cublasGemmAlgo_t algo);       \
  cublasStatus_t cublasGemmStridedBatchedEx##suffix(                           \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const void *alpha, const void *A, cudaDataType Atype, number lda,        \
      long long strideA, const void *B, cudaDataType Btype, number ldb,        \
      long long strideB, const void *beta, void *C, cudaDataType Ctype,        \
      number ldc, long long strideC, number count,                             \
      cublasComputeType_t compute, cublasGemmAlgo_t algo);                     \
  cublasStatus_t cublasSgemmEx##suffix(                                        \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const float *alpha, const void *A, cudaDataType Atype, number lda,       \
      const void *B, cudaDataType Btype, number ldb, const float *beta,        \
      void *C, cudaDataType Ctype, number ldc);                                \
  cublasStatus_t cublasCgemmEx##suffix(                                        \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const cuComplex *alpha, const void *A, cudaDataType Atype, number lda,   \
      const void *B, cudaDataType Btype, number ldb, const cuComplex *beta,    \
      void *C, cudaDataType Ctype, number ldc);                                \
  cublasStatus_t cublasHgemm##suffix(                                          \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const __half *alpha, const __half *A, number lda, const __half *B,       \
      number ldb, const __half *beta, __half *C, number ldc);                  \
  cublasStatus_t cublasHgemmBatched##suffix(                                   \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const __half *alpha, const __half *const A[], number lda,                \
      const __half *const B[], number ldb, const __half *beta,                 \
      __half *const C[], number ldc, number count);                            \
  cublasStatus_t cublasHgemmStridedBatched##suffix(                            \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const __half *alpha, const __half *A, number lda, long long strideA,     \
      const __half *B, number ldb, long long strideB, const __half *beta,      \
      __half *C, number ldc, long long strideC, number count);                 \
  cublasStatus_t cublasCgemm3m##suffix(                                        \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const cuComplex *alpha, const cuComplex *A, number lda,                  \
      const cuComplex *B, number ldb, const cuComplex *beta, cuComplex *C,     \
      number ldc);                                                             \
  cublasStatus_t cublasZgemm3m##suffix(                                        \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, number m, number n, number k,                  \
      const cuDoubleComplex *alpha, const cuDoubleComplex *A, number lda,      \
      const cuDoubleComplex *B, number ldb, const cuDoubleComplex *beta,       \
      cuDoubleComplex *C, number ldc);
__QN_PRODUCTS(, int)
__QN_PRODUCTS(_64, int64_t)
#undef __QN_PRODUCTS

// ---- Factorisations of many small matrices. P has 1-based pivots, n of each;
// NULL: none are sought. `info` is the device's, one of each matrix.

#define __QN_BATCHED(L, T)                                                     \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n,         \
                                         T *const A[], int lda, int *P,        \
                                         int *info, int count);                \
  cublasStatus_t cublas##L##getriBatched(                                      \
      cublasHandle_t handle, int n, const T *const A[], int lda,               \
      const int *P, T *const C[], int ldc, int *info, int count);              \
  /* `info` is the host's */                                                   \
  cublasStatus_t cublas##L##getrsBatched(                                      \
      cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,         \
      const T *const A[], int lda, const int *P, T *const B[], int ldb,        \
      int *info, int count);                                                   \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n,        \
                                          const T *const A[], int lda,         \
                                          T *const inverse[], int ld_inverse,  \
                                          int *info, int count);               \
  cublasStatus_t cublas##L##geqrfBatched(cublasHandle_t handle, int m, int n,  \
                                         T *const A[], int lda,                \
                                         T *const tau[], int *info,            \
                                         int count);                           \
  cublasStatus_t cublas##L##gelsBatched(                                       \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,  \
      T *const A[], int lda, T *const C[], int ldc, int *info,                 \
      int *device_info, int count);                                            \
  cublasStatus_t cublas##L##tpttr(cublasHandle_t handle,                       \
                                  cublasFillMode_t uplo, int n, const T *AP,   \
                                  T *A, int lda);                              \
  cublasStatus_t cublas##L##trttp(cublasHandle_t handle,                       \
                                  cublasFillMode_t uplo, int n, const T *A,    \
                                  int lda, T *AP);
__QN_BATCHED(S, float)
__QN_BATCHED(D, double)
__QN_BATCHED(C, cuComplex)
__QN_BATCHED(Z, cuDoubleComplex)
#undef __QN_BATCHED

// Vectors and matrices of half (H) or bfloat16 (T), sums in float, and results
// of the third letter; strides of vectors are positive.
cublasStatus_t cublasHSHgemvBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __half *const Aarray[], int lda,
    const __half *const xarray[], int incx, const float *beta,
    __half *const yarray[], int incy, int batchCount);
cublasStatus_t cublasHSHgemvStridedBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __half *A, int lda, long long strideA,
    const __half *x, int incx, long long stridex, const float *beta,
    __half *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasHSSgemvBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __half *const Aarray[], int lda,
    const __half *const xarray[], int incx, const float *beta,
    float *const yarray[], int incy, int batchCount);
cublasStatus_t cublasHSSgemvStridedBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __half *A, int lda, long long strideA,
    const __half *x, int incx, long long stridex, const float *beta,
    float *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasTSTgemvBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __nv_bfloat16 *const Aarray[], int lda,
    const __nv_bfloat16 *const xarray[], int incx, const float *beta,
    __nv_bfloat16 *const yarray[], int incy, int batchCount);
cublasStatus_t cublasTSTgemvStridedBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __nv_bfloat16 *A, int lda, long long strideA,
    const __nv_bfloat16 *x, int incx, long long stridex, const float *beta,
    __nv_bfloat16 *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasTSSgemvBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __nv_bfloat16 *const Aarray[], int lda,
    const __nv_bfloat16 *const xarray[], int incx, const float *beta,
    float *const yarray[], int incy, int batchCount);
cublasStatus_t cublasTSSgemvStridedBatched(
    cublasHandle_t handle, cublasOperation_t trans, int m, int n,
    const float *alpha, const __nv_bfloat16 *A, int lda, long long strideA,
    const __nv_bfloat16 *x, int incx, long long stridex, const float *beta,
    float *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasCgemm3mBatched(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const cuComplex *alpha,
    const cuComplex *const Aarray[], int lda, const cuComplex *const Barray[],
    int ldb, const cuComplex *beta, cuComplex *const Carray[], int ldc,
    int batchCount);
cublasStatus_t cublasCgemm3mStridedBatched(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const cuComplex *alpha, const cuComplex *A, int lda,
    long long strideA, const cuComplex *B, int ldb, long long strideB,
    const cuComplex *beta, cuComplex *C, int ldc, long long strideC,
    int batchCount);
cublasStatus_t cublasSgemmGroupedBatched(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int m_array[],
    const int n_array[], const int k_array[], const float alpha_array[],
    const float *const Aarray[], const int lda_array[],
    const float *const Barray[], const int ldb_array[],
    const float beta_array[], float *const Carray[], const int ldc_array[],
    int group_count, const int group_size[]);
cublasStatus_t cublasDgemmGroupedBatched(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int m_array[],
    const int n_array[], const int k_array[], const double alpha_array[],
    const double *const Aarray[], const int lda_array[],
    const double *const Barray[], const int ldb_array[],
    const double beta_array[], double *const Carray[], const int ldc_array[],
    int group_count, const int group_size[]);
cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int m_array[],
    const int n_array[], const int k_array[], const void *alpha_array,
    const void *const Aarray[], cudaDataType Atype, const int lda_array[],
    const void *const Barray[], cudaDataType Btype, const int ldb_array[],
    const void *beta_array, void *const Carray[], cudaDataType Ctype,
    const int ldc_array[], int group_count, const int group_size[],
    cublasComputeType_t computeType);
cublasStatus_t cublasHSHgemvBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __half *const Aarray[], int64_t lda,
    const __half *const xarray[], int64_t incx, const float *beta,
    __half *const yarray[], int64_t incy, int64_t batchCount);
cublasStatus_t cublasHSHgemvStridedBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __half *A, int64_t lda, long long strideA,
    const __half *x, int64_t incx, long long stridex, const float *beta,
    __half *y, int64_t incy, long long stridey, int64_t batchCount);
cublasStatus_t cublasHSSgemvBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __half *const Aarray[], int64_t lda,
    const __half *const xarray[], int64_t incx, const float *beta,
    float *const yarray[], int64_t incy, int64_t batchCount);
cublasStatus_t cublasHSSgemvStridedBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __half *A, int64_t lda, long long strideA,
    const __half *x, int64_t incx, long long stridex, const float *beta,
    float *y, int64_t incy, long long stridey, int64_t batchCount);
cublasStatus_t cublasTSTgemvBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __nv_bfloat16 *const Aarray[], int64_t lda,
    const __nv_bfloat16 *const xarray[], int64_t incx, const float *beta,
    __nv_bfloat16 *const yarray[], int64_t incy, int64_t batchCount);
cublasStatus_t cublasTSTgemvStridedBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __nv_bfloat16 *A, int64_t lda, long long strideA,
    const __nv_bfloat16 *x, int64_t incx, long long stridex, const float *beta,
    __nv_bfloat16 *y, int64_t incy, long long stridey, int64_t batchCount);
cublasStatus_t cublasTSSgemvBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __nv_bfloat16 *const Aarray[], int64_t lda,
    const __nv_bfloat16 *const xarray[], int64_t incx, const float *beta,
    float *const yarray[], int64_t incy, int64_t batchCount);
cublasStatus_t cublasTSSgemvStridedBatched_64(
    cublasHandle_t handle, cublasOperation_t trans, int64_t m, int64_t n,
    const float *alpha, const __nv_bfloat16 *A, int64_t lda, long long strideA,
    const __nv_bfloat16 *x, int64_t incx, long long stridex, const float *beta,
    float *y, int64_t incy, long long stridey, int64_t batchCount);
cublasStatus_t cublasCgemm3mBatched_64(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int64_t m, int64_t n, int64_t k, const cuComplex *alpha,
    const cuComplex *const Aarray[], int64_t lda, const cuComplex *const Barray[],
    int64_t ldb, const cuComplex *beta, cuComplex *const Carray[], int64_t ldc,
    int64_t batchCount);
cublasStatus_t cublasCgemm3mStridedBatched_64(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int64_t m, int64_t n, int64_t k, const cuComplex *alpha, const cuComplex *A, int64_t lda,
    long long strideA, const cuComplex *B, int64_t ldb, long long strideB,
    const cuComplex *beta, cuComplex *C, int64_t ldc, long long strideC,
    int64_t batchCount);
cublasStatus_t cublasSgemmGroupedBatched_64(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int64_t m_array[],
    const int64_t n_array[], const int64_t k_array[], const float alpha_array[],
    const float *const Aarray[], const int64_t lda_array[],
    const float *const Barray[], const int64_t ldb_array[],
    const float beta_array[], float *const Carray[], const int64_t ldc_array[],
    int64_t group_count, const int64_t group_size[]);
cublasStatus_t cublasDgemmGroupedBatched_64(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int64_t m_array[],
    const int64_t n_array[], const int64_t k_array[], const double alpha_array[],
    const double *const Aarray[], const int64_t lda_array[],
    const double *const Barray[], const int64_t ldb_array[],
    const double beta_array[], double *const Carray[], const int64_t ldc_array[],
    int64_t group_count, const int64_t group_size[]);
cublasStatus_t cublasGemmGroupedBatchedEx_64(
    cublasHandle_t handle, const cublasOperation_t transa_array[],
    const cublasOperation_t transb_array[], const int64_t m_array[],
    const int64_t n_array[], const int64_t k_array[], const void *alpha_array,
    const void *const Aarray[], cudaDataType Atype, const int64_t lda_array[],
    const void *const Barray[], cudaDataType Btype, const int64_t ldb_array[],
    const void *beta_array, void *const Carray[], cudaDataType Ctype,
    const int64_t ldc_array[], int64_t group_count, const int64_t group_size[],
    cublasComputeType_t computeType);

// ---- Vectors whose elements, scalars and results have types of their own

#define __QN_VECTORS(N, suffix)                                                \
  cublasStatus_t cublasNrm2Ex##suffix(                                         \
      cublasHandle_t handle, N n, const void *x, cudaDataType xType, N incx,   \
      void *result, cudaDataType resultType, cudaDataType executionType);      \
  cublasStatus_t cublasAsumEx##suffix(                                         \
      cublasHandle_t handle, N n, const void *x, cudaDataType xType, N incx,   \
      void *result, cudaDataType resultType, cudaDataType executionType);      \
  cublasStatus_t cublasDotEx##suffix(                                          \
      cublasHandle_t handle, N n, const void *x, cudaDataType xType, N incx,   \
      const void *y, cudaDataType yType, N incy, void *result,                 \
      cudaDataType resultType, cudaDataType executionType);                    \
  cublasStatus_t cublasDotcEx##suffix(                                         \
      cublasHandle_t handle, N n, const void *x, cudaDataType xType, N incx,   \
      const void *y, cudaDataType yType, N incy, void *result,                 \
      cudaDataType resultType, cudaDataType executionType);                    \
  cublasStatus_t cublasScalEx##suffix(                                         \
      cublasHandle_t handle, N n, const void *alpha, cudaDataType alphaType,   \
      void *x, cudaDataType xType, N incx, cudaDataType executionType);        \
  cublasStatus_t cublasAxpyEx##suffix(                                         \
      cublasHandle_t handle, N n, const void *alpha, cudaDataType alphaType,   \
      const void *x, cudaDataType xType, N incx, void *y, cudaDataType yType,  \
      N incy, cudaDataType executionType);                                     \
  cublasStatus_t cublasCopyEx##suffix(                                         \
      cublasHandle_t handle, N n, const void *x, cudaDataType xType, N incx,   \
      void *y, cudaDataType yType, N incy);                                    \
  cublasStatus_t cublasSwapEx##suffix(cublasHandle_t handle, N n, void *x,     \
                                      cudaDataType xType, N incx, void *y,     \
                                      cudaDataType yType, N incy);             \
  cublasStatus_t cublasIamaxEx##suffix(cublasHandle_t handle, N n,             \
                                       const void *x, cudaDataType xType,      \
                                       N incx, N *result);                     \
  cublasStatus_t cublasIaminEx##suffix(cublasHandle_t handle, N n,             \
                                       const void *x, cudaDataType xType,      \
                                       N incx, N *result);                     \
  cublasStatus_t cublasRotEx##suffix(                                          \
      cublasHandle_t handle, N n, void *x, cudaDataType xType, N incx,         \
      void *y, cudaDataType yType, N incy, const void *c, const void *s,       \
      cudaDataType csType, cudaDataType executionType);                        \
  cublasStatus_t cublasRotmEx##suffix(                                         \
      cublasHandle_t handle, N n, void *x, cudaDataType xType, N incx,         \
      void *y, cudaDataType yType, N incy, const void *param,                  \
      cudaDataType paramType, cudaDataType executionType);                     \
  cublasStatus_t cublasCsyrkEx##suffix(                                        \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
      N n, N k, const cuComplex *alpha, const void *A, cudaDataType Atype,     \
      N lda, const cuComplex *beta, void *C, cudaDataType Ctype, N ldc);       \
  cublasStatus_t cublasCsyrk3mEx##suffix(                                      \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
      N n, N k, const cuComplex *alpha, const void *A, cudaDataType Atype,     \
      N lda, const cuComplex *beta, void *C, cudaDataType Ctype, N ldc);       \
  cublasStatus_t cublasCherkEx##suffix(                                        \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
      N n, N k, const float *alpha, const void *A, cudaDataType Atype, N lda,  \
      const float *beta, void *C, cudaDataType Ctype, N ldc);                  \
  cublasStatus_t cublasCherk3mEx##suffix(                                      \
      cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,   \
      N n, N k, const float *alpha, const void *A, cudaDataType Atype, N lda,  \
      const float *beta, void *C, cudaDataType Ctype, N ldc);                  \
  cublasStatus_t cublasCgemm3mEx##suffix(                                      \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, N m, N n, N k, const cuComplex *alpha,         \
      const void *A, cudaDataType Atype, N lda, const void *B,                 \
      cudaDataType Btype, N ldb, const cuComplex *beta, void *C,               \
      cudaDataType Ctype, N ldc);
__QN_VECTORS(int, )
__QN_VECTORS(int64_t, _64)
#undef __QN_VECTORS
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b,
                            cudaDataType abType, void *c, void *s,
                            cudaDataType csType, cudaDataType executionType);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1,
                             cudaDataType d1Type, void *d2, cudaDataType d2Type,
                             void *x1, cudaDataType x1Type, const void *y1,
                             cudaDataType y1Type, void *param,
                             cudaDataType paramType,
                             cudaDataType executionType);

#ifdef __cplusplus
}

// Products as before CUDA 11, with a type of data for the type of computing.
static inline cublasStatus_t __qn_cublas_compute(cublasHandle_t handle,
                                                 cudaDataType type,
                                                 cublasComputeType_t *to) {
  cublasMath_t mode = CUBLAS_DEFAULT_MATH;
  const cublasStatus_t status = cublasGetMathMode(handle, &mode);
  const bool strict = ((int)mode & 0xf) == CUBLAS_PEDANTIC_MATH;
  if (status != CUBLAS_STATUS_SUCCESS)
    return status;
  switch ((int)type) {
  case CUDA_R_16F:
    *to = strict ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F;
    break;
  case CUDA_R_32F:
  case CUDA_C_32F:
    *to = strict ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F;
    break;
  case CUDA_R_64F:
  case CUDA_C_64F:
    *to = strict ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F;
    break;
  case CUDA_R_32I:
    *to = strict ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I;
    break;
  default:
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t
cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
             cublasOperation_t transb, int m, int n, int k, const void *alpha,
             const void *A, cudaDataType Atype, int lda, const void *B,
             cudaDataType Btype, int ldb, const void *beta, void *C,
             cudaDataType Ctype, int ldc, cudaDataType type,
             cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  const cublasStatus_t status = __qn_cublas_compute(handle, type, &compute);
  return status != CUBLAS_STATUS_SUCCESS
             ? status
             : cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype,
                            lda, B, Btype, ldb, beta, C, Ctype, ldc, compute,
                            algo);
}
static inline cublasStatus_t cublasGemmBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *const A[],
    cudaDataType Atype, int lda, const void *const B[], cudaDataType Btype,
    int ldb, const void *beta, void *const C[], cudaDataType Ctype, int ldc,
    int count, cudaDataType type, cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  const cublasStatus_t status = __qn_cublas_compute(handle, type, &compute);
  return status != CUBLAS_STATUS_SUCCESS
             ? status
             : cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A,
                                   Atype, lda, B, Btype, ldb, beta, C, Ctype,
                                   ldc, count, compute, algo);
}
static inline cublasStatus_t
cublasMigrateComputeType(cublasHandle_t handle, cudaDataType type,
                         cublasComputeType_t *compute) {
  return __qn_cublas_compute(handle, type, compute);
}
static inline cublasStatus_t
cublasSetEmulationStrategy(cublasHandle_t handle,
                           cudaEmulationStrategy strategy) {
  return cublasSetEmulationStrategy(handle,
                                    (cublasEmulationStrategy_t)strategy);
}
static inline cublasStatus_t
cublasGetEmulationStrategy(cublasHandle_t handle,
                           cudaEmulationStrategy *strategy) {
  return cublasGetEmulationStrategy(handle,
                                    (cublasEmulationStrategy_t *)strategy);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype,
    int lda, long long strideA, const void *B, cudaDataType Btype, int ldb,
    long long strideB, const void *beta, void *C, cudaDataType Ctype, int ldc,
    long long strideC, int count, cudaDataType type, cublasGemmAlgo_t algo) {
  cublasComputeType_t compute;
  const cublasStatus_t status = __qn_cublas_compute(handle, type, &compute);
  return status != CUBLAS_STATUS_SUCCESS
             ? status
             : cublasGemmStridedBatchedEx(
                   handle, transa, transb, m, n, k, alpha, A, Atype, lda,
                   strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc,
                   strideC, count, compute, algo);
}
#endif

#include <quern/device/names_end.inc>

#endif
