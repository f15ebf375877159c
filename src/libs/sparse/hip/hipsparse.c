// SPDX-License-Identifier: Apache-2.0
// hipSPARSE's names: cuSPARSE's functions.
#include "hipsparse/hipsparse.h"

#include "cuda/cusparse.h"

#include "libs/sparse/hip/exports_hipsparse.inc"

hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int *version) {
  const hipsparseStatus_t status =
      (hipsparseStatus_t)cusparseGetVersion((cusparseHandle_t)handle, version);
  if (status == HIPSPARSE_STATUS_SUCCESS)
    *version = HIPSPARSE_VERSION;
  return status;
}

// ---- Sizes of buffers, which are of other types than cuSPARSE's

#define SIZES(X, T, cuda)                                                      \
  hipsparseStatus_t hipsparse##X##csr2gebsr_bufferSize(                        \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,       \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, int rowBlockDim,           \
      int colBlockDim, size_t *pBufferSizeInBytes) {                           \
    return (hipsparseStatus_t)cusparse##X##csr2gebsr_bufferSizeExt(            \
        (cusparseHandle_t)handle, (cusparseDirection_t)dirA, m, n,             \
        (cusparseMatDescr_t)descrA, (const cuda *)csrValA, csrRowPtrA,         \
        csrColIndA, rowBlockDim, colBlockDim, pBufferSizeInBytes);             \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##gebsr2gebsc_bufferSize(                      \
      hipsparseHandle_t handle, int mb, int nb, int nnzb, const T *bsrVal,     \
      const int *bsrRowPtr, const int *bsrColInd, int rowBlockDim,             \
      int colBlockDim, size_t *pBufferSizeInBytes) {                           \
    return (hipsparseStatus_t)cusparse##X##gebsr2gebsc_bufferSizeExt(          \
        (cusparseHandle_t)handle, mb, nb, nnzb, (const cuda *)bsrVal,          \
        bsrRowPtr, bsrColInd, rowBlockDim, colBlockDim, pBufferSizeInBytes);   \
  }
SIZES(S, float, float)
SIZES(D, double, double)
SIZES(C, hipFloatComplex, cuComplex)
SIZES(Z, hipDoubleComplex, cuDoubleComplex)
