// SPDX-License-Identifier: Apache-2.0
// Tensors as in ggml: four dimensions, innermost first, a type, and strides.
// Written as "(d0,d1,d2,d3)/dtype[/(s0,s1,s2,s3)]".
#ifndef QN_PACKAGE_GGML_TENSOR_H
#define QN_PACKAGE_GGML_TENSOR_H

#include "base/buffer.h"
#include "base/diag.h"

enum { QN_TENSOR_DIMS = 4 };

typedef enum qn_tensor_type {
#define QN_TENSOR_TYPE(id, size, block, kind) QN_TENSOR_##id,
#include "package/ggml/tensor_types.def"
#undef QN_TENSOR_TYPE
  QN_TENSOR_TYPES
} qn_tensor_type;

typedef enum qn_tensor_kind {
  QN_TENSOR_REAL,
  QN_TENSOR_INTEGER,
  QN_TENSOR_QUANTIZED, // blocks of elements; always contiguous
} qn_tensor_kind;

typedef struct qn_tensor_info {
  const char *name; // "f32"
  unsigned size;    // bytes of a block
  unsigned block;   // elements of a block; 1 unless quantized
  qn_tensor_kind kind;
} qn_tensor_info;

typedef struct qn_tensor {
  qn_tensor_type type;
  int64_t ne[QN_TENSOR_DIMS]; // elements; at least 1
  int64_t nb[QN_TENSOR_DIMS]; // strides in elements
} qn_tensor;

const qn_tensor_info *qn_tensor_info_of(qn_tensor_type type);

// Reads a description. Sizes that do not fit are refused, so that nothing
// computed from a tensor overflows 63 bits. The diag's place counts from the
// start of `text`.
qn_status qn_tensor_parse(qn_str text, qn_tensor *out_tensor, qn_diag *diag);
// Appends a description that reads back as the same; strides only where needed.
void qn_tensor_print(const qn_tensor *tensor, qn_buffer *out);

// A contiguous tensor of one dimension.
qn_tensor qn_tensor_flat(qn_tensor_type type, int64_t count);
// By ggml's rule: dimensions of size 1 may have any stride.
bool qn_tensor_is_contiguous(const qn_tensor *tensor);
bool qn_tensor_same_shape(const qn_tensor *a, const qn_tensor *b);
// Whether two elements share memory.
bool qn_tensor_overlaps(const qn_tensor *tensor);
int64_t qn_tensor_count(const qn_tensor *tensor); // elements
// Bytes from the first element to past the last.
int64_t qn_tensor_size(const qn_tensor *tensor);

#endif // QN_PACKAGE_GGML_TENSOR_H
