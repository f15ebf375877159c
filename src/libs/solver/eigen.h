// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and singular values, of which LAPACK's functions do not all give
// what cuSOLVER's do.
#ifndef QN_LIBS_SOLVER_EIGEN_H
#define QN_LIBS_SOLVER_EIGEN_H

#include <stdatomic.h>

#include "libs/solver/solver.h"

// How a solution went: of the program's object, and of its work on streams.
typedef struct qn_outcome {
  atomic_uint refs;
  _Atomic double residual;
  atomic_int sweeps;
} qn_outcome;

// Some eigenvalues of all.
typedef struct qn_eigen_some {
  char type, job, fill;
  int n, lda;
  void *a, *w;
  int *info;
  cusolverEigRange_t range;
  double above, up_to; // RANGE_V
  int first, last;     // RANGE_I, from 1
  int *count;          // the host's; NULL: nobody asks
  int64_t *wide_count;
  // Of A x = w B x, and the two others that sygvd knows; 0: of A alone.
  int problem, ldb;
  void *b;
} qn_eigen_some;
cusolverStatus_t qn_eigen_some_submit(const void *handle,
                                      const qn_eigen_some *what);

// A = U S V^H with V itself; members `stride` elements apart.
typedef struct qn_svd {
  char type;
  bool vectors, thin;
  int m, n, lda, ldu, ldv, count;
  void *a, *s, *u, *v;
  int64_t a_stride, s_stride, u_stride, v_stride;
  int *info;
  qn_outcome *outcome; // NULL: nobody asks
} qn_svd;
cusolverStatus_t qn_svd_submit(const void *handle, const qn_svd *what);

#endif // QN_LIBS_SOLVER_EIGEN_H
