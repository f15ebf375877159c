// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of include/cuda/cusolverDn.h.
// clang-format off
//
// hipSOLVER: dense systems, factors, eigenvalues. libquernsolver implements it;
// docs/libraries.md says what does the work, and what is not there.
#ifndef QUERN_HIPSOLVER_HIPSOLVER_H
#define QUERN_HIPSOLVER_HIPSOLVER_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include "internal/hipsolver-types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *hipsolverHandle_t;
typedef hipsolverHandle_t hipsolverDnHandle_t;
typedef void *hipsolverSyevjInfo_t;
typedef void *hipsolverGesvdjInfo_t;
typedef struct hipsolverDnParams *hipsolverDnParams_t;
typedef enum {
  HIPSOLVERDN_GETRF = 0,
  HIPSOLVERDN_POTRF = 1,
  HIPSOLVERDN_SYEVBATCHED = 2
} hipsolverDnFunction_t;

hipsolverStatus_t hipsolverDnCreate(hipsolverDnHandle_t *handle);
hipsolverStatus_t hipsolverDnDestroy(hipsolverDnHandle_t handle);
hipsolverStatus_t hipsolverDnSetStream(hipsolverDnHandle_t handle,
                                     hipStream_t streamId);
hipsolverStatus_t hipsolverDnGetStream(hipsolverDnHandle_t handle,
                                     hipStream_t *streamId);
hipsolverStatus_t
hipsolverDnSetDeterministicMode(hipsolverDnHandle_t handle,
                               hipsolverDeterministicMode_t mode);
hipsolverStatus_t
hipsolverDnGetDeterministicMode(hipsolverDnHandle_t handle,
                               hipsolverDeterministicMode_t *mode);
hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params);
hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params);
hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t params,
                                         hipsolverDnFunction_t function,
                                         hipsolverAlgMode_t algo);
hipsolverStatus_t hipsolverDnSpotrf_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             float *A, int lda, int *Lwork);
hipsolverStatus_t hipsolverDnDpotrf_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             double *A, int lda, int *Lwork);
hipsolverStatus_t hipsolverDnCpotrf_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             hipFloatComplex *A, int lda, int *Lwork);
hipsolverStatus_t hipsolverDnZpotrf_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             hipDoubleComplex *A, int lda,
                                             int *Lwork);
hipsolverStatus_t hipsolverDnSpotrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, float *A,
                                  int lda, float *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnDpotrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, double *A,
                                  int lda, double *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnCpotrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, hipFloatComplex *A,
                                  int lda, hipFloatComplex *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnZpotrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n,
                                  hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnSpotrs(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                  const float *A, int lda, float *B, int ldb,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnDpotrs(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                  const double *A, int lda, double *B, int ldb,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnCpotrs(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                  const hipFloatComplex *A, int lda, hipFloatComplex *B,
                                  int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnZpotrs(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                  const hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnSpotrfBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n,
                                         float *Aarray[], int lda,
                                         int *infoArray, int batchSize);
hipsolverStatus_t hipsolverDnDpotrfBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n,
                                         double *Aarray[], int lda,
                                         int *infoArray, int batchSize);
hipsolverStatus_t hipsolverDnCpotrfBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n,
                                         hipFloatComplex *Aarray[], int lda,
                                         int *infoArray, int batchSize);
hipsolverStatus_t hipsolverDnZpotrfBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n,
                                         hipDoubleComplex *Aarray[], int lda,
                                         int *infoArray, int batchSize);
hipsolverStatus_t hipsolverDnSpotrsBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                         float *A[], int lda, float *B[],
                                         int ldb, int *d_info, int batchSize);
hipsolverStatus_t hipsolverDnDpotrsBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                         double *A[], int lda, double *B[],
                                         int ldb, int *d_info, int batchSize);
hipsolverStatus_t hipsolverDnCpotrsBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                         hipFloatComplex *A[], int lda,
                                         hipFloatComplex *B[], int ldb, int *d_info,
                                         int batchSize);
hipsolverStatus_t hipsolverDnZpotrsBatched(hipsolverDnHandle_t handle,
                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                         hipDoubleComplex *A[], int lda,
                                         hipDoubleComplex *B[], int ldb,
                                         int *d_info, int batchSize);
hipsolverStatus_t hipsolverDnSpotri_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnDpotri_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnCpotri_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnZpotri_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             hipDoubleComplex *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnSpotri(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, float *A,
                                  int lda, float *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnDpotri(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, double *A,
                                  int lda, double *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnCpotri(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, hipFloatComplex *A,
                                  int lda, hipFloatComplex *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnZpotri(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n,
                                  hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnSgetrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, float *A, int lda,
                                             int *Lwork);
hipsolverStatus_t hipsolverDnDgetrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, double *A, int lda,
                                             int *Lwork);
hipsolverStatus_t hipsolverDnCgetrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, hipFloatComplex *A, int lda,
                                             int *Lwork);
hipsolverStatus_t hipsolverDnZgetrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, hipDoubleComplex *A, int lda,
                                             int *Lwork);
