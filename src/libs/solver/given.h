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

// The matrix of a system that is solved in steps (preview.c).
typedef struct qn_kept {
  char type;     // s d c z; 0: there is none yet
  int m, n, nnz; // as they were analysed; -1: not yet
  qn_direct a;
} qn_kept;

struct csrqrInfo {
  int m, n, nnz; // of batches as they were analysed; 0: not yet
  qn_kept kept;
};

// Of member `at` of a batch; the caller frees it. False: indices are none of
// the matrix's.
bool qn_given_read(const qn_given *g, int at, qn_direct *out);
// A - mu I, whose diagonal may have had no places; the caller frees it.
qn_direct qn_direct_shifted(const qn_direct *a, qn_complex mu);

int qn_given_base(cusparseMatDescr_t descr); // what indices begin from
qn_complex qn_given_load(char type, const void *p, int64_t at);
void qn_given_store(char type, void *p, int64_t at, qn_complex value);

#endif // QN_LIBS_SOLVER_GIVEN_H
