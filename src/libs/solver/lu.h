// SPDX-License-Identifier: Apache-2.0
// Sparse LU: A(p, q) = L U, with exchanges of rows, a column at a time.
#ifndef QN_LIBS_SOLVER_LU_H
#define QN_LIBS_SOLVER_LU_H

#include "libs/solver/direct.h"

typedef struct qn_lu {
  int n;
  int *p, *q;  // row i of the product is row p[i] of A
  qn_direct l; // without its diagonal of ones
  qn_direct u;
} qn_lu;

// The largest element of a column becomes the pivot, or the diagonal's if that
// is at least `threshold` of it. *out_singular is -1, or the first column
// without a pivot above `tol`. False: out of memory.
bool qn_lu_make(const qn_direct *a, double threshold, double tol, qn_lu *out,
                int *out_singular);
void qn_lu_free(qn_lu *lu);

#endif // QN_LIBS_SOLVER_LU_H
