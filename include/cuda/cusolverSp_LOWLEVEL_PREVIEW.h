// SPDX-License-Identifier: Apache-2.0
//
// cuSOLVER's sparse systems in steps: analysis, factors, solutions, by LU (of
// the host's arrays), QR and Cholesky.
#ifndef QUERN_CUDA_CUSOLVERSP_LOWLEVEL_PREVIEW_H
#define QUERN_CUDA_CUSOLVERSP_LOWLEVEL_PREVIEW_H
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cusolverSp.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

#define __QN_OBJECT(Name, type)                                                \
  cusolverStatus_t cusolverSpCreate##Name(type *info);                         \
  cusolverStatus_t cusolverSpDestroy##Name(type info);
__QN_OBJECT(CsrluInfoHost, csrluInfoHost_t)
__QN_OBJECT(CsrqrInfoHost, csrqrInfoHost_t)
__QN_OBJECT(CsrcholInfoHost, csrcholInfoHost_t)
__QN_OBJECT(CsrcholInfo, csrcholInfo_t)

#define __QN_PATTERN                                                           \
  const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define __QN_CSR(T)                                                            \
  const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA,    \
      const int *csrColIndA
#define __QN_SIZES size_t *internalDataInBytes, size_t *workspaceInBytes
#define __QN_ANALYSIS(name, type)                                              \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnzA,            \
                        __QN_PATTERN, type info);
__QN_ANALYSIS(cusolverSpXcsrluAnalysisHost, csrluInfoHost_t)
__QN_ANALYSIS(cusolverSpXcsrcholAnalysisHost, csrcholInfoHost_t)
__QN_ANALYSIS(cusolverSpXcsrcholAnalysis, csrcholInfo_t)
#define __QN_ANALYSIS_QR(name, type)                                           \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnzA,     \
                        __QN_PATTERN, type info);
__QN_ANALYSIS_QR(cusolverSpXcsrqrAnalysisHost, csrqrInfoHost_t)
__QN_ANALYSIS_QR(cusolverSpXcsrqrAnalysis, csrqrInfo_t)

// P and Q are orders of rows and columns: A(P, Q) = L U. L's diagonal of ones
// is not stored.
#define __QN_LU(L, T, R)                                                       \
  cusolverStatus_t cusolverSp##L##csrluBufferInfoHost(                         \
      cusolverSpHandle_t handle, int n, int nnzA, __QN_CSR(T),                 \
      csrluInfoHost_t info, __QN_SIZES);                                       \
  cusolverStatus_t cusolverSp##L##csrluFactorHost(                             \
      cusolverSpHandle_t handle, int n, int nnzA, __QN_CSR(T),                 \
      csrluInfoHost_t info, R pivot_threshold, void *pBuffer);                 \
  cusolverStatus_t cusolverSp##L##csrluZeroPivotHost(                          \
      cusolverSpHandle_t handle, csrluInfoHost_t info, R tol, int *position);  \
  cusolverStatus_t cusolverSp##L##csrluSolveHost(                              \
      cusolverSpHandle_t handle, int n, const T *b, T *x,                      \
      csrluInfoHost_t info, void *pBuffer);                                    \
  cusolverStatus_t cusolverSp##L##csrluExtractHost(                            \
      cusolverSpHandle_t handle, int *P, int *Q,                               \
      const cusparseMatDescr_t descrL, T *csrValL, int *csrRowPtrL,            \
      int *csrColIndL, const cusparseMatDescr_t descrU, T *csrValU,            \
      int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, void *pBuffer);
// Setup: the factors are those of A - mu I.
#define __QN_QR(L, T, R, H, type)                                              \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfo##H(                          \
      cusolverSpHandle_t handle, int m, int n, int nnzA, __QN_CSR(T),          \
      type info, __QN_SIZES);                                                  \
  cusolverStatus_t cusolverSp##L##csrqrSetup##H(cusolverSpHandle_t handle,     \
                                                int m, int n, int nnzA,        \
                                                __QN_CSR(T), T mu, type info); \
  cusolverStatus_t cusolverSp##L##csrqrFactor##H(                              \
      cusolverSpHandle_t handle, int m, int n, int nnzA, T *b, T *x,           \
      type info, void *pBuffer);                                               \
  cusolverStatus_t cusolverSp##L##csrqrZeroPivot##H(                           \
      cusolverSpHandle_t handle, type info, R tol, int *position);             \
  cusolverStatus_t cusolverSp##L##csrqrSolve##H(cusolverSpHandle_t handle,     \
                                                int m, int n, T *b, T *x,      \
                                                type info, void *pBuffer);
#define __QN_CHOLESKY(L, T, R, H, type)                                        \
  cusolverStatus_t cusolverSp##L##csrcholBufferInfo##H(                        \
      cusolverSpHandle_t handle, int n, int nnzA, __QN_CSR(T), type info,      \
      __QN_SIZES);                                                             \
  cusolverStatus_t cusolverSp##L##csrcholFactor##H(                            \
      cusolverSpHandle_t handle, int n, int nnzA, __QN_CSR(T), type info,      \
      void *pBuffer);                                                          \
  cusolverStatus_t cusolverSp##L##csrcholZeroPivot##H(                         \
      cusolverSpHandle_t handle, type info, R tol, int *position);             \
  cusolverStatus_t cusolverSp##L##csrcholSolve##H(cusolverSpHandle_t handle,   \
                                                  int n, const T *b, T *x,     \
                                                  type info, void *pBuffer);
#define __QN_STEPS(L, T, R)                                                    \
  __QN_LU(L, T, R)                                                             \
  __QN_QR(L, T, R, Host, csrqrInfoHost_t)                                      \
  __QN_QR(L, T, R, , csrqrInfo_t)                                              \
  __QN_CHOLESKY(L, T, R, Host, csrcholInfoHost_t)                              \
  __QN_CHOLESKY(L, T, R, , csrcholInfo_t)                                      \
  cusolverStatus_t cusolverSp##L##csrcholDiag(cusolverSpHandle_t handle,       \
                                              csrcholInfo_t info, R *diag);
__QN_STEPS(S, float, float)
__QN_STEPS(D, double, double)
__QN_STEPS(C, cuComplex, float)
__QN_STEPS(Z, cuDoubleComplex, double)
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle,
                                         int *nnzLRef, int *nnzURef,
                                         csrluInfoHost_t info);
#undef __QN_OBJECT
#undef __QN_PATTERN
#undef __QN_CSR
#undef __QN_SIZES
#undef __QN_ANALYSIS
#undef __QN_ANALYSIS_QR
#undef __QN_LU
#undef __QN_QR
#undef __QN_CHOLESKY
#undef __QN_STEPS

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUSOLVERSP_LOWLEVEL_PREVIEW_H
