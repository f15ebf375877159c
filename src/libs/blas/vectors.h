// SPDX-License-Identifier: Apache-2.0
// BLAS's functions of vectors whose elements, scalars and results may each be
// of another type, and the rotations of batches.
#ifndef QN_LIBS_BLAS_VECTORS_H
#define QN_LIBS_BLAS_VECTORS_H

#include "libs/blas/blas.h"
#include "libs/core/types.h"

typedef enum qn_vectors_what {
  QN_VECTORS_AXPY, // y += alpha x
  QN_VECTORS_SCAL, // x *= alpha
  QN_VECTORS_COPY,
  QN_VECTORS_SWAP,
  QN_VECTORS_ROT,
  QN_VECTORS_ROTM,
  QN_VECTORS_DOT,
  QN_VECTORS_DOTC,
  QN_VECTORS_NRM2,
  QN_VECTORS_ASUM,
  QN_VECTORS_AMAX,
  QN_VECTORS_AMIN,
} qn_vectors_what;

typedef struct qn_vectors_vector {
  const void *p; // of a batch of arrays, the array of addresses
  int type;      // qn_libs_type
  int64_t inc;
  int64_t stride; // elements between members of a batch
} qn_vectors_vector;

typedef struct qn_vectors {
  const char *name;
  qn_vectors_what what;
  int64_t n;
  qn_vectors_vector x, y;
  // alpha; c and s of ROT; the five numbers of ROTM. By the pointer mode.
  const void *alpha, *s;
  int scalar_type;
  void *result; // one for each member; by the pointer mode
  int result_type;
  int compute; // in what sums are to be made, at least
  bool wide;   // an index is an int64_t
  bool has_batch, is_array;
  int64_t count;
} qn_vectors;

// Checks and submits.
qn_blas_status qn_vectors_call(void *handle, const qn_vectors *what);

// rotg and rotmg (and rotm, whose five numbers differ) of a batch: `values` in
// the order of the function's arguments, each an array of addresses or
// `strides` elements apart.
qn_blas_status qn_rotations_call(void *handle, qn_blas_id id,
                                 const qn_blas_batch *batch,
                                 const qn_blas_value *values);

#endif // QN_LIBS_BLAS_VECTORS_H
