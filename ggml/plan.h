// SPDX-License-Identifier: Apache-2.0
// How plans are made (qg_plan_op): a file for each file of kernels.
#ifndef QUERN_GGML_PLAN_H
#define QUERN_GGML_PLAN_H

#include "backend.h"

typedef bool qg_planner(const struct ggml_tensor *op, qg_plan *plan);

qg_planner qg_plan_unary, qg_plan_mapped, qg_plan_pair, qg_plan_glu,
    qg_plan_add_id, qg_plan_window, qg_plan_copy, qg_plan_get_rows,
    qg_plan_set_rows, qg_plan_concat, qg_plan_repeat, qg_plan_norm,
    qg_plan_soft_max, qg_plan_sum, qg_plan_cross_entropy, qg_plan_rope,
    qg_plan_product, qg_plan_out_prod, qg_plan_attention, qg_plan_place,
    qg_plan_im2col, qg_plan_sort, qg_plan_conv_2d;

// Appends a launch over the operation's tensors, with its parameters; the
// symbol is printed.
qg_launch *qg_add(qg_plan *plan, const struct ggml_tensor *op, const char *set,
                  const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Appends a copy of whole tensors.
void qg_add_copy(qg_plan *plan, const struct ggml_tensor *to,
                 const struct ggml_tensor *from);

// Launches an element-wise kernel over rows of `count` elements.
void qg_over_elements(qg_launch *launch, int64_t count, int64_t rows);
// The same over the result, as one row if all that is used is contiguous and of
// the result's shape: the first `sources` are.
void qg_over_result(qg_launch *launch, const struct ggml_tensor *op,
                    int sources);
// Launches a kernel of rows: a block for each.
void qg_over_rows(qg_launch *launch, int64_t rows);

// Parameters `first` to `first` + 2: what the slopes of ALiBi are made of.
void qg_set_slopes(qg_launch *launch, int first, float bias, int64_t heads);

quern_ggml_shape qg_shape_of(const struct ggml_tensor *tensor);
// As one row; not of quantized tensors.
quern_ggml_shape qg_flat(const struct ggml_tensor *tensor, int64_t count);

// "f32", and NULL for types that no kernel has.
const char *qg_type(enum ggml_type type);
bool qg_is_real(const struct ggml_tensor *tensor);  // f32, f16, bf16
bool qg_has_rows(const struct ggml_tensor *tensor); // whose elements follow one
                                                    // another
static inline bool qg_is(const struct ggml_tensor *tensor,
                         enum ggml_type type) {
  return tensor->type == type;
}

#endif // QUERN_GGML_PLAN_H
