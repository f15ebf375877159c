// SPDX-License-Identifier: Apache-2.0
//
// hipBLAS: dense linear algebra. libquernblas implements it; docs/libraries.md
// says what does the work on which device, and what is not there.
#ifndef QUERN_HIPBLAS_HIPBLAS_H
#define QUERN_HIPBLAS_HIPBLAS_H
#ifndef HIPBLAS_H
#define HIPBLAS_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stdint.h>

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas/hipblas-version.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef void *hipblasHandle_t;
typedef uint16_t hipblasHalf;
typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;
typedef struct hipblasBfloat16 {
  uint16_t data;
} hipblasBfloat16;
typedef hipFloatComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;

typedef enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,
  HIPBLAS_STATUS_ALLOC_FAILED = 2,
  HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4,
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,
  HIPBLAS_STATUS_NOT_SUPPORTED = 7,
  HIPBLAS_STATUS_ARCH_MISMATCH = 8,
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPBLAS_STATUS_INVALID_ENUM = 10,
  HIPBLAS_STATUS_UNKNOWN = 11
} hipblasStatus_t;

#define HIPBLAS_OPERATION_DECLARED
typedef enum hipblasOperation_t {
  HIPBLAS_OP_N = 111,
  HIPBLAS_OP_T = 112,
  HIPBLAS_OP_C = 113
} hipblasOperation_t;
#define HIPBLAS_FILL_MODE_DECLARED
typedef enum hipblasFillMode_t {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
#define HIPBLAS_DIAG_TYPE_DECLARED
typedef enum hipblasDiagType_t {
  HIPBLAS_DIAG_NON_UNIT = 131,
  HIPBLAS_DIAG_UNIT = 132
} hipblasDiagType_t;
#define HIPBLAS_SIDE_MODE_DECLARED
typedef enum hipblasSideMode_t {
  HIPBLAS_SIDE_LEFT = 141,
  HIPBLAS_SIDE_RIGHT = 142,
  HIPBLAS_SIDE_BOTH = 143
} hipblasSideMode_t;

typedef enum hipblasPointerMode_t {
  HIPBLAS_POINTER_MODE_HOST = 0,
  HIPBLAS_POINTER_MODE_DEVICE = 1
} hipblasPointerMode_t;
typedef enum hipblasAtomicsMode_t {
  HIPBLAS_ATOMICS_NOT_ALLOWED = 0,
  HIPBLAS_ATOMICS_ALLOWED = 1
} hipblasAtomicsMode_t;
typedef enum hipblasMath_t {
  HIPBLAS_DEFAULT_MATH = 0,
  HIPBLAS_XF32_XDL_MATH = 1,
  HIPBLAS_PEDANTIC_MATH = 2,
  HIPBLAS_TF32_TENSOR_OP_MATH = 3,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 4,
  HIPBLAS_TENSOR_OP_MATH = 5
} hipblasMath_t;
typedef enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum hipblasGemmFlags_t {
  HIPBLAS_GEMM_FLAGS_NONE = 0,
  HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY = 2,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL = 4,
  HIPBLAS_GEMM_FLAGS_CHECK_SOLUTION_INDEX = 8,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL_RNZ = 16
} hipblasGemmFlags_t;
typedef enum hipblasComputeType_t {
  HIPBLAS_COMPUTE_16F = 0,
  HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
  HIPBLAS_COMPUTE_32F = 2,
  HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
  HIPBLAS_COMPUTE_32F_FAST_16F = 4,
  HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
  HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
  HIPBLAS_COMPUTE_64F = 7,
  HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
  HIPBLAS_COMPUTE_32I = 9,
  HIPBLAS_COMPUTE_32I_PEDANTIC = 10
} hipblasComputeType_t;

// The types of elements: HIP's own with HIPBLAS_V2, else these. hipBLAS 3 (ROCm
// 7) has only HIP's, so in C++ the functions of both are there, and in C both
// kinds of values are taken: none is in both.
#ifdef HIPBLAS_V2
typedef hipDataType hipblasDatatype_t;
#else
typedef enum hipblasDatatype_t {
  HIPBLAS_R_16F = 150,
  HIPBLAS_R_32F = 151,
  HIPBLAS_R_64F = 152,
  HIPBLAS_C_16F = 153,
  HIPBLAS_C_32F = 154,
  HIPBLAS_C_64F = 155,
  HIPBLAS_R_8I = 160,
  HIPBLAS_R_8U = 161,
  HIPBLAS_R_32I = 162,
  HIPBLAS_R_32U = 163,
  HIPBLAS_C_8I = 164,
  HIPBLAS_C_8U = 165,
  HIPBLAS_C_32I = 166,
  HIPBLAS_C_32U = 167,
  HIPBLAS_R_16B = 168,
  HIPBLAS_C_16B = 169,
  HIPBLAS_DATATYPE_INVALID = 255
} hipblasDatatype_t;
#endif

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle);
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle,
                                      hipblasPointerMode_t mode);
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle,
                                      hipblasPointerMode_t *mode);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle,
                                      hipblasAtomicsMode_t mode);
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle,
                                      hipblasAtomicsMode_t *mode);
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode);
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *workspace,
                                    size_t size);
