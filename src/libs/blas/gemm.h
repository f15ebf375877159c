// SPDX-License-Identifier: Apache-2.0
// Products of matrices of any type: D = alpha op(A) op(B) + beta C, in column
// order, one or a batch.
#ifndef QN_LIBS_BLAS_GEMM_H
#define QN_LIBS_BLAS_GEMM_H

#include "libs/blas/blas.h"
#include "libs/blas/types.h"

typedef struct qn_gemm_matrix {
  const void *p;  // of a batch of arrays, the array of addresses
  int type;       // qn_blas_type
  int64_t ld;     // elements
  int64_t stride; // elements between members of a batch
} qn_gemm_matrix;

// In what sums are made, and alpha and beta given.
typedef enum qn_gemm_sum {
  QN_GEMM_HALF, // summed in float here; alpha and beta are halves
  QN_GEMM_FLOAT,
  QN_GEMM_DOUBLE,
  QN_GEMM_INT, // of 32 bits
} qn_gemm_sum;

typedef struct qn_gemm {
  const char *name; // of the call, for reasons
  char op_a, op_b;  // N T C; 0 is refused
  int64_t m, n, k;
  const void *alpha, *beta; // by the handle's pointer mode
  qn_gemm_sum sum;
  qn_gemm_matrix a, b, c, d;
  bool has_batch, is_array;
  int64_t count; // of the batch
  // What is done with column `column` of D, of `count` values, before it is
  // rounded; NULL: nothing. Borrowed data lives until the work is done.
  void (*finish)(const struct qn_gemm *gemm, int64_t column, double *values);
  const void *more;
  double scales[2]; // set by the run: alpha, beta
} qn_gemm;

// Checks and submits.
qn_blas_status qn_gemm_call(void *handle, const qn_gemm *gemm);

#endif // QN_LIBS_BLAS_GEMM_H
