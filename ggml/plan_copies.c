// SPDX-License-Identifier: Apache-2.0
// Plans of what moves numbers: kernels/ggml/copies.cu.
#include "plan.h"

static const char *const copies = "ggml_copies";

static bool is_quantized(const struct ggml_tensor *t) {
  return ggml_blck_size(t->type) > 1;
}

// Those that kernels write.
static bool is_written_block(const struct ggml_tensor *t) {
  return t->type == GGML_TYPE_Q8_0 || t->type == GGML_TYPE_Q4_0 ||
         t->type == GGML_TYPE_Q4_1 || t->type == GGML_TYPE_Q5_0 ||
         t->type == GGML_TYPE_Q5_1;
}

// Rows as whole numbers of 1 or 2 bytes, for what is copied as it is.
static int row_unit(const struct ggml_tensor *t) {
  return ggml_row_size(t->type, t->ne[0]) % 2 ? 1 : 2;
}
static void in_units(quern_ggml_shape *s, const struct ggml_tensor *t,
                     int unit) {
  s->ne[0] = (long long)ggml_row_size(t->type, t->ne[0]) / unit;
  s->nb[0] = unit;
}

// ---- Copies

static const char *size_name(size_t size) {
  return size == 1   ? "size1"
         : size == 2 ? "size2"
         : size == 4 ? "size4"
                     : "size8";
}

// From one type to the same.
static bool plan_same(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  const size_t size = ggml_type_size(op->type);
  if (ggml_is_contiguous(op) && ggml_is_contiguous(from)) {
    qg_add_copy(plan, op, from);
    return true;
  }
  const bool same = ggml_are_same_shape(op, from);
  qg_launch *l;
  if (is_quantized(op)) {
    if (!same)
      return false;
    const int unit = row_unit(op);
    l = qg_add(plan, op, copies, "copy_%s_%s", size_name((size_t)unit),
               size_name((size_t)unit));
    in_units(&l->call.dst, op, unit);
    in_units(&l->call.src[0], from, unit);
  } else if (size == 4)
    l = qg_add(plan, op, copies, "copy_i32_i32");
  else
    l = qg_add(plan, op, copies, "copy_%s_%s", size_name(size),
               size_name(size));
  l->call.params[0] = same;
  if (same)
    qg_over_elements(l, l->call.dst.ne[0], ggml_nrows(op));
  else
    qg_over_elements(l, ggml_nelements(op), 1);
  return true;
}

static bool plan_blocks(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  const bool writes = is_quantized(op);
  const struct ggml_tensor *blocks = writes ? op : from;
  const struct ggml_tensor *numbers = writes ? from : op;
  const int64_t size = ggml_blck_size(blocks->type);
  if (is_quantized(numbers) || !qg_type(blocks->type) ||
      (writes ? !is_written_block(op) || numbers->type == GGML_TYPE_BF16 ||
                    !qg_is_real(numbers) || !qg_has_rows(numbers) ||
                    numbers->ne[0] % size
              : numbers->type != GGML_TYPE_F32))
    return false;
  qg_launch *l = qg_add(plan, op, copies, "copy_%s_%s", qg_type(op->type),
                        qg_type(from->type));
  qg_over_elements(l, ggml_nelements(op) / (writes ? size : 1), 1);
  return true;
}

bool qg_plan_copy(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  if (op->type == from->type)
    return plan_same(op, plan);
  if (is_quantized(op) || is_quantized(from))
    return plan_blocks(op, plan);
  if (!qg_type(op->type) || !qg_type(from->type))
    return false;
  qg_launch *l = qg_add(plan, op, copies, "copy_%s_%s", qg_type(op->type),
                        qg_type(from->type));
  l->call.params[0] = ggml_are_same_shape(op, from);
  if (ggml_is_contiguous(op) && ggml_is_contiguous(from)) {
    const int64_t count = ggml_nelements(op);
    l->call.params[0] = 1;
    l->call.dst = qg_flat(op, count);
    l->call.src[0] = qg_flat(from, count);
    qg_over_elements(l, count, 1);
  } else if (l->call.params[0])
    qg_over_elements(l, op->ne[0], ggml_nrows(op));
  else
    qg_over_elements(l, ggml_nelements(op), 1);
  return true;
}

// ---- Rows

bool qg_plan_get_rows(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  if (op->src[1]->type != GGML_TYPE_I32 || !qg_type(from->type) ||
      !qg_has_rows(op) || !(qg_has_rows(from) || is_quantized(from)))
    return false;
  qg_launch *l = qg_add(plan, op, copies, "get_rows_%s_%s", qg_type(op->type),
                        qg_type(from->type));
  qg_over_elements(l, op->ne[0], ggml_nrows(op));
  return true;
}

bool qg_plan_set_rows(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0], *rows = op->src[1];
  if (!qg_type(op->type) || !qg_type(from->type) ||
      !(rows->type == GGML_TYPE_I32 || rows->type == GGML_TYPE_I64) ||
      !qg_has_rows(from) || !(qg_has_rows(op) || is_quantized(op)))
    return false;
  qg_launch *l =
      qg_add(plan, op, copies, "set_rows_%s_%s_%s", qg_type(op->type),
             qg_type(from->type), qg_type(rows->type));
  qg_over_elements(l, from->ne[0] / ggml_blck_size(op->type), ggml_nrows(from));
  return true;
}

// ---- Several of something

bool qg_plan_concat(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *a = op->src[0], *b = op->src[1];
  size_t size = ggml_type_size(op->type);
  if (a->type != op->type || b->type != op->type || !qg_has_rows(op))
    return false;
  const int unit = row_unit(a) < row_unit(b) ? row_unit(a) : row_unit(b);
  if (is_quantized(op))
    size = (size_t)unit;
  qg_launch *l = qg_add(plan, op, copies, "concat_%s", size_name(size));
  if (is_quantized(op)) {
    in_units(&l->call.dst, op, unit);
    in_units(&l->call.src[0], a, unit);
    in_units(&l->call.src[1], b, unit);
  }
  qg_over_elements(l, l->call.dst.ne[0], ggml_nrows(op));
  return true;
}

bool qg_plan_repeat(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *from = op->src[0];
  if (from->type != op->type || is_quantized(op))
    return false;
  if (op->op == GGML_OP_REPEAT_BACK) {
    if (op->type != GGML_TYPE_F32 || !qg_has_rows(op))
      return false;
    qg_add(plan, op, copies, "repeat_back_f32");
  } else
    qg_add(plan, op, copies, "repeat_%s", size_name(ggml_type_size(op->type)));
  qg_over_elements(&plan->launches[0], op->ne[0], ggml_nrows(op));
  return true;
}