const char *hipblasStatusToString(hipblasStatus_t status);

#define __QN_COPIES(way, number, suffix)                                       \
  hipblasStatus_t hipblas##way##Vector##suffix(number n, number size,          \
                                               const void *x, number incx,     \
                                               void *y, number incy);          \
  hipblasStatus_t hipblas##way##Matrix##suffix(                                \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb);                                                    \
  hipblasStatus_t hipblas##way##VectorAsync##suffix(                           \
      number n, number size, const void *x, number incx, void *y, number incy, \
      hipStream_t stream);                                                     \
  hipblasStatus_t hipblas##way##MatrixAsync##suffix(                           \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb, hipStream_t stream);
__QN_COPIES(Set, int, )
__QN_COPIES(Get, int, )
#undef __QN_COPIES

#include <quern/host/libs/hipblas_functions.inc>

// ---- Products of other types

#define __QN_OF(T, number)                                                     \
  hipblasHandle_t handle, hipblasOperation_t transa,                           \
      hipblasOperation_t transb, number m, number n, number k, const T *alpha
#define __QN_PRODUCTS(suffix, number)                                          \
  hipblasStatus_t hipblasHgemm##suffix(                                        \
      __QN_OF(hipblasHalf, number), const hipblasHalf *A, number lda,          \
      const hipblasHalf *B, number ldb, const hipblasHalf *beta,               \
      hipblasHalf *C, number ldc);                                             \
  hipblasStatus_t hipblasHgemmBatched##suffix(                                 \
      __QN_OF(hipblasHalf, number), const hipblasHalf *const A[], number lda,  \
      const hipblasHalf *const B[], number ldb, const hipblasHalf *beta,       \
      hipblasHalf *const C[], number ldc, number count);                       \
  hipblasStatus_t hipblasHgemmStridedBatched##suffix(                          \
      __QN_OF(hipblasHalf, number), const hipblasHalf *A, number lda,          \
      long long strideA, const hipblasHalf *B, number ldb, long long strideB,  \
      const hipblasHalf *beta, hipblasHalf *C, number ldc, long long strideC,  \
      number count);
#define __QN_EX(suffix, number, type, compute_type, label)                     \
  hipblasStatus_t hipblasGemmEx##suffix(                                       \
      __QN_OF(void, number), const void *A, type aType, number lda,            \
      const void *B, type bType, number ldb, const void *beta, void *C,        \
      type cType, number ldc, compute_type compute, hipblasGemmAlgo_t algo)    \
      label("hipblasGemmEx");                                                  \
  hipblasStatus_t hipblasGemmExWithFlags##suffix(                              \
      __QN_OF(void, number), const void *A, type aType, number lda,            \
      const void *B, type bType, number ldb, const void *beta, void *C,        \
      type cType, number ldc, compute_type compute, hipblasGemmAlgo_t algo,    \
      hipblasGemmFlags_t flags) label("hipblasGemmExWithFlags");               \
  hipblasStatus_t hipblasGemmBatchedEx##suffix(                                \
      __QN_OF(void, number), const void *A[], type aType, number lda,          \
      const void *B[], type bType, number ldb, const void *beta, void *C[],    \
      type cType, number ldc, number count, compute_type compute,              \
      hipblasGemmAlgo_t algo) label("hipblasGemmBatchedEx");                   \
  hipblasStatus_t hipblasGemmStridedBatchedEx##suffix(                         \
      __QN_OF(void, number), const void *A, type aType, number lda,            \
      hipblasStride strideA, const void *B, type bType, number ldb,            \
      hipblasStride strideB, const void *beta, void *C, type cType,            \
      number ldc, hipblasStride strideC, number count, compute_type compute,   \
      hipblasGemmAlgo_t algo) label("hipblasGemmStridedBatchedEx");
