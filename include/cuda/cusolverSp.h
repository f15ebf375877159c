// SPDX-License-Identifier: Apache-2.0
//
// cuSOLVER: sparse systems. libquernsolver implements it; docs/libraries.md
// says what does the work on which device, and what is not there.
#ifndef QUERN_CUDA_CUSOLVERSP_H
#define QUERN_CUDA_CUSOLVERSP_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct csrqrInfo *csrqrInfo_t;

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle,
                                     cudaStream_t streamId);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle,
                                     cudaStream_t *streamId);

// ---- Orders and permutations, in the host's memory

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m,
                                         int nnzA,
                                         const cusparseMatDescr_t descrA,
                                         const int *csrRowPtrA,
                                         const int *csrEndPtrA,
                                         const int *csrColIndA, int *issym);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n,
                                          int nnzA,
                                          const cusparseMatDescr_t descrA,
                                          const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n,
                                          int nnzA,
                                          const cusparseMatDescr_t descrA,
                                          const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n,
                                          int nnzA,
                                          const cusparseMatDescr_t descrA,
                                          const int *csrRowPtrA,
                                          const int *csrColIndA, int *p);
cusolverStatus_t
cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n,
                                  int nnzA, const cusparseMatDescr_t descrA,
                                  const int *csrRowPtrA, const int *csrColIndA,
                                  const int *p, const int *q,
                                  size_t *bufferSizeInBytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n,
                                        int nnzA,
                                        const cusparseMatDescr_t descrA,
                                        int *csrRowPtrA, int *csrColIndA,
                                        const int *p, const int *q, int *map,
                                        void *pBuffer);

// ---- Batches by QR

cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t
cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
                                int nnzA, const cusparseMatDescr_t descrA,
                                const int *csrRowPtrA, const int *csrColIndA,
                                csrqrInfo_t info);

// ---- Systems. `singularity` is the host's: -1, or where a pivot is too small.

#define __QN_CSR(T)                                                            \
  const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA,    \
      const int *csrColIndA
#define __QN_SYSTEM(name, T, R)                                                \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int nnz,             \
                        __QN_CSR(T), const T *b, R tol, int reorder, T *x,     \
                        int *singularity);
#define __QN_SYSTEMS(L, T, R)                                                  \
  __QN_SYSTEM(cusolverSp##L##csrlsvluHost, T, R)                               \
  __QN_SYSTEM(cusolverSp##L##csrlsvqr, T, R)                                   \
  __QN_SYSTEM(cusolverSp##L##csrlsvqrHost, T, R)                               \
  __QN_SYSTEM(cusolverSp##L##csrlsvchol, T, R)                                 \
  __QN_SYSTEM(cusolverSp##L##csrlsvcholHost, T, R)                             \
  cusolverStatus_t cusolverSp##L##csreigvsi(                                   \
      cusolverSpHandle_t handle, int m, int nnz, __QN_CSR(T), T mu0,           \
      const T *x0, int maxite, R eps, T *mu, T *x);                            \
  cusolverStatus_t cusolverSp##L##csreigvsiHost(                               \
      cusolverSpHandle_t handle, int m, int nnz, __QN_CSR(T), T mu0,           \
      const T *x0, int maxite, R eps, T *mu, T *x);                            \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfoBatched(                      \
      cusolverSpHandle_t handle, int m, int n, int nnz, __QN_CSR(T),           \
      int batchSize, csrqrInfo_t info, size_t *internalDataInBytes,            \
      size_t *workspaceInBytes);                                               \
  cusolverStatus_t cusolverSp##L##csrqrsvBatched(                              \
      cusolverSpHandle_t handle, int m, int n, int nnz, __QN_CSR(T),           \
      const T *b, T *x, int batchSize, csrqrInfo_t info, void *pBuffer);
__QN_SYSTEMS(S, float, float)
__QN_SYSTEMS(D, double, double)
__QN_SYSTEMS(C, cuComplex, float)
__QN_SYSTEMS(Z, cuDoubleComplex, double)

// ---- In the host's memory: least squares with a permutation of the columns,
// how many eigenvalues a box has, a diagonal without zeros, an order of METIS's

#define __QN_HOST(L, T, R, corner)                                             \
  cusolverStatus_t cusolverSp##L##csrlsqvqrHost(                               \
      cusolverSpHandle_t handle, int m, int n, int nnz, __QN_CSR(T),           \
      const T *b, R tol, int *rankA, T *x, int *p, R *min_norm);               \
  cusolverStatus_t cusolverSp##L##csreigsHost(                                 \
      cusolverSpHandle_t handle, int m, int nnz, __QN_CSR(T),                  \
      corner left_bottom_corner, corner right_upper_corner, int *num_eigs);    \
  cusolverStatus_t cusolverSp##L##csrzfdHost(cusolverSpHandle_t handle, int n, \
                                             int nnz, __QN_CSR(T), int *P,     \
                                             int *numnz);
__QN_HOST(S, float, float, cuComplex)
__QN_HOST(D, double, double, cuDoubleComplex)
__QN_HOST(C, cuComplex, float, cuComplex)
__QN_HOST(Z, cuDoubleComplex, double, cuDoubleComplex)
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n,
                                           int nnzA,
                                           const cusparseMatDescr_t descrA,
                                           const int *csrRowPtrA,
                                           const int *csrColIndA,
                                           const int64_t *options, int *p);
#undef __QN_HOST
#undef __QN_CSR
#undef __QN_SYSTEM
#undef __QN_SYSTEMS

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif
