// SPDX-License-Identifier: Apache-2.0
// What the opaque objects of cuBLASLt hold here, and its product on an NVIDIA
// device (lt_vendor.c).
#ifndef QN_LIBS_BLAS_LT_H
#define QN_LIBS_BLAS_LT_H

#include "cuda/cublasLt.h"
#include "libs/blas/vendor.h"

typedef struct qn_lt_layout {
  int32_t type, order;
  uint64_t rows, columns;
  int64_t ld;
  int32_t count;
  int64_t stride;
  uint32_t batch_mode; // cublasLtBatchMode_t
} qn_lt_layout;

// Factors of A, B, C, D, the epilogue's matrix, and those that are made of D.
enum { QN_LT_SCALES = 6 };

typedef struct qn_lt_desc {
  int32_t compute, scale_type, pointer_mode, op_a, op_b, op_c, fill;
  uint32_t epilogue;
  void *bias;
  int64_t bias_stride;
  void *aux;
  int64_t aux_ld, aux_stride, alpha_stride;
  int32_t sm_count, aux_type, bias_type;
  const float *scale_a, *scale_b, *scale_c, *scale_d, *scale_aux;
  float *amax_d, *amax_aux;
  int8_t fast;
  int32_t modes[QN_LT_SCALES]; // cublasLtMatmulMatrixScale_t
  void *out_scale;
  void *emulation; // a qn_lt_emulation
} qn_lt_desc;

typedef struct qn_lt_emulation {
  int32_t strategy, special_values, control, bits_max, offset;
  int32_t *bits;
} qn_lt_emulation;

typedef struct qn_lt_preference {
  uint32_t search, schemes, alignments[4];
  uint64_t workspace_size, mask;
  float waves;
} qn_lt_preference;

typedef struct qn_lt_attribute {
  int id;
  size_t at, size; // 0: the end
} qn_lt_attribute;
extern const qn_lt_attribute qn_lt_layouts[], qn_lt_descs[],
    qn_lt_preferences[], qn_lt_emulations[];

typedef struct qn_lt_matmul {
  const qn_lt_desc *desc;
  const qn_lt_layout *layouts[4]; // of A, B, C and D
  const void *alpha, *beta, *a, *b, *c;
  void *d;
  const cublasLtMatmulAlgo_t *algo; // NULL: any
  void *workspace;
  size_t workspace_size;
  hipStream_t stream;
} qn_lt_matmul;
qn_blas_status qn_vendor_lt_matmul(qn_blas *handle, const qn_lt_matmul *matmul);

// Which algorithms there are, or, with `algo`, whether that one does it.
typedef struct qn_lt_choice {
  const qn_lt_desc *desc;
  const qn_lt_layout *const *layouts;
  const qn_lt_preference *preference;
  const cublasLtMatmulAlgo_t *algo;
  int requested;
  cublasLtMatmulHeuristicResult_t *results;
  int *count; // NULL: a check
} qn_lt_choice;
qn_blas_status qn_vendor_lt_choose(qn_blas *handle, const qn_lt_choice *choice);

// ---- The one algorithm of ours (lt_algorithms.c)

void qn_lt_algorithm_make(cublasLtMatmulAlgo_t *algo);
// Whether it is that one, left to go about it in its own way, which is all it
// can.
qn_blas_status qn_lt_algorithm_check(const cublasLtMatmulAlgo_t *algo);

// What attributes are written to and read from.
const qn_lt_attribute *qn_lt_find_attribute(const qn_lt_attribute *all, int id);
cublasStatus_t qn_lt_set_attribute(const qn_lt_attribute *a, void *object,
                                   const void *value, size_t size);
typedef struct qn_lt_answer {
  void *value;
  size_t size;
  size_t *written;
} qn_lt_answer;
cublasStatus_t qn_lt_get_attribute(const qn_lt_attribute *a, const void *object,
                                   qn_lt_answer to);

#endif // QN_LIBS_BLAS_LT_H
