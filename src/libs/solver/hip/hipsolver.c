// SPDX-License-Identifier: Apache-2.0
// hipSOLVER's names: cuSOLVER's functions, with numbers of their own for
// enumerators and statuses.
#include "hipsolver/hipsolver.h"

#include "cuda/cusolverDn.h"

#include "libs/core/types.h"
#include "libs/solver/hip/exports_hipsolver.inc"

// ---- Those without Dn

hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle) {
  return hipsolverDnCreate(handle);
}
hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t handle) {
  return hipsolverDnDestroy(handle);
}
hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t handle,
                                     hipStream_t streamId) {
  return hipsolverDnSetStream(handle, streamId);
}
hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t handle,
                                     hipStream_t *streamId) {
  return hipsolverDnGetStream(handle, streamId);
}

// Where cuSOLVER's takes no workspace.
static hipsolverStatus_t no_work(hipsolverHandle_t handle, int *lwork) {
  hipStream_t stream;
  const hipsolverStatus_t status = hipsolverDnGetStream(handle, &stream);
  if (status != HIPSOLVER_STATUS_SUCCESS)
    return status;
  if (!lwork)
    return HIPSOLVER_STATUS_INVALID_VALUE;
  *lwork = 1;
  return HIPSOLVER_STATUS_SUCCESS;
}

#define SOLVERS(L, T, R, sy, or)                                               \
  hipsolverStatus_t hipsolver##L##potrf_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, int *lwork) {                                                   \
    return hipsolverDn##L##potrf_bufferSize(handle, uplo, n, A, lda, lwork);   \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrf(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, T *work, int lwork, int *devInfo) {                             \
    return hipsolverDn##L##potrf(handle, uplo, n, A, lda, work, lwork,         \
                                 devInfo);                                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potri_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, int *lwork) {                                                   \
    return hipsolverDn##L##potri_bufferSize(handle, uplo, n, A, lda, lwork);   \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potri(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, T *work, int lwork, int *devInfo) {                             \
    return hipsolverDn##L##potri(handle, uplo, n, A, lda, work, lwork,         \
                                 devInfo);                                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrs_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A, int lda, T *B, int ldb, int *lwork) {                              \
    (void)uplo, (void)n, (void)nrhs, (void)A, (void)lda, (void)B, (void)ldb;   \
    return no_work(handle, lwork);                                             \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrs(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A, int lda, T *B, int ldb, T *work, int lwork, int *devInfo) {        \
    (void)work, (void)lwork;                                                   \
    return hipsolverDn##L##potrs(handle, uplo, n, nrhs, A, lda, B, ldb,        \
                                 devInfo);                                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##getrf_bufferSize(                            \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, int *lwork) {     \
    return hipsolverDn##L##getrf_bufferSize(handle, m, n, A, lda, lwork);      \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##getrf(                                       \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, T *work,          \
      int lwork, int *devIpiv, int *devInfo) {                                 \
    (void)lwork;                                                               \
    return hipsolverDn##L##getrf(handle, m, n, A, lda, work, devIpiv,          \
                                 devInfo);                                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##getrs_bufferSize(                            \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,   \
      T *A, int lda, int *devIpiv, T *B, int ldb, int *lwork) {                \
    (void)trans, (void)n, (void)nrhs, (void)A, (void)lda, (void)devIpiv,       \
        (void)B, (void)ldb;                                                    \
    return no_work(handle, lwork);                                             \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##getrs(                                       \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs,   \
      T *A, int lda, int *devIpiv, T *B, int ldb, T *work, int lwork,          \
      int *devInfo) {                                                          \
    (void)work, (void)lwork;                                                   \
    return hipsolverDn##L##getrs(handle, trans, n, nrhs, A, lda, devIpiv, B,   \
                                 ldb, devInfo);                                \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##geqrf_bufferSize(                            \
      hipsolverHandle_t handle, int m, int n, T *A, int lda, int *lwork) {     \
    return hipsolverDn##L##geqrf_bufferSize(handle, m, n, A, lda, lwork);      \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##geqrf(hipsolverHandle_t handle, int m,       \
                                        int n, T *A, int lda, T *tau, T *work, \
                                        int lwork, int *devInfo) {             \
    return hipsolverDn##L##geqrf(handle, m, n, A, lda, tau, work, lwork,       \
                                 devInfo);                                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##or##gqr_bufferSize(                          \
      hipsolverHandle_t handle, int m, int n, int k, T *A, int lda, T *tau,    \
      int *lwork) {                                                            \
    return hipsolverDn##L##or##gqr_bufferSize(handle, m, n, k, A, lda, tau,    \
                                              lwork);                          \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##or##gqr(hipsolverHandle_t handle, int m,     \
                                          int n, int k, T *A, int lda, T *tau, \
                                          T *work, int lwork, int *devInfo) {  \
    return hipsolverDn##L##or##gqr(handle, m, n, k, A, lda, tau, work, lwork,  \
                                   devInfo);                                   \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##or##mqr_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverSideMode_t side,                      \
      hipsolverOperation_t trans, int m, int n, int k, T *A, int lda, T *tau,  \
      T *C, int ldc, int *lwork) {                                             \
    return hipsolverDn##L##or##mqr_bufferSize(handle, side, trans, m, n, k, A, \
                                              lda, tau, C, ldc, lwork);        \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##or##mqr(                                     \
      hipsolverHandle_t handle, hipsolverSideMode_t side,                      \
      hipsolverOperation_t trans, int m, int n, int k, T *A, int lda, T *tau,  \
      T *C, int ldc, T *work, int lwork, int *devInfo) {                       \
    return hipsolverDn##L##or##mqr(handle, side, trans, m, n, k, A, lda, tau,  \
                                   C, ldc, work, lwork, devInfo);              \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##gesvd_bufferSize(                            \
      hipsolverHandle_t handle, signed char jobu, signed char jobv, int m,     \
      int n, int *lwork) {                                                     \
    (void)jobu, (void)jobv;                                                    \
    return hipsolverDn##L##gesvd_bufferSize(handle, m, n, lwork);              \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##gesvd(                                       \
      hipsolverHandle_t handle, signed char jobu, signed char jobv, int m,     \
      int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, T *work,       \
      int lwork, R *rwork, int *devInfo) {                                     \
    return hipsolverDn##L##gesvd(handle, jobu, jobv, m, n, A, lda, S, U, ldu,  \
                                 V, ldv, work, lwork, rwork, devInfo);         \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##evd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz,                       \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R *W, int *lwork) {      \
    return hipsolverDn##L##sy##evd_bufferSize(handle, jobz, uplo, n, A, lda,   \
                                              W, lwork);                       \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##evd(                                     \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz,                       \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R *W, T *work,           \
      int lwork, int *devInfo) {                                               \
    return hipsolverDn##L##sy##evd(handle, jobz, uplo, n, A, lda, W, work,     \
                                   lwork, devInfo);                            \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##gvd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverEigType_t itype,                      \
      hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, \
      T *B, int ldb, R *W, int *lwork) {                                       \
    return hipsolverDn##L##sy##gvd_bufferSize(handle, itype, jobz, uplo, n, A, \
                                              lda, B, ldb, W, lwork);          \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##gvd(                                     \
      hipsolverHandle_t handle, hipsolverEigType_t itype,                      \
      hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A, int lda, \
      T *B, int ldb, R *W, T *work, int lwork, int *devInfo) {                 \
    return hipsolverDn##L##sy##gvd(handle, itype, jobz, uplo, n, A, lda, B,    \
                                   ldb, W, work, lwork, devInfo);              \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##trd_bufferSize(                          \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, R *D, R *E, T *tau, int *lwork) {                               \
    return hipsolverDn##L##sy##trd_bufferSize(handle, uplo, n, A, lda, D, E,   \
                                              tau, lwork);                     \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##sy##trd(                                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, R *D, R *E, T *tau, T *work, int lwork, int *devInfo) {         \
    return hipsolverDn##L##sy##trd(handle, uplo, n, A, lda, D, E, tau, work,   \
                                   lwork, devInfo);                            \
  }
