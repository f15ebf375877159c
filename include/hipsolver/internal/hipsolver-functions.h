// SPDX-License-Identifier: Apache-2.0
//
// hipSOLVER's functions of before those with Dn in their names, which take a
// workspace in more places. Included by hipsolver.h.
#ifndef QUERN_HIPSOLVER_HIPSOLVER_FUNCTIONS_H
#define QUERN_HIPSOLVER_HIPSOLVER_FUNCTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle);
hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t handle);
hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t handle,
                                     hipStream_t streamId);
hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t handle,
                                     hipStream_t *streamId);

#define __QN_SOLVERS(L, T, R, sy, on)                                          \
  hipsolverStatus_t hipsolver##L##potrf_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, int *lwork);                                                    \
  hipsolverStatus_t hipsolver##L##potrf(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, T *work, int lwork, int *devInfo);                              \
  hipsolverStatus_t hipsolver##L##potri_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, int *lwork);                                                    \
  hipsolverStatus_t hipsolver##L##potri(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, T *work, int lwork, int *devInfo);                              \
  hipsolverStatus_t hipsolver##L##potrs_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A, int lda, T *B, int ldb, int *lwork);                               \
  hipsolverStatus_t hipsolver##L##potrs(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A, int lda, T *B, int ldb, T *work, int lwork, int *devInfo);         \
  hipsolverStatus_t hipsolver##L##getrf_bufferSize(                            \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, int *lwork);      \
  hipsolverStatus_t hipsolver##L##getrf(                                       \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, T *work,          \
      int lwork, int *devIpiv, int *devInfo);                                  \
  hipsolverStatus_t hipsolver##L##getrs_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,   \
      T *A, int lda, int *devIpiv, T *B, int ldb, int *lwork);                 \
  hipsolverStatus_t hipsolver##L##getrs(                                       \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,   \
      T *A, int lda, int *devIpiv, T *B, int ldb, T *work, int lwork,          \
      int *devInfo);                                                           \
  hipsolverStatus_t hipsolver##L##geqrf_bufferSize(                            \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, int *lwork);      \
  hipsolverStatus_t hipsolver##L##geqrf(hipsolverHandle_t handle, int m,       \
                                        int n, T *A, int lda, T *tau, T *work, \
                                        int lwork, int *devInfo);              \
  hipsolverStatus_t hipsolver##L##on##gqr_bufferSize(                          \
      hipsolverHandle_t handle, int m, int n, int k, T *A, int lda, T *tau,    \
      int *lwork);                                                             \
  hipsolverStatus_t hipsolver##L##on##gqr(hipsolverHandle_t handle, int m,     \
                                          int n, int k, T *A, int lda, T *tau, \
                                          T *work, int lwork, int *devInfo);   \
  hipsolverStatus_t hipsolver##L##on##mqr_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverSideMode_t side,                      \
      hipsolverOperation_t trans, int m, int n, int k, T *A, int lda, T *tau,  \
      T *C, int ldc, int *lwork);                                              \
  hipsolverStatus_t hipsolver##L##on##mqr(                                     \
      hipsolverHandle_t handle, hipsolverSideMode_t side,                      \
      hipsolverOperation_t trans, int m, int n, int k, T *A, int lda, T *tau,  \
      T *C, int ldc, T *work, int lwork, int *devInfo);                        \
  hipsolverStatus_t hipsolver##L##gesvd_bufferSize(                            \
      hipsolverHandle_t handle, signed char jobu, signed char jobv, int m,     \
      int n, int *lwork);                                                      \
  hipsolverStatus_t hipsolver##L##gesvd(                                       \
      hipsolverHandle_t handle, signed char jobu, signed char jobv, int m,     \
      int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, T *work,       \
      int lwork, R *rwork, int *devInfo);                                      \
  hipsolverStatus_t hipsolver##L##sy##evd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz,                       \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R *W, int *lwork);       \
  hipsolverStatus_t hipsolver##L##sy##evd(                                     \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz,                       \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R *W, T *work,           \
      int lwork, int *devInfo);                                                \
  hipsolverStatus_t hipsolver##L##sy##gvd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverEigType_t itype,                      \
      hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, \
      T *B, int ldb, R *W, int *lwork);                                        \
  hipsolverStatus_t hipsolver##L##sy##gvd(                                     \
      hipsolverHandle_t handle, hipsolverEigType_t itype,                      \
      hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, \
      T *B, int ldb, R *W, T *work, int lwork, int *devInfo);                  \
  hipsolverStatus_t hipsolver##L##sy##trd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, R *D, R *E, T *tau, int *lwork);                                \
  hipsolverStatus_t hipsolver##L##sy##trd(                                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, R *D, R *E, T *tau, T *work, int lwork, int *devInfo);
__QN_SOLVERS(S, float, float, sy, or)
__QN_SOLVERS(D, double, double, sy, or)
__QN_SOLVERS(C, hipFloatComplex, float, he, un)
__QN_SOLVERS(Z, hipDoubleComplex, double, he, un)
#undef __QN_SOLVERS

// Batches, and systems in the type itself.
#define __QN_SOLVERS(L, T)                                                     \
  hipsolverStatus_t hipsolver##L##potrfBatched_bufferSize(                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[],       \
      int lda, int *lwork, int batch_count);                                   \
  hipsolverStatus_t hipsolver##L##potrfBatched(                                \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[],       \
      int lda, T *work, int lwork, int *devInfo, int batch_count);             \
  hipsolverStatus_t hipsolver##L##potrsBatched_bufferSize(                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A[], int lda, T *B[], int ldb, int *lwork, int batch_count);          \
  hipsolverStatus_t hipsolver##L##potrsBatched(                                \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A[], int lda, T *B[], int ldb, T *work, int lwork, int *devInfo,      \
      int batch_count);                                                        \
  hipsolverStatus_t hipsolver##L##L##gesv_bufferSize(                          \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv,  \
      T *B, int ldb, T *X, int ldx, size_t *lwork);                            \
  hipsolverStatus_t hipsolver##L##L##gesv(                                     \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv,  \
      T *B, int ldb, T *X, int ldx, void *work, size_t lwork, int *niters,     \
      int *devInfo);                                                           \
  hipsolverStatus_t hipsolver##L##L##gels_bufferSize(                          \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B,   \
      int ldb, T *X, int ldx, size_t *lwork);                                  \
  hipsolverStatus_t hipsolver##L##L##gels(                                     \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B,   \
      int ldb, T *X, int ldx, void *work, size_t lwork, int *niters,           \
      int *devInfo);
__QN_SOLVERS(S, float)
__QN_SOLVERS(D, double)
__QN_SOLVERS(C, hipFloatComplex)
__QN_SOLVERS(Z, hipDoubleComplex)
#undef __QN_SOLVERS

// The others, which are as those with Dn.
#include "hipsolver-plain.inc"

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPSOLVER_HIPSOLVER_FUNCTIONS_H