__QN_PRODUCTS(, int)
__QN_PRODUCTS(_64, int64_t)
#define __QN_ITSELF(name)
#define __QN_V2(name) __asm__(name "_v2")
#define __QN_V2_64(name) __asm__(name "_v2_64")
__QN_EX(_v2, int, hipDataType, hipblasComputeType_t, __QN_ITSELF)
__QN_EX(_v2_64, int64_t, hipDataType, hipblasComputeType_t, __QN_ITSELF)
#ifndef HIPBLAS_V2
__QN_EX(, int, hipblasDatatype_t, hipblasDatatype_t, __QN_ITSELF)
__QN_EX(_64, int64_t, hipblasDatatype_t, hipblasDatatype_t, __QN_ITSELF)
#ifdef __cplusplus
extern "C++" {
__QN_EX(, int, hipDataType, hipblasComputeType_t, __QN_V2)
__QN_EX(_64, int64_t, hipDataType, hipblasComputeType_t, __QN_V2_64)
}
#endif
#endif
#ifdef HIPBLAS_V2
#define hipblasGemmEx hipblasGemmEx_v2
#define hipblasGemmExWithFlags hipblasGemmExWithFlags_v2
#define hipblasGemmBatchedEx hipblasGemmBatchedEx_v2
#define hipblasGemmStridedBatchedEx hipblasGemmStridedBatchedEx_v2
#define hipblasGemmEx_64 hipblasGemmEx_v2_64
#define hipblasGemmExWithFlags_64 hipblasGemmExWithFlags_v2_64
#define hipblasGemmBatchedEx_64 hipblasGemmBatchedEx_v2_64
#define hipblasGemmStridedBatchedEx_64 hipblasGemmStridedBatchedEx_v2_64
#endif
#undef __QN_PRODUCTS
#undef __QN_EX
#undef __QN_OF
#undef __QN_ITSELF
#undef __QN_V2
#undef __QN_V2_64

// ---- Vectors of any types

