// SPDX-License-Identifier: Apache-2.0
// Matrices without the elements that are not larger than a number: hipSPARSE's
// functions by cuSPARSE's names.
#include "hipsparse/hipsparse_older.h"
#include "libs/sparse/older.h"

#define HANDLE ((hipsparseHandle_t)handle)
#define EACH_COMPRESS(X)                                                       \
  X(S, float, float)                                                           \
  X(D, double, double)                                                         \
  X(C, cuComplex, hipFloatComplex)                                             \
  X(Z, cuDoubleComplex, hipDoubleComplex)

#define COMPRESS(X, T, hip)                                                    \
  cusparseStatus_t cusparse##X##nnz_compress(                                  \
      cusparseHandle_t handle, int m, const cusparseMatDescr_t descr,          \
      const T *csrSortedValA, const int *csrSortedRowPtrA, int *nnzPerRow,     \
      int *nnzC, T tol) {                                                      \
    return (cusparseStatus_t)hipsparse##X##nnz_compress(                       \
        HANDLE, m, (hipsparseMatDescr_t)descr, (const hip *)csrSortedValA,     \
        csrSortedRowPtrA, nnzPerRow, nnzC, tol);                               \
  }                                                                            \
  cusparseStatus_t cusparse##X##csr2csr_compress(                              \
      cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA,  \
      const T *csrSortedValA, const int *csrSortedColIndA,                     \
      const int *csrSortedRowPtrA, int nnzA, const int *nnzPerRow,             \
      T *csrSortedValC, int *csrSortedColIndC, int *csrSortedRowPtrC, T tol) { \
    return (cusparseStatus_t)hipsparse##X##csr2csr_compress(                   \
        HANDLE, m, n, (hipsparseMatDescr_t)descrA, (const hip *)csrSortedValA, \
        csrSortedColIndA, csrSortedRowPtrA, nnzA, nnzPerRow,                   \
        (hip *)csrSortedValC, csrSortedColIndC, csrSortedRowPtrC, tol);        \
  }
EACH_COMPRESS(COMPRESS)