SOLVERS(S, float, float, sy, or)
SOLVERS(D, double, double, sy, or)
SOLVERS(C, hipFloatComplex, float, he, un)
SOLVERS(Z, hipDoubleComplex, double, he, un)

// ---- Batches, and systems in the type itself

#define MORE(L, T)                                                             \
  hipsolverStatus_t hipsolver##L##potrfBatched_bufferSize(                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[],       \
      int lda, int *lwork, int batch_count) {                                  \
    (void)uplo, (void)n, (void)A, (void)lda, (void)batch_count;                \
    return no_work(handle, lwork);                                             \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrfBatched(                                \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[],       \
      int lda, T *work, int lwork, int *devInfo, int batch_count) {            \
    (void)work, (void)lwork;                                                   \
    return hipsolverDn##L##potrfBatched(handle, uplo, n, A, lda, devInfo,      \
                                        batch_count);                          \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrsBatched_bufferSize(                     \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A[], int lda, T *B[], int ldb, int *lwork, int batch_count) {         \
    (void)uplo, (void)n, (void)nrhs, (void)A, (void)lda, (void)B, (void)ldb;   \
    (void)batch_count;                                                         \
    return no_work(handle, lwork);                                             \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##potrsBatched(                                \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs,     \
      T *A[], int lda, T *B[], int ldb, T *work, int lwork, int *devInfo,      \
      int batch_count) {                                                       \
    (void)work, (void)lwork;                                                   \
    return hipsolverDn##L##potrsBatched(handle, uplo, n, nrhs, A, lda, B, ldb, \
                                        devInfo, batch_count);                 \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##L##gesv_bufferSize(                          \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv,  \
      T *B, int ldb, T *X, int ldx, size_t *lwork) {                           \
    return hipsolverDn##L##L##gesv_bufferSize(                                 \
        handle, n, nrhs, A, lda, devIpiv, B, ldb, X, ldx, NULL, lwork);        \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##L##gesv(                                     \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv,  \
      T *B, int ldb, T *X, int ldx, void *work, size_t lwork, int *niters,     \
      int *devInfo) {                                                          \
    return hipsolverDn##L##L##gesv(handle, n, nrhs, A, lda, devIpiv, B, ldb,   \
                                   X, ldx, work, lwork, niters, devInfo);      \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##L##gels_bufferSize(                          \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B,   \
      int ldb, T *X, int ldx, size_t *lwork) {                                 \
    return hipsolverDn##L##L##gels_bufferSize(handle, m, n, nrhs, A, lda, B,   \
                                              ldb, X, ldx, NULL, lwork);       \
  }                                                                            \
  hipsolverStatus_t hipsolver##L##L##gels(                                     \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B,   \
      int ldb, T *X, int ldx, void *work, size_t lwork, int *niters,           \
      int *devInfo) {                                                          \
    return hipsolverDn##L##L##gels(handle, m, n, nrhs, A, lda, B, ldb, X, ldx, \
                                   work, lwork, niters, devInfo);              \
  }
MORE(S, float)
MORE(D, double)
MORE(C, hipFloatComplex)
MORE(Z, hipDoubleComplex)

#include "libs/solver/hip/exports_hipsolver_plain.inc"