hipsolverStatus_t hipsolverDnSgetrf(hipsolverDnHandle_t handle, int m, int n,
                                  float *A, int lda, float *Workspace,
                                  int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDnDgetrf(hipsolverDnHandle_t handle, int m, int n,
                                  double *A, int lda, double *Workspace,
                                  int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDnCgetrf(hipsolverDnHandle_t handle, int m, int n,
                                  hipFloatComplex *A, int lda, hipFloatComplex *Workspace,
                                  int *devIpiv, int *devInfo);
hipsolverStatus_t hipsolverDnZgetrf(hipsolverDnHandle_t handle, int m, int n,
                                  hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *Workspace, int *devIpiv,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnSgetrs(hipsolverDnHandle_t handle,
                                  hipsolverOperation_t trans, int n, int nrhs,
                                  const float *A, int lda, const int *devIpiv,
                                  float *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnDgetrs(hipsolverDnHandle_t handle,
                                  hipsolverOperation_t trans, int n, int nrhs,
                                  const double *A, int lda, const int *devIpiv,
                                  double *B, int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnCgetrs(hipsolverDnHandle_t handle,
                                  hipsolverOperation_t trans, int n, int nrhs,
                                  const hipFloatComplex *A, int lda,
                                  const int *devIpiv, hipFloatComplex *B, int ldb,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnZgetrs(hipsolverDnHandle_t handle,
                                  hipsolverOperation_t trans, int n, int nrhs,
                                  const hipDoubleComplex *A, int lda,
                                  const int *devIpiv, hipDoubleComplex *B,
                                  int ldb, int *devInfo);
hipsolverStatus_t hipsolverDnSgeqrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, float *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnDgeqrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, double *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnCgeqrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, hipFloatComplex *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnZgeqrf_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, hipDoubleComplex *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnSgeqrf(hipsolverDnHandle_t handle, int m, int n,
                                  float *A, int lda, float *TAU,
                                  float *Workspace, int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDgeqrf(hipsolverDnHandle_t handle, int m, int n,
                                  double *A, int lda, double *TAU,
                                  double *Workspace, int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCgeqrf(hipsolverDnHandle_t handle, int m, int n,
                                  hipFloatComplex *A, int lda, hipFloatComplex *TAU,
                                  hipFloatComplex *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnZgeqrf(hipsolverDnHandle_t handle, int m, int n,
                                  hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *TAU,
                                  hipDoubleComplex *Workspace, int Lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnSorgqr_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int k, const float *A,
                                             int lda, const float *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnDorgqr_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int k, const double *A,
                                             int lda, const double *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnCungqr_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int k, const hipFloatComplex *A,
                                             int lda, const hipFloatComplex *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnZungqr_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int k,
                                             const hipDoubleComplex *A, int lda,
                                             const hipDoubleComplex *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnSorgqr(hipsolverDnHandle_t handle, int m, int n,
                                  int k, float *A, int lda, const float *tau,
                                  float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDorgqr(hipsolverDnHandle_t handle, int m, int n,
                                  int k, double *A, int lda, const double *tau,
                                  double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnCungqr(hipsolverDnHandle_t handle, int m, int n,
                                  int k, hipFloatComplex *A, int lda,
                                  const hipFloatComplex *tau, hipFloatComplex *work,
                                  int lwork, int *info);
hipsolverStatus_t hipsolverDnZungqr(hipsolverDnHandle_t handle, int m, int n,
                                  int k, hipDoubleComplex *A, int lda,
                                  const hipDoubleComplex *tau,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t
hipsolverDnSormqr_bufferSize(hipsolverDnHandle_t handle, hipsolverSideMode_t side,
                            hipsolverOperation_t trans, int m, int n, int k,
                            const float *A, int lda, const float *tau,
                            const float *C, int ldc, int *lwork);
hipsolverStatus_t
hipsolverDnDormqr_bufferSize(hipsolverDnHandle_t handle, hipsolverSideMode_t side,
                            hipsolverOperation_t trans, int m, int n, int k,
                            const double *A, int lda, const double *tau,
                            const double *C, int ldc, int *lwork);
hipsolverStatus_t
hipsolverDnCunmqr_bufferSize(hipsolverDnHandle_t handle, hipsolverSideMode_t side,
                            hipsolverOperation_t trans, int m, int n, int k,
                            const hipFloatComplex *A, int lda, const hipFloatComplex *tau,
                            const hipFloatComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnZunmqr_bufferSize(
    hipsolverDnHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans,
    int m, int n, int k, const hipDoubleComplex *A, int lda,
    const hipDoubleComplex *tau, const hipDoubleComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnSormqr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side,
                                  hipsolverOperation_t trans, int m, int n, int k,
                                  const float *A, int lda, const float *tau,
                                  float *C, int ldc, float *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnDormqr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side,
                                  hipsolverOperation_t trans, int m, int n, int k,
                                  const double *A, int lda, const double *tau,
                                  double *C, int ldc, double *work, int lwork,
                                  int *devInfo);
hipsolverStatus_t hipsolverDnCunmqr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side,
                                  hipsolverOperation_t trans, int m, int n, int k,
                                  const hipFloatComplex *A, int lda,
                                  const hipFloatComplex *tau, hipFloatComplex *C, int ldc,
                                  hipFloatComplex *work, int lwork, int *devInfo);
hipsolverStatus_t
hipsolverDnZunmqr(hipsolverDnHandle_t handle, hipsolverSideMode_t side,
                 hipsolverOperation_t trans, int m, int n, int k,
                 const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau,
                 hipDoubleComplex *C, int ldc, hipDoubleComplex *work, int lwork,
                 int *devInfo);
hipsolverStatus_t hipsolverDnSsytrf_bufferSize(hipsolverDnHandle_t handle, int n,
                                             float *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnDsytrf_bufferSize(hipsolverDnHandle_t handle, int n,
                                             double *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnCsytrf_bufferSize(hipsolverDnHandle_t handle, int n,
                                             hipFloatComplex *A, int lda, int *lwork);
hipsolverStatus_t hipsolverDnZsytrf_bufferSize(hipsolverDnHandle_t handle, int n,
                                             hipDoubleComplex *A, int lda,
                                             int *lwork);
hipsolverStatus_t hipsolverDnSsytrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, float *A,
                                  int lda, int *ipiv, float *work, int lwork,
                                  int *info);
hipsolverStatus_t hipsolverDnDsytrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, double *A,
                                  int lda, int *ipiv, double *work, int lwork,
                                  int *info);
hipsolverStatus_t hipsolverDnCsytrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, hipFloatComplex *A,
                                  int lda, int *ipiv, hipFloatComplex *work,
                                  int lwork, int *info);
hipsolverStatus_t hipsolverDnZsytrf(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n,
                                  hipDoubleComplex *A, int lda, int *ipiv,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnSgebrd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *Lwork);
hipsolverStatus_t hipsolverDnDgebrd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *Lwork);
hipsolverStatus_t hipsolverDnCgebrd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *Lwork);
hipsolverStatus_t hipsolverDnZgebrd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *Lwork);
hipsolverStatus_t hipsolverDnSgebrd(hipsolverDnHandle_t handle, int m, int n,
                                  float *A, int lda, float *D, float *E,
                                  float *TAUQ, float *TAUP, float *Work,
                                  int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnDgebrd(hipsolverDnHandle_t handle, int m, int n,
                                  double *A, int lda, double *D, double *E,
                                  double *TAUQ, double *TAUP, double *Work,
                                  int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnCgebrd(hipsolverDnHandle_t handle, int m, int n,
                                  hipFloatComplex *A, int lda, float *D, float *E,
                                  hipFloatComplex *TAUQ, hipFloatComplex *TAUP,
                                  hipFloatComplex *Work, int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnZgebrd(hipsolverDnHandle_t handle, int m, int n,
                                  hipDoubleComplex *A, int lda, double *D,
                                  double *E, hipDoubleComplex *TAUQ,
                                  hipDoubleComplex *TAUP, hipDoubleComplex *Work,
                                  int Lwork, int *devInfo);
hipsolverStatus_t hipsolverDnSorgbr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverSideMode_t side, int m,
                                             int n, int k, const float *A,
                                             int lda, const float *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnDorgbr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverSideMode_t side, int m,
                                             int n, int k, const double *A,
                                             int lda, const double *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnSorgbr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, int m, int n, int k,
                                  float *A, int lda, const float *tau,
                                  float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDorgbr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, int m, int n, int k,
                                  double *A, int lda, const double *tau,
                                  double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnCungbr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverSideMode_t side, int m,
                                             int n, int k, const hipFloatComplex *A,
                                             int lda, const hipFloatComplex *tau,
                                             int *lwork);
hipsolverStatus_t
hipsolverDnZungbr_bufferSize(hipsolverDnHandle_t handle, hipsolverSideMode_t side,
                            int m, int n, int k, const hipDoubleComplex *A,
                            int lda, const hipDoubleComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnCungbr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, int m, int n, int k,
                                  hipFloatComplex *A, int lda, const hipFloatComplex *tau,
                                  hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnZungbr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, int m, int n, int k,
                                  hipDoubleComplex *A, int lda,
                                  const hipDoubleComplex *tau,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnSsytrd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const float *A, int lda,
                                             const float *d, const float *e,
                                             const float *tau, int *lwork);
hipsolverStatus_t hipsolverDnDsytrd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const double *A, int lda,
                                             const double *d, const double *e,
                                             const double *tau, int *lwork);
hipsolverStatus_t hipsolverDnSsytrd(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, float *A,
                                  int lda, float *d, float *e, float *tau,
                                  float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDsytrd(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, double *A,
                                  int lda, double *d, double *e, double *tau,
                                  double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnChetrd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipFloatComplex *A, int lda,
                                             const float *d, const float *e,
                                             const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZhetrd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipDoubleComplex *A, int lda,
                                             const double *d, const double *e,
                                             const hipDoubleComplex *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnChetrd(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, hipFloatComplex *A,
                                  int lda, float *d, float *e, hipFloatComplex *tau,
                                  hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnZhetrd(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n,
                                  hipDoubleComplex *A, int lda, double *d,
                                  double *e, hipDoubleComplex *tau,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnSorgtr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const float *A, int lda,
                                             const float *tau, int *lwork);
hipsolverStatus_t hipsolverDnDorgtr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const double *A, int lda,
                                             const double *tau, int *lwork);
hipsolverStatus_t hipsolverDnSorgtr(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, float *A,
                                  int lda, const float *tau, float *work,
                                  int lwork, int *info);
hipsolverStatus_t hipsolverDnDorgtr(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, double *A,
                                  int lda, const double *tau, double *work,
                                  int lwork, int *info);
hipsolverStatus_t hipsolverDnCungtr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipFloatComplex *A, int lda,
                                             const hipFloatComplex *tau, int *lwork);
hipsolverStatus_t hipsolverDnZungtr_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipDoubleComplex *A, int lda,
                                             const hipDoubleComplex *tau,
                                             int *lwork);
hipsolverStatus_t hipsolverDnCungtr(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n, hipFloatComplex *A,
                                  int lda, const hipFloatComplex *tau,
                                  hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnZungtr(hipsolverDnHandle_t handle,
                                  hipsolverFillMode_t uplo, int n,
                                  hipDoubleComplex *A, int lda,
                                  const hipDoubleComplex *tau,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnSormtr_bufferSize(
    hipsolverDnHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
    hipsolverOperation_t trans, int m, int n, const float *A, int lda,
    const float *tau, const float *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnDormtr_bufferSize(
    hipsolverDnHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
    hipsolverOperation_t trans, int m, int n, const double *A, int lda,
    const double *tau, const double *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnSormtr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, hipsolverFillMode_t uplo,
                                  hipsolverOperation_t trans, int m, int n,
                                  float *A, int lda, float *tau, float *C,
                                  int ldc, float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDormtr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, hipsolverFillMode_t uplo,
                                  hipsolverOperation_t trans, int m, int n,
                                  double *A, int lda, double *tau, double *C,
                                  int ldc, double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnCunmtr_bufferSize(
    hipsolverDnHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
    hipsolverOperation_t trans, int m, int n, const hipFloatComplex *A, int lda,
    const hipFloatComplex *tau, const hipFloatComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnZunmtr_bufferSize(
    hipsolverDnHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
    hipsolverOperation_t trans, int m, int n, const hipDoubleComplex *A, int lda,
    const hipDoubleComplex *tau, const hipDoubleComplex *C, int ldc, int *lwork);
hipsolverStatus_t hipsolverDnCunmtr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, hipsolverFillMode_t uplo,
                                  hipsolverOperation_t trans, int m, int n,
                                  hipFloatComplex *A, int lda, hipFloatComplex *tau,
                                  hipFloatComplex *C, int ldc, hipFloatComplex *work,
                                  int lwork, int *info);
hipsolverStatus_t hipsolverDnZunmtr(hipsolverDnHandle_t handle,
                                  hipsolverSideMode_t side, hipsolverFillMode_t uplo,
                                  hipsolverOperation_t trans, int m, int n,
                                  hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *tau, hipDoubleComplex *C,
                                  int ldc, hipDoubleComplex *work, int lwork,
                                  int *info);
hipsolverStatus_t hipsolverDnSgesvd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *lwork);
hipsolverStatus_t hipsolverDnDgesvd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *lwork);
hipsolverStatus_t hipsolverDnCgesvd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *lwork);
hipsolverStatus_t hipsolverDnZgesvd_bufferSize(hipsolverDnHandle_t handle, int m,
                                             int n, int *lwork);
hipsolverStatus_t hipsolverDnSgesvd(hipsolverDnHandle_t handle, signed char jobu,
                                  signed char jobvt, int m, int n, float *A,
                                  int lda, float *S, float *U, int ldu,
                                  float *VT, int ldvt, float *work, int lwork,
                                  float *rwork, int *info);
hipsolverStatus_t hipsolverDnDgesvd(hipsolverDnHandle_t handle, signed char jobu,
                                  signed char jobvt, int m, int n, double *A,
                                  int lda, double *S, double *U, int ldu,
                                  double *VT, int ldvt, double *work, int lwork,
                                  double *rwork, int *info);
hipsolverStatus_t hipsolverDnCgesvd(hipsolverDnHandle_t handle, signed char jobu,
                                  signed char jobvt, int m, int n, hipFloatComplex *A,
                                  int lda, float *S, hipFloatComplex *U, int ldu,
                                  hipFloatComplex *VT, int ldvt, hipFloatComplex *work,
                                  int lwork, float *rwork, int *info);
hipsolverStatus_t
hipsolverDnZgesvd(hipsolverDnHandle_t handle, signed char jobu, signed char jobvt,
                 int m, int n, hipDoubleComplex *A, int lda, double *S,
                 hipDoubleComplex *U, int ldu, hipDoubleComplex *VT, int ldvt,
                 hipDoubleComplex *work, int lwork, double *rwork, int *info);
hipsolverStatus_t hipsolverDnSsyevd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const float *A, int lda,
                                             const float *W, int *lwork);
hipsolverStatus_t hipsolverDnDsyevd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const double *A, int lda,
                                             const double *W, int *lwork);
hipsolverStatus_t hipsolverDnCheevd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipFloatComplex *A, int lda,
                                             const float *W, int *lwork);
hipsolverStatus_t hipsolverDnZheevd_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipDoubleComplex *A, int lda,
                                             const double *W, int *lwork);
hipsolverStatus_t hipsolverDnSsyevd(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, float *A, int lda, float *W,
                                  float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDsyevd(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, double *A, int lda, double *W,
                                  double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnCheevd(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipFloatComplex *A, int lda, float *W,
                                  hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnZheevd(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipDoubleComplex *A, int lda, double *W,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnSsyevdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipsolverFillMode_t uplo, int n, const float *A, int lda, float vl, float vu,
    int il, int iu, int *meig, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnDsyevdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipsolverFillMode_t uplo, int n, const double *A, int lda, double vl,
    double vu, int il, int iu, int *meig, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnCheevdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipsolverFillMode_t uplo, int n, const hipFloatComplex *A, int lda, float vl,
    float vu, int il, int iu, int *meig, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnZheevdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
    hipsolverFillMode_t uplo, int n, const hipDoubleComplex *A, int lda, double vl,
    double vu, int il, int iu, int *meig, const double *W, int *lwork);
hipsolverStatus_t
hipsolverDnSsyevdx(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                  hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n,
                  float *A, int lda, float vl, float vu, int il, int iu,
                  int *meig, float *W, float *work, int lwork, int *info);
hipsolverStatus_t
hipsolverDnDsyevdx(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                  hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n,
                  double *A, int lda, double vl, double vu, int il, int iu,
                  int *meig, double *W, double *work, int lwork, int *info);
hipsolverStatus_t
hipsolverDnCheevdx(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                  hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n,
                  hipFloatComplex *A, int lda, float vl, float vu, int il, int iu,
                  int *meig, float *W, hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t
hipsolverDnZheevdx(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                  hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n,
                  hipDoubleComplex *A, int lda, double vl, double vu, int il,
                  int iu, int *meig, double *W, hipDoubleComplex *work,
                  int lwork, int *info);
hipsolverStatus_t
hipsolverDnSsygvd_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype,
                            hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                            int n, const float *A, int lda, const float *B,
                            int ldb, const float *W, int *lwork);
hipsolverStatus_t
hipsolverDnDsygvd_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype,
                            hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                            int n, const double *A, int lda, const double *B,
                            int ldb, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnChegvd_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, const hipFloatComplex *A, int lda,
    const hipFloatComplex *B, int ldb, const float *W, int *lwork);
hipsolverStatus_t hipsolverDnZhegvd_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, const hipDoubleComplex *A, int lda,
    const hipDoubleComplex *B, int ldb, const double *W, int *lwork);
hipsolverStatus_t hipsolverDnSsygvd(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, float *A, int lda, float *B, int ldb,
                                  float *W, float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDsygvd(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, double *A, int lda, double *B, int ldb,
                                  double *W, double *work, int lwork,
                                  int *info);
hipsolverStatus_t hipsolverDnChegvd(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipFloatComplex *A, int lda, hipFloatComplex *B,
                                  int ldb, float *W, hipFloatComplex *work, int lwork,
                                  int *info);
hipsolverStatus_t hipsolverDnZhegvd(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *B, int ldb, double *W,
                                  hipDoubleComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnCreateSyevjInfo(hipsolverSyevjInfo_t *info);
hipsolverStatus_t hipsolverDnDestroySyevjInfo(hipsolverSyevjInfo_t info);
hipsolverStatus_t hipsolverDnXsyevjSetTolerance(hipsolverSyevjInfo_t info,
                                              double tolerance);
hipsolverStatus_t hipsolverDnXsyevjSetMaxSweeps(hipsolverSyevjInfo_t info, int max_sweeps);
hipsolverStatus_t hipsolverDnXsyevjSetSortEig(hipsolverSyevjInfo_t info, int sort_eig);
hipsolverStatus_t hipsolverDnXsyevjGetResidual(hipsolverDnHandle_t handle,
                                             hipsolverSyevjInfo_t info,
                                             double *residual);
hipsolverStatus_t hipsolverDnXsyevjGetSweeps(hipsolverDnHandle_t handle,
                                           hipsolverSyevjInfo_t info,
                                           int *executed_sweeps);
hipsolverStatus_t hipsolverDnSsyevjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, const float *A, int lda, const float *W, int *lwork,
    hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnDsyevjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, const double *A, int lda, const double *W, int *lwork,
    hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnSsyevjBatched(hipsolverDnHandle_t handle,
                                         hipsolverEigMode_t jobz,
                                         hipsolverFillMode_t uplo, int n, float *A,
                                         int lda, float *W, float *work,
                                         int lwork, int *info,
                                         hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnDsyevjBatched(hipsolverDnHandle_t handle,
                                         hipsolverEigMode_t jobz,
                                         hipsolverFillMode_t uplo, int n,
                                         double *A, int lda, double *W,
                                         double *work, int lwork, int *info,
                                         hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnSsyevj_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const float *A, int lda,
                                             const float *W, int *lwork,
                                             hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsyevj_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const double *A, int lda,
                                             const double *W, int *lwork,
                                             hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsyevj(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, float *A, int lda, float *W,
                                  float *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsyevj(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, double *A, int lda, double *W,
                                  double *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnCheevjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, const hipFloatComplex *A, int lda, const float *W, int *lwork,
    hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnZheevjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
    int n, const hipDoubleComplex *A, int lda, const double *W, int *lwork,
    hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnCheevjBatched(hipsolverDnHandle_t handle,
                                         hipsolverEigMode_t jobz,
                                         hipsolverFillMode_t uplo, int n,
                                         hipFloatComplex *A, int lda, float *W,
                                         hipFloatComplex *work, int lwork, int *info,
                                         hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t
hipsolverDnZheevjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                        hipsolverFillMode_t uplo, int n, hipDoubleComplex *A,
                        int lda, double *W, hipDoubleComplex *work, int lwork,
                        int *info, hipsolverSyevjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnCheevj_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipFloatComplex *A, int lda,
                                             const float *W, int *lwork,
                                             hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZheevj_bufferSize(hipsolverDnHandle_t handle,
                                             hipsolverEigMode_t jobz,
                                             hipsolverFillMode_t uplo, int n,
                                             const hipDoubleComplex *A, int lda,
                                             const double *W, int *lwork,
                                             hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnCheevj(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipFloatComplex *A, int lda, float *W,
                                  hipFloatComplex *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZheevj(hipsolverDnHandle_t handle,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipDoubleComplex *A, int lda, double *W,
                                  hipDoubleComplex *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsygvj_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, const float *A, int lda, const float *B,
    int ldb, const float *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsygvj_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverFillMode_t uplo, int n, const double *A, int lda, const double *B,
    int ldb, const double *W, int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnSsygvj(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, float *A, int lda, float *B, int ldb,
                                  float *W, float *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnDsygvj(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, double *A, int lda, double *B, int ldb,
                                  double *W, double *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t
hipsolverDnChegvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype,
                            hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                            int n, const hipFloatComplex *A, int lda,
                            const hipFloatComplex *B, int ldb, const float *W,
                            int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t
hipsolverDnZhegvj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigType_t itype,
                            hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                            int n, const hipDoubleComplex *A, int lda,
                            const hipDoubleComplex *B, int ldb, const double *W,
                            int *lwork, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnChegvj(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipFloatComplex *A, int lda, hipFloatComplex *B,
                                  int ldb, float *W, hipFloatComplex *work, int lwork,
                                  int *info, hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnZhegvj(hipsolverDnHandle_t handle,
                                  hipsolverEigType_t itype,
                                  hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                                  int n, hipDoubleComplex *A, int lda,
                                  hipDoubleComplex *B, int ldb, double *W,
                                  hipDoubleComplex *work, int lwork, int *info,
                                  hipsolverSyevjInfo_t params);
hipsolverStatus_t hipsolverDnCreateGesvdjInfo(hipsolverGesvdjInfo_t *info);
hipsolverStatus_t hipsolverDnDestroyGesvdjInfo(hipsolverGesvdjInfo_t info);
hipsolverStatus_t hipsolverDnXgesvdjSetTolerance(hipsolverGesvdjInfo_t info,
                                               double tolerance);
hipsolverStatus_t hipsolverDnXgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t info,
                                               int max_sweeps);
hipsolverStatus_t hipsolverDnXgesvdjSetSortEig(hipsolverGesvdjInfo_t info, int sort_svd);
hipsolverStatus_t hipsolverDnXgesvdjGetResidual(hipsolverDnHandle_t handle,
                                              hipsolverGesvdjInfo_t info,
                                              double *residual);
hipsolverStatus_t hipsolverDnXgesvdjGetSweeps(hipsolverDnHandle_t handle,
                                            hipsolverGesvdjInfo_t info,
                                            int *executed_sweeps);
hipsolverStatus_t hipsolverDnSgesvdjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n,
    const float *A, int lda, const float *S, const float *U, int ldu,
    const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnDgesvdjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n,
    const double *A, int lda, const double *S, const double *U, int ldu,
    const double *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnCgesvdjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n,
    const hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu,
    const hipFloatComplex *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params,
    int batchSize);
hipsolverStatus_t hipsolverDnZgesvdjBatched_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n,
    const hipDoubleComplex *A, int lda, const double *S,
    const hipDoubleComplex *U, int ldu, const hipDoubleComplex *V, int ldv,
    int *lwork, hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnSgesvdjBatched(hipsolverDnHandle_t handle,
                                          hipsolverEigMode_t jobz, int m, int n,
                                          float *A, int lda, float *S, float *U,
                                          int ldu, float *V, int ldv,
                                          float *work, int lwork, int *info,
                                          hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t
hipsolverDnDgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                         int m, int n, double *A, int lda, double *S, double *U,
                         int ldu, double *V, int ldv, double *work, int lwork,
                         int *info, hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnCgesvdjBatched(hipsolverDnHandle_t handle,
                                          hipsolverEigMode_t jobz, int m, int n,
                                          hipFloatComplex *A, int lda, float *S,
                                          hipFloatComplex *U, int ldu, hipFloatComplex *V,
                                          int ldv, hipFloatComplex *work, int lwork,
                                          int *info, hipsolverGesvdjInfo_t params,
                                          int batchSize);
hipsolverStatus_t
hipsolverDnZgesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                         int m, int n, hipDoubleComplex *A, int lda, double *S,
                         hipDoubleComplex *U, int ldu, hipDoubleComplex *V,
                         int ldv, hipDoubleComplex *work, int lwork, int *info,
                         hipsolverGesvdjInfo_t params, int batchSize);
hipsolverStatus_t hipsolverDnSgesvdj_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const float *A, int lda, const float *S, const float *U, int ldu,
    const float *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnDgesvdj_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const double *A, int lda, const double *S, const double *U, int ldu,
    const double *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnCgesvdj_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n,
    const hipFloatComplex *A, int lda, const float *S, const hipFloatComplex *U, int ldu,
    const hipFloatComplex *V, int ldv, int *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t
hipsolverDnZgesvdj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,
                             int econ, int m, int n, const hipDoubleComplex *A,
                             int lda, const double *S, const hipDoubleComplex *U,
                             int ldu, const hipDoubleComplex *V, int ldv,
                             int *lwork, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnSgesvdj(hipsolverDnHandle_t handle,
                                   hipsolverEigMode_t jobz, int econ, int m,
                                   int n, float *A, int lda, float *S, float *U,
                                   int ldu, float *V, int ldv, float *work,
                                   int lwork, int *info, hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnDgesvdj(hipsolverDnHandle_t handle,
                                   hipsolverEigMode_t jobz, int econ, int m,
                                   int n, double *A, int lda, double *S,
                                   double *U, int ldu, double *V, int ldv,
                                   double *work, int lwork, int *info,
                                   hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnCgesvdj(hipsolverDnHandle_t handle,
                                   hipsolverEigMode_t jobz, int econ, int m,
                                   int n, hipFloatComplex *A, int lda, float *S,
                                   hipFloatComplex *U, int ldu, hipFloatComplex *V, int ldv,
                                   hipFloatComplex *work, int lwork, int *info,
                                   hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnZgesvdj(hipsolverDnHandle_t handle,
                                   hipsolverEigMode_t jobz, int econ, int m,
                                   int n, hipDoubleComplex *A, int lda,
                                   double *S, hipDoubleComplex *U, int ldu,
                                   hipDoubleComplex *V, int ldv,
                                   hipDoubleComplex *work, int lwork, int *info,
                                   hipsolverGesvdjInfo_t params);
hipsolverStatus_t hipsolverDnXpotrf_bufferSize(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo,
    int64_t n, hipDataType dataTypeA, const void *A, int64_t lda,
    hipDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost);
hipsolverStatus_t
hipsolverDnXpotrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params,
                 hipsolverFillMode_t uplo, int64_t n, hipDataType dataTypeA,
                 void *A, int64_t lda, hipDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info);
hipsolverStatus_t
hipsolverDnXpotrs(hipsolverDnHandle_t handle, hipsolverDnParams_t params,
                 hipsolverFillMode_t uplo, int64_t n, int64_t nrhs,
                 hipDataType dataTypeA, const void *A, int64_t lda,
                 hipDataType dataTypeB, void *B, int64_t ldb, int *info);
hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda,
    hipDataType dataTypeTau, const void *tau, hipDataType computeType,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost);
hipsolverStatus_t
hipsolverDnXgeqrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params,
                 int64_t m, int64_t n, hipDataType dataTypeA, void *A,
                 int64_t lda, hipDataType dataTypeTau, void *tau,
                 hipDataType computeType, void *bufferOnDevice,
                 size_t workspaceInBytesOnDevice, void *bufferOnHost,
                 size_t workspaceInBytesOnHost, int *info);
hipsolverStatus_t hipsolverDnXgetrf_bufferSize(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda,
    hipDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost);
hipsolverStatus_t
hipsolverDnXgetrf(hipsolverDnHandle_t handle, hipsolverDnParams_t params,
                 int64_t m, int64_t n, hipDataType dataTypeA, void *A,
                 int64_t lda, int64_t *ipiv, hipDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info);
hipsolverStatus_t hipsolverDnXgetrs(hipsolverDnHandle_t handle,
                                  hipsolverDnParams_t params,
                                  hipsolverOperation_t trans, int64_t n,
                                  int64_t nrhs, hipDataType dataTypeA,
                                  const void *A, int64_t lda,
                                  const int64_t *ipiv, hipDataType dataTypeB,
                                  void *B, int64_t ldb, int *info);
hipsolverStatus_t hipsolverDnXsyevd_bufferSize(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params,
    hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType dataTypeW,
    const void *W, hipDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost);
hipsolverStatus_t
hipsolverDnXsyevd(hipsolverDnHandle_t handle, hipsolverDnParams_t params,
                 hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int64_t n,
                 hipDataType dataTypeA, void *A, int64_t lda,
                 hipDataType dataTypeW, void *W, hipDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info);
hipsolverStatus_t hipsolverDnZZgesv(hipsolverDnHandle_t handle, int n,
                                  int nrhs, hipDoubleComplex *dA,
                                  int ldda, int *dipiv,
                                  hipDoubleComplex *dB, int lddb,
                                  hipDoubleComplex *dX, int lddx,
                                  void *dWorkspace, size_t lwork_bytes,
                                  int *iter, int *d_info);
hipsolverStatus_t hipsolverDnCCgesv(hipsolverDnHandle_t handle, int n,
                                  int nrhs, hipFloatComplex *dA,
                                  int ldda, int *dipiv,
                                  hipFloatComplex *dB, int lddb,
                                  hipFloatComplex *dX, int lddx,
                                  void *dWorkspace, size_t lwork_bytes,
                                  int *iter, int *d_info);
hipsolverStatus_t hipsolverDnDDgesv(hipsolverDnHandle_t handle, int n,
                                  int nrhs, double *dA,
                                  int ldda, int *dipiv,
                                  double *dB, int lddb, double *dX,
                                  int lddx, void *dWorkspace,
                                  size_t lwork_bytes, int *iter,
                                  int *d_info);
hipsolverStatus_t hipsolverDnSSgesv(hipsolverDnHandle_t handle, int n,
                                  int nrhs, float *dA,
                                  int ldda, int *dipiv,
                                  float *dB, int lddb, float *dX,
                                  int lddx, void *dWorkspace,
                                  size_t lwork_bytes, int *iter,
                                  int *d_info);
hipsolverStatus_t hipsolverDnZZgesv_bufferSize(
    hipsolverDnHandle_t handle, int n, int nrhs,
    hipDoubleComplex *dA, int ldda, int *dipiv,
    hipDoubleComplex *dB, int lddb, hipDoubleComplex *dX,
    int lddx, void *dWorkspace, size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnCCgesv_bufferSize(
    hipsolverDnHandle_t handle, int n, int nrhs,
    hipFloatComplex *dA, int ldda, int *dipiv, hipFloatComplex *dB,
    int lddb, hipFloatComplex *dX, int lddx, void *dWorkspace,
    size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnDDgesv_bufferSize(
    hipsolverDnHandle_t handle, int n, int nrhs,
    double *dA, int ldda, int *dipiv, double *dB,
    int lddb, double *dX, int lddx, void *dWorkspace,
    size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnSSgesv_bufferSize(
    hipsolverDnHandle_t handle, int n, int nrhs, float *dA,
    int ldda, int *dipiv, float *dB, int lddb,
    float *dX, int lddx, void *dWorkspace, size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnZZgels(hipsolverDnHandle_t handle, int m,
                                  int n, int nrhs,
                                  hipDoubleComplex *dA, int ldda,
                                  hipDoubleComplex *dB, int lddb,
                                  hipDoubleComplex *dX, int lddx,
                                  void *dWorkspace, size_t lwork_bytes,
                                  int *iter, int *d_info);
hipsolverStatus_t hipsolverDnCCgels(hipsolverDnHandle_t handle, int m,
                                  int n, int nrhs,
                                  hipFloatComplex *dA, int ldda,
                                  hipFloatComplex *dB, int lddb,
                                  hipFloatComplex *dX, int lddx,
                                  void *dWorkspace, size_t lwork_bytes,
                                  int *iter, int *d_info);
hipsolverStatus_t hipsolverDnDDgels(hipsolverDnHandle_t handle, int m,
                                  int n, int nrhs,
                                  double *dA, int ldda, double *dB,
                                  int lddb, double *dX,
                                  int lddx, void *dWorkspace,
                                  size_t lwork_bytes, int *iter,
                                  int *d_info);
hipsolverStatus_t hipsolverDnSSgels(hipsolverDnHandle_t handle, int m,
                                  int n, int nrhs,
                                  float *dA, int ldda, float *dB,
                                  int lddb, float *dX,
                                  int lddx, void *dWorkspace,
                                  size_t lwork_bytes, int *iter,
                                  int *d_info);
hipsolverStatus_t hipsolverDnZZgels_bufferSize(
    hipsolverDnHandle_t handle, int m, int n,
    int nrhs, hipDoubleComplex *dA, int ldda,
    hipDoubleComplex *dB, int lddb, hipDoubleComplex *dX,
    int lddx, void *dWorkspace, size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnCCgels_bufferSize(
    hipsolverDnHandle_t handle, int m, int n,
    int nrhs, hipFloatComplex *dA, int ldda, hipFloatComplex *dB,
    int lddb, hipFloatComplex *dX, int lddx, void *dWorkspace,
    size_t *lwork_bytes);
hipsolverStatus_t hipsolverDnDDgels_bufferSize(
    hipsolverDnHandle_t handle, int m, int n,
    int nrhs, double *dA, int ldda, double *dB,
    int lddb, double *dX, int lddx, void *dWorkspace,
    size_t *lwork_bytes);
hipsolverStatus_t
hipsolverDnSSgels_bufferSize(hipsolverDnHandle_t handle, int m,
                            int n, int nrhs, float *dA,
                            int ldda, float *dB, int lddb,
                            float *dX, int lddx, void *dWorkspace,
                            size_t *lwork_bytes);

hipsolverStatus_t hipsolverDnXgeev_bufferSize(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params,
    hipsolverEigMode_t jobvl, hipsolverEigMode_t jobvr, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType dataTypeW,
    const void *W, hipDataType dataTypeVL, const void *VL, int64_t ldvl,
    hipDataType dataTypeVR, const void *VR, int64_t ldvr,
    hipDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost);
hipsolverStatus_t hipsolverDnXgeev(
    hipsolverDnHandle_t handle, hipsolverDnParams_t params,
    hipsolverEigMode_t jobvl, hipsolverEigMode_t jobvr, int64_t n,
    hipDataType dataTypeA, void *A, int64_t lda, hipDataType dataTypeW,
    void *W, hipDataType dataTypeVL, void *VL, int64_t ldvl,
    hipDataType dataTypeVR, void *VR, int64_t ldvr, hipDataType computeType,
    void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost,
    size_t workspaceInBytesOnHost, int *info);
hipsolverStatus_t hipsolverDnSsygvdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const float *A,
    int lda, const float *B, int ldb, float vl, float vu, int il, int iu, int *meig,
    const float *W, int *lwork);
hipsolverStatus_t hipsolverDnSsygvdx(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, float *A, int lda,
    float *B, int ldb, float vl, float vu, int il, int iu, int *meig, float *W,
    float *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnDsygvdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const double *A,
    int lda, const double *B, int ldb, double vl, double vu, int il, int iu, int *meig,
    const double *W, int *lwork);
hipsolverStatus_t hipsolverDnDsygvdx(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, double *A, int lda,
    double *B, int ldb, double vl, double vu, int il, int iu, int *meig, double *W,
    double *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnChegvdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const hipFloatComplex *A,
    int lda, const hipFloatComplex *B, int ldb, float vl, float vu, int il, int iu, int *meig,
    const float *W, int *lwork);
hipsolverStatus_t hipsolverDnChegvdx(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, hipFloatComplex *A, int lda,
    hipFloatComplex *B, int ldb, float vl, float vu, int il, int iu, int *meig, float *W,
    hipFloatComplex *work, int lwork, int *info);
hipsolverStatus_t hipsolverDnZhegvdx_bufferSize(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const hipDoubleComplex *A,
    int lda, const hipDoubleComplex *B, int ldb, double vl, double vu, int il, int iu, int *meig,
    const double *W, int *lwork);
hipsolverStatus_t hipsolverDnZhegvdx(
    hipsolverDnHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,
    hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, hipDoubleComplex *A, int lda,
    hipDoubleComplex *B, int ldb, double vl, double vu, int il, int iu, int *meig, double *W,
    hipDoubleComplex *work, int lwork, int *info);

hipsolverStatus_t hipsolverDnSgesvdaStridedBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const float *d_A, int lda, long long strideA, const float *d_S, long long strideS, const float *d_U, int ldu, long long strideU, const float *d_V, int ldv, long long strideV, int *lwork, int batchSize);
hipsolverStatus_t hipsolverDnDgesvdaStridedBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const double *d_A, int lda, long long strideA, const double *d_S, long long strideS, const double *d_U, int ldu, long long strideU, const double *d_V, int ldv, long long strideV, int *lwork, int batchSize);
hipsolverStatus_t hipsolverDnCgesvdaStridedBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const hipFloatComplex *d_A, int lda, long long strideA, const float *d_S, long long strideS, const hipFloatComplex *d_U, int ldu, long long strideU, const hipFloatComplex *d_V, int ldv, long long strideV, int *lwork, int batchSize);
hipsolverStatus_t hipsolverDnZgesvdaStridedBatched_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const hipDoubleComplex *d_A, int lda, long long strideA, const double *d_S, long long strideS, const hipDoubleComplex *d_U, int ldu, long long strideU, const hipDoubleComplex *d_V, int ldv, long long strideV, int *lwork, int batchSize);
hipsolverStatus_t hipsolverDnSgesvdaStridedBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const float *d_A, int lda, long long strideA, float *d_S, long long strideS, float *d_U, int ldu, long long strideU, float *d_V, int ldv, long long strideV, float *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
hipsolverStatus_t hipsolverDnDgesvdaStridedBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const double *d_A, int lda, long long strideA, double *d_S, long long strideS, double *d_U, int ldu, long long strideU, double *d_V, int ldv, long long strideV, double *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
hipsolverStatus_t hipsolverDnCgesvdaStridedBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const hipFloatComplex *d_A, int lda, long long strideA, float *d_S, long long strideS, hipFloatComplex *d_U, int ldu, long long strideU, hipFloatComplex *d_V, int ldv, long long strideV, hipFloatComplex *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
hipsolverStatus_t hipsolverDnZgesvdaStridedBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int rank, int m, int n, const hipDoubleComplex *d_A, int lda, long long strideA, double *d_S, long long strideS, hipDoubleComplex *d_U, int ldu, long long strideU, hipDoubleComplex *d_V, int ldv, long long strideV, hipDoubleComplex *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);

#ifdef __cplusplus
}
#endif

#include "internal/hipsolver-functions.h"
#include "internal/hipsolver-refactor.h"
#include "internal/hipsolver-sparse.h"

#endif // QUERN_HIPSOLVER_HIPSOLVER_H
