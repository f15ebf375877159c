// SPDX-License-Identifier: Apache-2.0
// Plans of what takes numbers from other places: kernels/ggml/places.cu.
#include "plan.h"

static const char *const places = "ggml_places";

bool qg_plan_place(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  const char *symbol = op->op == GGML_OP_PAD              ? "pad_f32"
                       : op->op == GGML_OP_PAD_REFLECT_1D ? "pad_reflect_1d_f32"
                       : op->op == GGML_OP_ROLL           ? "roll_f32"
                       : op->op == GGML_OP_POOL_1D        ? "pool_1d_f32"
                       : op->op == GGML_OP_POOL_2D        ? "pool_2d_f32"
                       : op->op == GGML_OP_UPSCALE ? "upscale_f32"
                                                   : "timestep_embedding_f32";
  const bool is_pool = op->op == GGML_OP_POOL_1D || op->op == GGML_OP_POOL_2D;
  if (op->type != GGML_TYPE_F32 || from->type != GGML_TYPE_F32 ||
      !qg_has_rows(op))
    return false;
  // Filters over more than four numbers are not there, nor are counts.
  if (op->op == GGML_OP_UPSCALE &&
      ((op->op_params[0] & 255) > GGML_SCALE_MODE_BILINEAR ||
       (op->op_params[0] & ~(255 | GGML_SCALE_FLAG_ALIGN_CORNERS))))
    return false;
  if (is_pool && op->op_params[0] > GGML_OP_POOL_AVG)
    return false;
  qg_over_elements(qg_add(plan, op, places, "%s", symbol), op->ne[0],
                   ggml_nrows(op));
  return true;
}

bool qg_plan_im2col(const struct ggml_tensor *op, qg_plan *plan) {
  if ((op->type != GGML_TYPE_F32 && op->type != GGML_TYPE_F16) ||
      op->src[1]->type != GGML_TYPE_F32 || !qg_has_rows(op))
    return false;
  qg_over_elements(qg_add(plan, op, places, "im2col_%s", qg_type(op->type)),
                   op->ne[0], ggml_nrows(op));
  return true;
}

bool qg_plan_conv_2d(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *filters = op->src[0], *image = op->src[1];
  if (op->type != GGML_TYPE_F32 || image->type != GGML_TYPE_F32 ||
      (filters->type != GGML_TYPE_F32 && filters->type != GGML_TYPE_F16) ||
      !qg_has_rows(op) || !qg_has_rows(filters) || !qg_has_rows(image))
    return false;
  qg_over_elements(
      qg_add(plan, op, places, "conv_2d_%s", qg_type(filters->type)), op->ne[0],
      ggml_nrows(op));
  return true;
}

// A number counts those before it, which long rows have too many of.
bool qg_plan_sort(const struct ggml_tensor *op, qg_plan *plan) {
  enum { ROW_MAX = 4096 };
  const struct ggml_tensor *from = op->src[0];
  if (op->type != GGML_TYPE_I32 || from->type != GGML_TYPE_F32 ||
      !qg_has_rows(op) || !qg_has_rows(from) || from->ne[0] > ROW_MAX)
    return false;
  qg_over_rows(qg_add(plan, op, places,
                      op->op == GGML_OP_ARGSORT ? "argsort_f32" : "top_k_f32"),
               ggml_nrows(from));
  return true;
}
