// SPDX-License-Identifier: Apache-2.0
//
// cuBLASXt: products of matrices in memory of the host or of a device, which
// are done when the call returns. libquernblas implements it by one device;
// docs/libraries.md says what does the work.
#ifndef QUERN_CUDA_CUBLASXT_H
#define QUERN_CUDA_CUBLASXT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cublas_v2.h"
#include "cuda_runtime_api.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;

typedef enum {
  CUBLASXT_PINNING_DISABLED = 0,
  CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;
typedef enum {
  CUBLASXT_FLOAT = 0,
  CUBLASXT_DOUBLE = 1,
  CUBLASXT_COMPLEX = 2,
  CUBLASXT_DOUBLECOMPLEX = 3
} cublasXtOpType_t;
typedef enum {
  CUBLASXT_GEMM = 0,
  CUBLASXT_SYRK = 1,
  CUBLASXT_HERK = 2,
  CUBLASXT_SYMM = 3,
  CUBLASXT_HEMM = 4,
  CUBLASXT_TRSM = 5,
  CUBLASXT_SYR2K = 6,
  CUBLASXT_HER2K = 7,
  CUBLASXT_SPMM = 8,
  CUBLASXT_SYRKX = 9,
  CUBLASXT_HERKX = 10,
  CUBLASXT_TRMM = 11,
  CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[],
                                    int *nbBoards);
cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards);
// The first of them does the work.
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices,
                                    int deviceId[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t *mode);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t mode);
// Taken, and not needed: the device does all of it.
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle,
                                     cublasXtBlasOp_t blasOp,
                                     cublasXtOpType_t type, void *blasFunctor);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle,
                                   cublasXtBlasOp_t blasOp,
                                   cublasXtOpType_t type, float ratio);

#define __QN_XT(X, T)                                                          \
  cublasStatus_t cublasXt##X##gemm(                                            \
      cublasXtHandle_t handle, cublasOperation_t transa,                       \
      cublasOperation_t transb, size_t m, size_t n, size_t k, const T *alpha,  \
      const T *A, size_t lda, const T *B, size_t ldb, const T *beta, T *C,     \
      size_t ldc);                                                             \
  cublasStatus_t cublasXt##X##syrk(                                            \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda,              \
      const T *beta, T *C, size_t ldc);                                        \
  cublasStatus_t cublasXt##X##syr2k(                                           \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const T *beta, T *C, size_t ldc);                            \
  cublasStatus_t cublasXt##X##syrkx(                                           \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const T *beta, T *C, size_t ldc);                            \
  cublasStatus_t cublasXt##X##symm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      size_t m, size_t n, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const T *beta, T *C, size_t ldc);                            \
  cublasStatus_t cublasXt##X##spmm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      size_t m, size_t n, const T *alpha, const T *AP, const T *B, size_t ldb, \
      const T *beta, T *C, size_t ldc);                                        \
  cublasStatus_t cublasXt##X##trsm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,      \
      const T *alpha, const T *A, size_t lda, T *B, size_t ldb);               \
  cublasStatus_t cublasXt##X##trmm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n,      \
      const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, T *C,    \
      size_t ldc);
__QN_XT(S, float)
__QN_XT(D, double)
__QN_XT(C, cuComplex)
__QN_XT(Z, cuDoubleComplex)
#undef __QN_XT

#define __QN_XT(X, T, R)                                                       \
  cublasStatus_t cublasXt##X##herk(                                            \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const R *alpha, const T *A, size_t lda,              \
      const R *beta, T *C, size_t ldc);                                        \
  cublasStatus_t cublasXt##X##her2k(                                           \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const R *beta, T *C, size_t ldc);                            \
  cublasStatus_t cublasXt##X##herkx(                                           \
      cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
      size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const R *beta, T *C, size_t ldc);                            \
  cublasStatus_t cublasXt##X##hemm(                                            \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,   \
      size_t m, size_t n, const T *alpha, const T *A, size_t lda, const T *B,  \
      size_t ldb, const T *beta, T *C, size_t ldc);
__QN_XT(C, cuComplex, float)
__QN_XT(Z, cuDoubleComplex, double)
#undef __QN_XT

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUBLASXT_H
