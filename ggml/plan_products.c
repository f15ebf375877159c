// SPDX-License-Identifier: Apache-2.0
// Plans of products of matrices: kernels/ggml/products.cu.
#include "plan.h"

static const char *const products = "ggml_products";

static uint32_t tiles(int64_t count) {
  enum { TILE = 64 };
  return (uint32_t)((count + TILE - 1) / TILE);
}

static bool is_row_of_blocks(const struct ggml_tensor *t) {
  return ggml_blck_size(t->type) > 1 || qg_has_rows(t);
}

bool qg_plan_product(const struct ggml_tensor *op, qg_plan *plan) {
  enum { GRID_MAX = 65535, SIDE = 16, FEW = 4 };
  const struct ggml_tensor *a = op->src[0], *b = op->src[1];
  const bool by_id = op->op == GGML_OP_MUL_MAT_ID;
  if (op->type != GGML_TYPE_F32 || !qg_type(a->type) || !qg_is_real(b) ||
      !qg_has_rows(op) || !is_row_of_blocks(a) || !qg_has_rows(b) ||
      a->ne[0] > INT32_MAX || tiles(op->ne[1]) > GRID_MAX ||
      (by_id && op->src[2]->type != GGML_TYPE_I32))
    return false;
  qg_launch *l = qg_add(plan, op, products, "%s_%s_%s",
                        by_id              ? "mul_mat_id"
                        : op->ne[1] <= FEW ? "mul_few"
                                           : "mul_mat",
                        qg_type(a->type), qg_type(b->type));
  const int64_t matrices =
      by_id ? op->ne[1] * op->ne[2] : op->ne[2] * op->ne[3];
  l->grid[0] = tiles(op->ne[0]);
  l->grid[1] = by_id ? 1 : tiles(op->ne[1]);
  l->grid[2] = (uint32_t)(matrices < GRID_MAX ? matrices : GRID_MAX);
  l->block[0] = l->block[1] = SIDE;
  l->block[2] = 1;
  l->is_alone_on_cpu = true;
  return true;
}

bool qg_plan_out_prod(const struct ggml_tensor *op, qg_plan *plan) {
  if (op->type != GGML_TYPE_F32 || op->src[0]->type != GGML_TYPE_F32 ||
      op->src[1]->type != GGML_TYPE_F32 || !qg_has_rows(op))
    return false;
  qg_over_elements(qg_add(plan, op, products, "out_prod_f32"), op->ne[0],
                   ggml_nrows(op));
  return true;
}
