// SPDX-License-Identifier: Apache-2.0
// hipSOLVER's names of sparse systems and of refactoring: cuSOLVER's functions.
#include "hipsolver/hipsolver.h"

#include "cuda/cusolverRf.h"
#include "cuda/cusolverSp.h"

#include "libs/core/types.h"
#include "libs/solver/hip/exports_hipsolver_refactor.inc"

hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t *handle) {
  return from_cusolverStatus_t(cusolverSpCreate((cusolverSpHandle_t *)handle));
}
hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t handle) {
  return from_cusolverStatus_t(cusolverSpDestroy((cusolverSpHandle_t)handle));
}
hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t handle,
                                       hipStream_t streamId) {
  return from_cusolverStatus_t(
      cusolverSpSetStream((cusolverSpHandle_t)handle, (cudaStream_t)streamId));
}

#define SYSTEM(name, T, R, function, Own)                                      \
  hipsolverStatus_t name(hipsolverSpHandle_t handle, int n, int nnz,           \
                         const hipsparseMatDescr_t descrA, const T *csrVal,    \
                         const int *csrRowPtr, const int *csrColInd,           \
                         const T *b, R tolerance, int reorder, T *x,           \
                         int *singularity) {                                   \
    return from_cusolverStatus_t(                                              \
        function((cusolverSpHandle_t)handle, n, nnz,                           \
                 (cusparseMatDescr_t)descrA, csrVal, csrRowPtr, csrColInd, b,  \
                 (Own)tolerance, reorder, x, singularity));                    \
  }
SYSTEM(hipsolverSpScsrlsvchol, float, float, cusolverSpScsrlsvchol, float)
SYSTEM(hipsolverSpDcsrlsvchol, double, double, cusolverSpDcsrlsvchol, double)
SYSTEM(hipsolverSpScsrlsvcholHost, float, float, cusolverSpScsrlsvcholHost,
       float)
SYSTEM(hipsolverSpDcsrlsvcholHost, double, double, cusolverSpDcsrlsvcholHost,
       double)
SYSTEM(hipsolverSpScsrlsvqr, float, double, cusolverSpScsrlsvqr, float)
SYSTEM(hipsolverSpDcsrlsvqr, double, double, cusolverSpDcsrlsvqr, double)
