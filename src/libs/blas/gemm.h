// SPDX-License-Identifier: Apache-2.0
// Products of matrices of any type: D = alpha op(A) op(B) + beta C, in column
// order, one or a batch.
#ifndef QN_LIBS_BLAS_GEMM_H
#define QN_LIBS_BLAS_GEMM_H

#include "libs/blas/blas.h"
#include "libs/core/types.h"

typedef struct qn_gemm_matrix {
  const void *p;  // of a batch of arrays, the array of addresses
  int type;       // qn_libs_type
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

enum { QN_GEMM_MORE_SIZE = 192 };

typedef struct qn_gemm {
  const char *name; // of the call, for reasons
  char op_a, op_b;  // N T C; 0 is refused
  int64_t m, n, k;
  const void *alpha, *beta; // by the handle's pointer mode
  qn_gemm_sum sum;
  int compute; // a cublasComputeType_t; 0: by the sum
  qn_gemm_matrix a, b, c, d;
  bool has_batch, is_array;
  int64_t count; // of the batch
  // A factor for each row of op(A), each column of op(B), in memory of the
  // device; NULL: none.
  const float *outer[2];
  // What else is done (epilogue.c): before the first product, with each column
  // of D before it is rounded, and behind each product. NULL: nothing.
  void (*begin)(struct qn_gemm *gemm);
  void (*finish)(const struct qn_gemm *gemm, int64_t column, double *values);
  void (*end_member)(struct qn_gemm *gemm, const void *a, const void *b);
  _Alignas(8) char more[QN_GEMM_MORE_SIZE]; // theirs
  double *sums;                             // theirs; freed behind the last
  // Set by the run:
  double scales[2]; // alpha, beta
  int64_t member;   // of the batch
} qn_gemm;

qn_blas_status qn_gemm_check(const qn_gemm *gemm);
// Checks and submits.
qn_blas_status qn_gemm_call(void *handle, const qn_gemm *gemm);
// At once; alpha and beta may be read.
void qn_gemm_run(qn_gemm *gemm);
size_t qn_gemm_scalar_size(const qn_gemm *gemm); // bytes of alpha, beta
// On copies of the device's memory (gemm_remote.c).
qn_blas_status qn_gemm_remote(qn_blas *handle, const qn_gemm *gemm);

#endif // QN_LIBS_BLAS_GEMM_H
