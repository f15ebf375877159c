// SPDX-License-Identifier: Apache-2.0
// Sparse systems solved directly, in complex numbers of two doubles: by
// Cholesky's factors, or by those of QR, a row at a time.
#ifndef QN_LIBS_SOLVER_DIRECT_H
#define QN_LIBS_SOLVER_DIRECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct qn_complex {
  double re, im;
} qn_complex;

// A matrix of n columns and as many rows, compressed by rows, from 0; columns
// of a row in any order.
typedef struct qn_direct {
  int n;
  int *rows, *columns; // where rows begin; where an element is
  qn_complex *values;
} qn_direct;

void qn_direct_free(qn_direct *a);
// b(i, j) = a(p[i], p[j]). False, as below: out of memory.
bool qn_direct_permute(const qn_direct *a, const int *p, qn_direct *out);

// x = A^-1 b. *out_singular is -1, or the first pivot that is at most `tol`;
// then x is not set.
bool qn_direct_qr(const qn_direct *a, const qn_complex *b, double tol,
                  qn_complex *x, int *out_singular);
// Of a Hermitian matrix, whose lower triangle is read.
bool qn_direct_cholesky(const qn_direct *a, const qn_complex *b, double tol,
                        qn_complex *x, int *out_singular);
// The diagonal of Cholesky's factor; not set where *out_singular is not -1.
bool qn_direct_cholesky_diagonal(const qn_direct *a, double *diagonal,
                                 int *out_singular);

// Orders of rows and columns of a matrix and its transpose together: a narrow
// band (Cuthill and McKee, reversed); the least degree first.
bool qn_direct_band(const qn_direct *a, int *p);
bool qn_direct_degree(const qn_direct *a, int *p);

#endif // QN_LIBS_SOLVER_DIRECT_H
