// SPDX-License-Identifier: Apache-2.0
// Sparse matrices as a program gives them to cusolverSp.
#ifndef QN_LIBS_SOLVER_GIVEN_H
#define QN_LIBS_SOLVER_GIVEN_H

#include <stdint.h>

#include "cuda/cusolverSp.h"
#include "libs/solver/direct.h"

typedef struct qn_given {
  char type; // s d c z
  int m, n, nnz, base;
  const void *values;
  const int *rows, *columns;
} qn_given;

int qn_given_base(cusparseMatDescr_t descr); // what indices begin from
qn_complex qn_given_load(char type, const void *p, int64_t at);
void qn_given_store(char type, void *p, int64_t at, qn_complex value);

#endif // QN_LIBS_SOLVER_GIVEN_H