#ifndef HIPBLAS_V2
#define __QN_TYPE hipblasDatatype_t
#define __QN_NUMBER int
#define __QN_END
#include <quern/host/libs/hipblas_vectors.inc>
#define __QN_TYPE hipblasDatatype_t
#define __QN_NUMBER int64_t
#define __QN_END _64
#include <quern/host/libs/hipblas_vectors.inc>
#endif
#define __QN_TYPE hipDataType
#define __QN_NUMBER int
#define __QN_END _v2
#include <quern/host/libs/hipblas_vectors.inc>
#define __QN_TYPE hipDataType
#define __QN_NUMBER int64_t
#define __QN_END _v2_64
#include <quern/host/libs/hipblas_vectors.inc>
#if defined(__cplusplus) && !defined(HIPBLAS_V2)
extern "C++" {
#define __QN_TYPE hipDataType
#define __QN_NUMBER int
#define __QN_END
#define __QN_SYMBOL_END "_v2"
#include <quern/host/libs/hipblas_vectors.inc>
#define __QN_TYPE hipDataType
#define __QN_NUMBER int64_t
#define __QN_END _64
#define __QN_SYMBOL_END "_v2_64"
#include <quern/host/libs/hipblas_vectors.inc>
}
#endif
#ifdef HIPBLAS_V2
#define hipblasAxpyEx hipblasAxpyEx_v2
#define hipblasAxpyEx_64 hipblasAxpyEx_v2_64
#define hipblasAxpyBatchedEx hipblasAxpyBatchedEx_v2
#define hipblasAxpyBatchedEx_64 hipblasAxpyBatchedEx_v2_64
#define hipblasAxpyStridedBatchedEx hipblasAxpyStridedBatchedEx_v2
#define hipblasAxpyStridedBatchedEx_64 hipblasAxpyStridedBatchedEx_v2_64
#define hipblasDotEx hipblasDotEx_v2
#define hipblasDotEx_64 hipblasDotEx_v2_64
#define hipblasDotBatchedEx hipblasDotBatchedEx_v2
#define hipblasDotBatchedEx_64 hipblasDotBatchedEx_v2_64
#define hipblasDotStridedBatchedEx hipblasDotStridedBatchedEx_v2
#define hipblasDotStridedBatchedEx_64 hipblasDotStridedBatchedEx_v2_64
#define hipblasDotcEx hipblasDotcEx_v2
#define hipblasDotcEx_64 hipblasDotcEx_v2_64
#define hipblasDotcBatchedEx hipblasDotcBatchedEx_v2
#define hipblasDotcBatchedEx_64 hipblasDotcBatchedEx_v2_64
#define hipblasDotcStridedBatchedEx hipblasDotcStridedBatchedEx_v2
#define hipblasDotcStridedBatchedEx_64 hipblasDotcStridedBatchedEx_v2_64
#define hipblasNrm2Ex hipblasNrm2Ex_v2
#define hipblasNrm2Ex_64 hipblasNrm2Ex_v2_64
#define hipblasNrm2BatchedEx hipblasNrm2BatchedEx_v2
#define hipblasNrm2BatchedEx_64 hipblasNrm2BatchedEx_v2_64
#define hipblasNrm2StridedBatchedEx hipblasNrm2StridedBatchedEx_v2
#define hipblasNrm2StridedBatchedEx_64 hipblasNrm2StridedBatchedEx_v2_64
#define hipblasRotEx hipblasRotEx_v2
#define hipblasRotEx_64 hipblasRotEx_v2_64
#define hipblasRotBatchedEx hipblasRotBatchedEx_v2
#define hipblasRotBatchedEx_64 hipblasRotBatchedEx_v2_64
#define hipblasRotStridedBatchedEx hipblasRotStridedBatchedEx_v2
#define hipblasRotStridedBatchedEx_64 hipblasRotStridedBatchedEx_v2_64
#define hipblasScalEx hipblasScalEx_v2
#define hipblasScalEx_64 hipblasScalEx_v2_64
#define hipblasScalBatchedEx hipblasScalBatchedEx_v2
#define hipblasScalBatchedEx_64 hipblasScalBatchedEx_v2_64
#define hipblasScalStridedBatchedEx hipblasScalStridedBatchedEx_v2
#define hipblasScalStridedBatchedEx_64 hipblasScalStridedBatchedEx_v2_64
#define hipblasTrsmEx hipblasTrsmEx_v2
#define hipblasTrsmBatchedEx hipblasTrsmBatchedEx_v2
#define hipblasTrsmStridedBatchedEx hipblasTrsmStridedBatchedEx_v2
#endif

// ---- Triangular systems. Inverses of blocks are not read.

#ifndef HIPBLAS_V2
hipblasStatus_t hipblasTrsmEx(hipblasHandle_t handle, hipblasSideMode_t side,
                              hipblasFillMode_t uplo, hipblasOperation_t transA,
                              hipblasDiagType_t diag, int m, int n,
                              const void *alpha, void *A, int lda, void *B,
                              int ldb, const void *invA, int invA_size,
                              hipblasDatatype_t compute_type);
hipblasStatus_t hipblasTrsmBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, void *B, int ldb, int batch_count,
    const void *invA, int invA_size, hipblasDatatype_t compute_type);
hipblasStatus_t hipblasTrsmStridedBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, hipblasStride stride_A, void *B,
    int ldb, hipblasStride stride_B, int batch_count, const void *invA,
    int invA_size, hipblasStride stride_invA, hipblasDatatype_t compute_type);
#endif
hipblasStatus_t hipblasTrsmEx_v2(hipblasHandle_t handle, hipblasSideMode_t side,
                                 hipblasFillMode_t uplo,
                                 hipblasOperation_t transA,
                                 hipblasDiagType_t diag, int m, int n,
                                 const void *alpha, void *A, int lda, void *B,
                                 int ldb, const void *invA, int invA_size,
                                 hipDataType compute_type);
hipblasStatus_t hipblasTrsmBatchedEx_v2(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, void *B, int ldb, int batch_count,
    const void *invA, int invA_size, hipDataType compute_type);
