// SPDX-License-Identifier: Apache-2.0
// What plans are made of, and who makes which.
#include "plan.h"

#include <stdarg.h>
#include <string.h>

quern_ggml_shape qg_shape_of(const struct ggml_tensor *tensor) {
  quern_ggml_shape shape;
  for (int i = 0; i < 4; ++i) {
    shape.ne[i] = tensor->ne[i];
    shape.nb[i] = (long long)tensor->nb[i];
  }
  return shape;
}

quern_ggml_shape qg_flat(const struct ggml_tensor *tensor, int64_t count) {
  const long long size = (long long)ggml_type_size(tensor->type);
  return (quern_ggml_shape){{count, 1, 1, 1},
                            {size, count * size, count * size, count * size}};
}

// Only "%s" of printf, and cut off as by it: a token is some 200 of these, and
// printf takes a sixth of the time in which they are planned.
static void print_symbol(char out[QG_SYMBOL], const char *format,
                         va_list args) {
  size_t size = 0;
  for (; *format; ++format) {
    const bool is_text = format[0] == '%' && format[1] == 's';
    const char *piece = is_text ? va_arg(args, const char *) : format;
    const char *end = is_text ? piece + strlen(piece) : format + 1;
    while (piece < end && size < QG_SYMBOL - 1)
      out[size++] = *piece++;
    format += is_text;
  }
  out[size] = '\0';
}

qg_launch *qg_add(qg_plan *plan, const struct ggml_tensor *op, const char *set,
                  const char *format, ...) {
  qg_launch *l = &plan->launches[plan->count++];
  va_list args;
  *l = (qg_launch){.set = set, .at = {op->data}};
  va_start(args, format);
  print_symbol(l->symbol, format, args);
  va_end(args);
  l->call.dst = qg_shape_of(op);
  for (int i = 0; i < QUERN_GGML_SOURCES; ++i) {
    // What is not there is never read, but all addresses are valid.
    l->at[i + 1] = op->src[i] ? op->src[i]->data : op->data;
    if (op->src[i])
      l->call.src[i] = qg_shape_of(op->src[i]);
  }
  memcpy(l->call.params, op->op_params, sizeof(l->call.params));
  return l;
}

void qg_add_copy(qg_plan *plan, const struct ggml_tensor *to,
                 const struct ggml_tensor *from) {
  qg_launch *l = &plan->launches[plan->count++];
  *l = (qg_launch){.at = {to->data, from->data}, .size = ggml_nbytes(from)};
}

// ---- Grids

static uint32_t divide_up(int64_t a, int64_t b, int64_t max) {
  const int64_t q = (a + b - 1) / b;
  return (uint32_t)(q < 1 ? 1 : q > max ? max : q);
}

void qg_over_elements(qg_launch *l, int64_t count, int64_t rows) {
  enum { THREADS = 256, WIDTH_MIN = 32, GRID_X = 1024, GRID_Y = 65535 };
  uint32_t width = WIDTH_MIN;
  while (width < THREADS && width < count)
    width *= 2;
  uint32_t height = THREADS / width;
  while (height > 1 && height / 2 >= rows)
    height /= 2;
  l->block[0] = width;
  l->block[1] = height;
  l->grid[0] = divide_up(count, width, GRID_X);
  l->grid[1] = divide_up(rows, height, GRID_Y);
  l->block[2] = l->grid[2] = 1;
}

void qg_over_result(qg_launch *l, const struct ggml_tensor *op, int sources) {
  bool flat = ggml_is_contiguous(op);
  for (int i = 0; i < sources; ++i)
    flat = flat && ggml_is_contiguous(op->src[i]) &&
           ggml_are_same_shape(op->src[i], op);
  if (flat) {
    const long long count = ggml_nelements(op);
    l->call.dst = qg_flat(op, count);
    for (int i = 0; i < sources; ++i)
      l->call.src[i] = qg_flat(op->src[i], count);
    qg_over_elements(l, count, 1);
  } else
    qg_over_elements(l, op->ne[0], ggml_nrows(op));
}

void qg_over_rows(qg_launch *l, int64_t rows) {
  enum { THREADS = 256, GRID = 1 << 20 };
  l->grid[0] = divide_up(rows, 1, GRID);
  l->block[0] = THREADS;
  l->grid[1] = l->grid[2] = l->block[1] = l->block[2] = 1;
}

// ---- Types

const char *qg_type(enum ggml_type type) {
  switch (type) {
#define QG_TYPE(upper, name)                                                   \
  case GGML_TYPE_##upper:                                                      \
    return name;
    QG_TYPE(F32, "f32")
    QG_TYPE(F16, "f16")
    QG_TYPE(BF16, "bf16")
    QG_TYPE(I32, "i32")
    QG_TYPE(I64, "i64")
    QG_TYPE(Q4_0, "q4_0")
    QG_TYPE(Q4_1, "q4_1")
    QG_TYPE(Q5_0, "q5_0")
    QG_TYPE(Q5_1, "q5_1")
    QG_TYPE(Q8_0, "q8_0")
    QG_TYPE(Q2_K, "q2_K")
    QG_TYPE(Q3_K, "q3_K")
    QG_TYPE(Q4_K, "q4_K")
    QG_TYPE(Q5_K, "q5_K")
    QG_TYPE(Q6_K, "q6_K")
#undef QG_TYPE
  default:
    return NULL;
  }
}

bool qg_is_real(const struct ggml_tensor *t) {
  return t->type == GGML_TYPE_F32 || t->type == GGML_TYPE_F16 ||
         t->type == GGML_TYPE_BF16;
}

bool qg_has_rows(const struct ggml_tensor *t) {
  return t->ne[0] == 1 || t->nb[0] == ggml_type_size(t->type);
}

// ---- Who makes which

static bool plan_nothing(const struct ggml_tensor *op, qg_plan *plan) {
  (void)op, (void)plan;
  return true;
}

static qg_planner *planner_of(enum ggml_op op) {
  static qg_planner *const planners[GGML_OP_COUNT] = {
#define QG_PLAN(op, planner) [GGML_OP_##op] = (planner),
#include "plans.def"
#undef QG_PLAN
  };
  return (unsigned)op < GGML_OP_COUNT ? planners[op] : NULL;
}

bool qg_plan_op(const struct ggml_tensor *op, qg_plan *plan) {
  qg_planner *make = planner_of(op->op);
  plan->count = 0;
  return make && make(op, plan);
}
