// SPDX-License-Identifier: Apache-2.0
// Operations of ggml on tensors: which exist, what their operands may be, how
// their kernels are named and launched. The single definition that
// pregeneration, the store and `quern run --op` share.
#ifndef QN_PACKAGE_GGML_GGML_H
#define QN_PACKAGE_GGML_GGML_H

#include "package/ggml/tensor.h"

typedef enum qn_ggml_class {
  QN_GGML_UNARY,
  QN_GGML_BINARY,
  QN_GGML_MUL_MAT,
} qn_ggml_class;

typedef struct qn_ggml_op {
  const char *name; // "add"; NULL: none of the table
  qn_ggml_class kind;
  const char *prefix; // "ggml_op"
} qn_ggml_op;

enum { QN_GGML_SOURCES = 2, QN_GGML_PARAMS = 16 };

// An operation on tensors of certain types and shapes.
typedef struct qn_ggml_call {
  const qn_ggml_op *op;
  qn_tensor dst;
  qn_tensor src[QN_GGML_SOURCES];
  size_t src_count;
  uint32_t params[QN_GGML_PARAMS]; // op_params
} qn_ggml_call;

// An operation by name: "add", "ADD", "ggml_op_add". QN_E_NOT_FOUND with
// similar names as the hint.
qn_status qn_ggml_op_find(qn_str name, const qn_ggml_op **out_op,
                          qn_diag *diag);

// Checks number, types and shapes of the operands. `*out_culprit` (may be NULL)
// says which is wrong: 0 the output, 1 and 2 the inputs, -1 none in particular.
qn_status qn_ggml_check(const qn_ggml_call *call, int *out_culprit,
                        qn_diag *diag);

// Rewrites a call to the simplest with the same kernel: contiguous element-wise
// operations on equal shapes get one dimension.
void qn_ggml_normalize(qn_ggml_call *call);

// Appends the kernel's name: "add-1024f32-1024f32-1024f32". Different calls
// have different names: strides and op_params are part of them.
void qn_ggml_name(const qn_ggml_call *call, qn_buffer *out);
// The name as ggml-hsa's backend derives it, where strides are only an 'n'.
void qn_ggml_short_name(const qn_ggml_call *call, qn_buffer *out);
// Appends the C identifier under which the kernel with this name is exported;
// different names have different ones.
void qn_ggml_symbol(qn_str kernel_name, qn_buffer *out);

typedef struct qn_ggml_launch {
  uint32_t grid[3];
  uint32_t block[3];
} qn_ggml_launch;

// How the kernel of a call is launched; its arguments are the addresses of the
// output and of the inputs. QN_E_LIMIT when no grid can be that large.
qn_status qn_ggml_geometry(const qn_ggml_call *call, qn_ggml_launch *out_launch,
                           qn_diag *diag);

#endif // QN_PACKAGE_GGML_GGML_H