hipblasStatus_t hipblasTrsmStridedBatchedEx_v2(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, hipblasStride stride_A, void *B,
    int ldb, hipblasStride stride_B, int batch_count, const void *invA,
    int invA_size, hipblasStride stride_invA, hipDataType compute_type);
#if defined(__cplusplus) && !defined(HIPBLAS_V2)
extern "C++" {
hipblasStatus_t
hipblasTrsmEx(hipblasHandle_t handle, hipblasSideMode_t side,
              hipblasFillMode_t uplo, hipblasOperation_t transA,
              hipblasDiagType_t diag, int m, int n, const void *alpha, void *A,
              int lda, void *B, int ldb, const void *invA, int invA_size,
              hipDataType compute_type) __asm__("hipblasTrsmEx_v2");
hipblasStatus_t hipblasTrsmBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, void *B, int ldb, int batch_count,
    const void *invA, int invA_size,
    hipDataType compute_type) __asm__("hipblasTrsmBatchedEx_v2");
hipblasStatus_t hipblasTrsmStridedBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, hipblasStride stride_A, void *B,
    int ldb, hipblasStride stride_B, int batch_count, const void *invA,
    int invA_size, hipblasStride stride_invA,
    hipDataType compute_type) __asm__("hipblasTrsmStridedBatchedEx_v2");
}
#endif

// ---- Factorisations. Pivots count from 1; NULL: rows are not exchanged.
// `info` of getrf and getri is the device's, of getrs and geqrf the host's.

#define __QN_SOLVERS(L, T)                                                     \
  hipblasStatus_t hipblas##L##getrf(hipblasHandle_t handle, int n, T *A,       \
                                    int lda, int *ipiv, int *info);            \
  hipblasStatus_t hipblas##L##getrfBatched(hipblasHandle_t handle, int n,      \
                                           T *const A[], int lda, int *ipiv,   \
                                           int *info, int count);              \
  hipblasStatus_t hipblas##L##getrfStridedBatched(                             \
      hipblasHandle_t handle, int n, T *A, int lda, hipblasStride strideA,     \
      int *ipiv, hipblasStride strideP, int *info, int count);                 \
  hipblasStatus_t hipblas##L##getrs(                                           \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, \
      int lda, const int *ipiv, T *B, int ldb, int *info);                     \
  hipblasStatus_t hipblas##L##getrsBatched(                                    \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs,       \
      T *const A[], int lda, const int *ipiv, T *const B[], int ldb,           \
      int *info, int count);                                                   \
  hipblasStatus_t hipblas##L##getrsStridedBatched(                             \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, \
      int lda, hipblasStride strideA, const int *ipiv, hipblasStride strideP,  \
      T *B, int ldb, hipblasStride strideB, int *info, int count);             \
  hipblasStatus_t hipblas##L##getriBatched(                                    \
      hipblasHandle_t handle, int n, T *const A[], int lda, int *ipiv,         \
      T *const C[], int ldc, int *info, int count);                            \
  hipblasStatus_t hipblas##L##geqrf(hipblasHandle_t handle, int m, int n,      \
                                    T *A, int lda, T *tau, int *info);         \
  hipblasStatus_t hipblas##L##geqrfBatched(                                    \
      hipblasHandle_t handle, int m, int n, T *const A[], int lda,             \
      T *const tau[], int *info, int count);                                   \
  hipblasStatus_t hipblas##L##geqrfStridedBatched(                             \
      hipblasHandle_t handle, int m, int n, T *A, int lda,                     \
      hipblasStride strideA, T *tau, hipblasStride strideP, int *info,         \
      int count);                                                              \
  hipblasStatus_t hipblas##L##gels(                                            \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *A, int lda, T *B, int ldb, int *info, int *deviceInfo);     \
  hipblasStatus_t hipblas##L##gelsBatched(                                     \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *const A[], int lda, T *const B[], int ldb, int *info,       \
      int *deviceInfo, int count);                                             \
  hipblasStatus_t hipblas##L##gelsStridedBatched(                              \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *A, int lda, hipblasStride strideA, T *B, int ldb,           \
      hipblasStride strideB, int *info, int *deviceInfo, int count);
__QN_SOLVERS(S, float)
__QN_SOLVERS(D, double)
__QN_SOLVERS(C, hipblasComplex)
__QN_SOLVERS(Z, hipblasDoubleComplex)
#undef __QN_SOLVERS

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif
