// SPDX-License-Identifier: Apache-2.0
//
// hipSOLVER's sparse systems. Included by hipsolver.h; descriptors are those of
// hipSPARSE, whose header need not be there.
#ifndef QUERN_HIPSOLVER_HIPSOLVER_SPARSE_H
#define QUERN_HIPSOLVER_HIPSOLVER_SPARSE_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "hipsolver-types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *hipsolverSpHandle_t;
typedef struct hipsparseMatDescr *hipsparseMatDescr_t; // as hipSPARSE's

hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t *handle);
hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t handle);
hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t handle,
                                       hipStream_t streamId);

#define __QN_SYSTEM(name, T, R)                                                \
  hipsolverStatus_t name(hipsolverSpHandle_t handle, int n, int nnz,           \
                         const hipsparseMatDescr_t descrA, const T *csrVal,    \
                         const int *csrRowPtr, const int *csrColInd,           \
                         const T *b, R tolerance, int reorder, T *x,           \
                         int *singularity);
__QN_SYSTEM(hipsolverSpScsrlsvchol, float, float)
__QN_SYSTEM(hipsolverSpDcsrlsvchol, double, double)
__QN_SYSTEM(hipsolverSpScsrlsvcholHost, float, float)
__QN_SYSTEM(hipsolverSpDcsrlsvcholHost, double, double)
__QN_SYSTEM(hipsolverSpScsrlsvqr, float, double)
__QN_SYSTEM(hipsolverSpDcsrlsvqr, double, double)
#undef __QN_SYSTEM

#ifdef __cplusplus
}
#endif

#endif // QUERN_HIPSOLVER_HIPSOLVER_SPARSE_H
