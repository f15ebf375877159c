// SPDX-License-Identifier: Apache-2.0
// Plans of what is made of whole rows: kernels/ggml/rows.cu and rope.cu.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plan.h"

static const char *const rows = "ggml_rows";

static bool is_float_rows(const struct ggml_tensor *t) {
  return t->type == GGML_TYPE_F32 && qg_has_rows(t);
}

static void set_real(qg_launch *l, int i, float value) {
  memcpy(&l->call.params[i], &value, sizeof(value));
}

static void add_rows(qg_plan *plan, const struct ggml_tensor *op, int64_t count,
                     const char *symbol) {
  qg_over_rows(qg_add(plan, op, rows, "%s", symbol), count);
}

bool qg_plan_norm(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  if (op->type != GGML_TYPE_F32 || from->type != GGML_TYPE_F32 ||
      !ggml_are_same_shape(op, from))
    return false;
  if (op->op == GGML_OP_L2_NORM) {
    add_rows(plan, op, ggml_nrows(op), "l2_norm_f32");
    return true;
  }
  if (!qg_has_rows(op) || !qg_has_rows(from))
    return false;
  if (op->op == GGML_OP_RMS_NORM_BACK) {
    if (!is_float_rows(op->src[1]) || !ggml_are_same_shape(op, op->src[1]))
      return false;
    add_rows(plan, op, ggml_nrows(op), "rms_norm_back_f32");
  } else if (op->op == GGML_OP_GROUP_NORM)
    add_rows(plan, op, op->op_params[0] * op->ne[3], "group_norm_f32");
  else
    add_rows(plan, op, ggml_nrows(op),
             op->op == GGML_OP_NORM ? "norm_f32" : "rms_norm_f32");
  return true;
}

// The bases of the slopes of ALiBi: heads below a power of two, and the others.
void qg_set_slopes(qg_launch *l, int first, float bias, int64_t heads) {
  int power = 1;
  while (power * 2 <= heads)
    power *= 2;
  set_real(l, first, powf(2.0f, -bias / (float)power));
  set_real(l, first + 1, powf(2.0f, -bias / 2.0f / (float)power));
  l->call.params[first + 2] = power;
}

bool qg_plan_soft_max(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *mask = op->src[1], *sinks = op->src[2];
  if (!is_float_rows(op) || !is_float_rows(op->src[0]))
    return false;
  if (op->op == GGML_OP_SOFT_MAX_BACK) {
    if (!is_float_rows(mask) || ggml_get_op_params_f32(op, 1) != 0.0f)
      return false;
    add_rows(plan, op, ggml_nrows(op), "soft_max_back_f32");
    return true;
  }
  if ((mask && ((mask->type != GGML_TYPE_F32 && mask->type != GGML_TYPE_F16) ||
                !qg_has_rows(mask))) ||
      (sinks && !is_float_rows(sinks)))
    return false;
  qg_launch *l = qg_add(plan, op, rows, "soft_max%s%s", mask ? "_" : "",
                        mask ? qg_type(mask->type) : "");
  qg_set_slopes(l, 2, ggml_get_op_params_f32(op, 1), op->ne[2]);
  qg_over_rows(l, ggml_nrows(op));
  return true;
}

bool qg_plan_sum(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  if (op->op == GGML_OP_COUNT_EQUAL) {
    if (from->type != GGML_TYPE_I32 || op->src[1]->type != GGML_TYPE_I32)
      return false;
    add_rows(plan, op, 1, "count_equal_i32");
    return true;
  }
  if (!is_float_rows(from))
    return false;
  switch (op->op) {
  case GGML_OP_SUM:
    add_rows(plan, op, 1, "sum_f32");
    return true;
  case GGML_OP_ARGMAX:
    add_rows(plan, op, ggml_nrows(from), "argmax_f32");
    return op->type == GGML_TYPE_I32;
  case GGML_OP_CUMSUM:
    add_rows(plan, op, ggml_nrows(op), "cumsum_f32");
    return is_float_rows(op);
  default: // sum_rows, mean
    add_rows(plan, op, ggml_nrows(op), "sum_rows_f32");
    plan->launches[0].call.params[0] = op->op == GGML_OP_MEAN;
    return op->type == GGML_TYPE_F32;
  }
}

bool qg_plan_cross_entropy(const struct ggml_tensor *op, qg_plan *plan) {
  const bool is_back = op->op == GGML_OP_CROSS_ENTROPY_LOSS_BACK;
  for (int i = 0; i < (is_back ? 3 : 2); ++i)
    if (!is_float_rows(op->src[i]))
      return false;
  if (!is_float_rows(op))
    return false;
  add_rows(plan, op, is_back ? ggml_nrows(op) : 1,
           is_back ? "cross_entropy_loss_back_f32" : "cross_entropy_loss_f32");
  return true;
}

bool qg_plan_rope(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0], *factors = op->src[2];
  const int mode = op->op_params[2];
  const bool known =
      mode == GGML_ROPE_TYPE_NORMAL || mode == GGML_ROPE_TYPE_NEOX ||
      mode == GGML_ROPE_TYPE_MROPE || mode == GGML_ROPE_TYPE_VISION ||
      mode == GGML_ROPE_TYPE_IMROPE;
  if (!known || op->type != from->type ||
      (op->type != GGML_TYPE_F32 && op->type != GGML_TYPE_F16) ||
      !qg_has_rows(op) || !qg_has_rows(from) || op->ne[0] % 2 ||
      op->src[1]->type != GGML_TYPE_I32 || (factors && !is_float_rows(factors)))
    return false;
  qg_launch *l = qg_add(plan, op, "ggml_rope", "rope_%s", qg_type(op->type));
  float ends[2];
  ggml_rope_yarn_corr_dims(
      op->op_params[1], op->op_params[4], ggml_get_op_params_f32(op, 5),
      ggml_get_op_params_f32(op, 9), ggml_get_op_params_f32(op, 10), ends);
  set_real(l, 0, ends[0]);
  set_real(l, 3, ends[1]);
  set_real(l, 4, op->op == GGML_OP_ROPE ? 1.0f : -1.0f);
  qg_over_elements(l, op->ne[0] / 2, ggml_nrows(op));
  return true;
}
