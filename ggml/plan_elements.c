// SPDX-License-Identifier: Apache-2.0
// Plans of element-wise operations: kernels/ggml/elements.cu and pairs.cu.
#include <ctype.h>
#include <stdio.h>

#include "plan.h"

static const char *const elements = "ggml_elements";
static const char *const pairs = "ggml_pairs";

// ggml's name of an operation in small letters.
static const char *lower(const char *name, char out[32]) {
  size_t i = 0;
  for (; name[i] && i < 31; ++i)
    out[i] = (char)tolower((unsigned char)name[i]);
  out[i] = '\0';
  return out;
}

// The result and its source are of one real type, in rows.
static bool maps_rows(const struct ggml_tensor *op) {
  const struct ggml_tensor *from = op->src[0];
  return qg_is_real(op) && op->type == from->type && qg_has_rows(op) &&
         qg_has_rows(from) && ggml_are_same_shape(op, from);
}

bool qg_plan_unary(const struct ggml_tensor *op, qg_plan *plan) {
  char name[32];
  const enum ggml_unary_op which = ggml_get_unary_op(op);
  if (!maps_rows(op))
    return false;
  qg_launch *l =
      which == GGML_UNARY_OP_XIELU
          ? qg_add(plan, op, elements, "xielu_%s", qg_type(op->type))
          : qg_add(plan, op, elements, "unary_%s_%s",
                   lower(ggml_unary_op_name(which), name), qg_type(op->type));
  qg_over_result(l, op, 1);
  return true;
}

bool qg_plan_mapped(const struct ggml_tensor *op, qg_plan *plan) {
  char name[32];
  const bool has_source = op->op != GGML_OP_FILL && op->op != GGML_OP_ARANGE &&
                          op->op != GGML_OP_DIAG;
  const bool is_function = op->op == GGML_OP_SQR || op->op == GGML_OP_SQRT ||
                           op->op == GGML_OP_LOG || op->op == GGML_OP_SIN ||
                           op->op == GGML_OP_COS;
  const bool sees_place = op->op == GGML_OP_DIAG_MASK_INF ||
                          op->op == GGML_OP_TRI || op->op == GGML_OP_DIAG;
  if (has_source ? !maps_rows(op) : !(qg_is_real(op) && qg_has_rows(op)))
    return false;
  if (op->op == GGML_OP_DIAG &&
      !(qg_has_rows(op->src[0]) && op->src[0]->type == op->type))
    return false;
  qg_launch *l =
      qg_add(plan, op, elements, "%s%s_%s", is_function ? "unary_" : "",
             lower(ggml_op_name(op->op), name), qg_type(op->type));
  if (sees_place)
    qg_over_elements(l, op->ne[0], ggml_nrows(op));
  else
    qg_over_result(l, op, has_source);
  return true;
}

bool qg_plan_pair(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *a = op->src[0], *b = op->src[1];
  char name[32];
  if (!qg_is_real(op) || !qg_is_real(a) || !qg_is_real(b) || !qg_has_rows(op) ||
      !ggml_are_same_shape(op, a) || !ggml_can_repeat(b, a))
    return false;
  if (op->op == GGML_OP_SILU_BACK) {
    if (op->type != GGML_TYPE_F32 || a->type != op->type ||
        b->type != op->type || !qg_has_rows(a) || !qg_has_rows(b) ||
        !ggml_are_same_shape(a, b))
      return false;
    qg_over_result(qg_add(plan, op, pairs, "silu_back_f32"), op, 2);
    return true;
  }
  qg_launch *l =
      qg_add(plan, op, pairs, "%s_%s_%s_%s",
             op->op == GGML_OP_ADD1 ? "add" : lower(ggml_op_name(op->op), name),
             qg_type(op->type), qg_type(a->type), qg_type(b->type));
  qg_over_result(l, op, 2);
  return true;
}

// Both halves of one source, or two.
bool qg_plan_glu(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *a = op->src[0], *b = op->src[1];
  char name[32];
  if (!qg_is_real(op) || a->type != op->type || !qg_has_rows(op) ||
      !qg_has_rows(a) || (b && (b->type != op->type || !qg_has_rows(b))))
    return false;
  qg_launch *l = qg_add(plan, op, pairs, "glu_%s_%s",
                        lower(ggml_glu_op_name(ggml_get_glu_op(op)), name),
                        qg_type(op->type));
  if (!b) {
    const bool is_swapped = ggml_get_op_params_i32(op, 1) != 0;
    const size_t half = (size_t)op->ne[0] * ggml_type_size(op->type);
    const char *first = a->data;
    l->call.src[1] = l->call.src[0];
    l->at[1] = first ? first + (is_swapped ? half : 0) : NULL;
    l->at[2] = first ? first + (is_swapped ? 0 : half) : NULL;
    qg_over_elements(l, op->ne[0], ggml_nrows(op));
  } else
    qg_over_result(l, op, 2);
  return true;
}

bool qg_plan_add_id(const struct ggml_tensor *op, qg_plan *plan) {
  for (int i = 0; i < 2; ++i)
    if (op->src[i]->type != GGML_TYPE_F32 || !qg_has_rows(op->src[i]))
      return false;
  if (op->type != GGML_TYPE_F32 || !qg_has_rows(op) ||
      op->src[2]->type != GGML_TYPE_I32)
    return false;
  qg_over_elements(qg_add(plan, op, pairs, "add_id_f32"), op->ne[0],
                   ggml_nrows(op));
  return true;
}

// acc, set: the first source is copied, then a part is written.
bool qg_plan_window(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *a = op->src[0], *b = op->src[1];
  const bool is_acc = op->op == GGML_OP_ACC;
  if ((op->type != GGML_TYPE_F32 && (is_acc || op->type != GGML_TYPE_I32)) ||
      a->type != op->type || b->type != op->type || !ggml_is_contiguous(op) ||
      !ggml_is_contiguous(a))
    return false;
  if (!ggml_get_op_params_i32(op, 4))
    qg_add_copy(plan, op, a);
  qg_launch *l = qg_add(plan, op, pairs, "%s_%s", is_acc ? "acc" : "set",
                        qg_type(op->type));
  qg_over_elements(l, b->ne[0], ggml_nrows(b));
  return true;
}
