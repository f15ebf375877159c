// SPDX-License-Identifier: Apache-2.0
// cublasLtMatrixTransform: C = alpha op(A) + beta op(B), between types and
// orders.
#ifndef QN_LIBS_BLAS_TRANSFORM_H
#define QN_LIBS_BLAS_TRANSFORM_H

#include "cuda/cublasLt.h"
#include "libs/blas/lt.h"

typedef struct qn_lt_transform_desc {
  int32_t scale_type, pointer_mode, op_a, op_b;
} qn_lt_transform_desc;
extern const qn_lt_attribute qn_lt_transform_descs[];

typedef struct qn_lt_transform {
  qn_lt_transform_desc desc;
  const void *alpha, *beta;
  const void *from[2]; // A and B; NULL: none
  void *to;
  qn_lt_layout layouts[3]; // of A, B and C
  double scalars[2][2];    // alpha and beta, kept
} qn_lt_transform;

// By NVIDIA's library.
qn_blas_status qn_vendor_lt_transform(qn_blas *handle, hipStream_t stream,
                                      const qn_lt_transform *transform);

#endif // QN_LIBS_BLAS_TRANSFORM_H
