// SPDX-License-Identifier: Apache-2.0
// Factorisations and solutions of many small systems, by LAPACK in OpenBLAS.
#ifndef QN_LIBS_BLAS_LAPACK_H
#define QN_LIBS_BLAS_LAPACK_H

#include "libs/blas/blas.h"

typedef enum qn_lapack_what {
  QN_LAPACK_GETRF,  // A = P L U
  QN_LAPACK_GETRI,  // B = A^-1, of what GETRF left
  QN_LAPACK_GETRS,  // B = op(A)^-1 B, of what GETRF left
  QN_LAPACK_MATINV, // B = A^-1, of A itself, which stays
  QN_LAPACK_GEQRF,  // A = Q R, with the factors of Q in B
  QN_LAPACK_GELS,   // B = the least squares solution of op(A) X = B
  QN_LAPACK_TPTTR,  // B = the triangle that A has packed
  QN_LAPACK_TRTTP,  // B packed = the triangle of A
} qn_lapack_what;

// Matrices a and b are arrays of `count` addresses in device memory, for TPTTR
// and TRTTP one matrix.
typedef struct qn_lapack {
  qn_lapack_what what;
  char type; // s d c z
  char op;   // of GETRS and GELS; of TPTTR and TRTTP which triangle
  int m, n, rhs;
  const void *a, *b;
  int lda, ldb;
  // n of each matrix, counted from 1; NULL for GETRF, GETRS and GETRI: rows are
  // not exchanged.
  int *pivots;
  int *info; // one of each, in device memory: LAPACK's; may be NULL
  int count;
  // Else a and b are matrices this many elements apart, and pivots as many.
  bool is_strided;
  int64_t stride_a, stride_b, stride_pivots;
} qn_lapack;

// Checks and submits.
qn_blas_status qn_lapack_call(void *handle, const qn_lapack *what);

#endif // QN_LIBS_BLAS_LAPACK_H
