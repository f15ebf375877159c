// SPDX-License-Identifier: Apache-2.0
#include "package/ggml/ggml.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/suggestion.h"

static const qn_ggml_op ops[] = {
#define QN_GGML_OP(name, class, prefix) {#name, QN_GGML_##class, prefix},
#include "package/ggml/ggml_ops.def"
#undef QN_GGML_OP
};
enum { OP_COUNT = sizeof(ops) / sizeof(ops[0]) };

// ---- Finding

static qn_str without_prefix(qn_str name) {
  static const char *const prefixes[] = {"ggml_unary_op_", "ggml_op_"};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(name, qn_str_from(prefixes[i])))
      return qn_str_skip(name, strlen(prefixes[i]));
  return name;
}

qn_status qn_ggml_op_find(qn_str name, const qn_ggml_op **out_op,
                          qn_diag *diag) {
  char lower[32] = "";
  const qn_str bare = without_prefix(name);
  for (size_t i = 0; i < bare.size && i + 1 < sizeof(lower); ++i)
    lower[i] = (char)tolower((unsigned char)bare.data[i]);
  const qn_str asked = {lower, bare.size};
  for (size_t i = 0; i < OP_COUNT && bare.size < sizeof(lower); ++i)
    if (qn_str_equal(asked, qn_str_from(ops[i].name))) {
      *out_op = &ops[i];
      return qn_ok();
    }
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, bare.size < sizeof(lower) ? asked : bare);
  for (size_t i = 0; i < OP_COUNT; ++i)
    qn_suggestion_offer(&suggestion, qn_str_from(ops[i].name));
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "unknown operation '%.*s'",
              QN_STR_ARG(name));
  qn_diag_hint(diag, "Kernels of your own are listed with 'sources'.");
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, diag);
  return status;
}

// ---- Checking

static void blame(int *out_culprit, int culprit) {
  if (out_culprit)
    *out_culprit = culprit;
}

static qn_tensor_kind kind_of(const qn_tensor *t) {
  return qn_tensor_info_of(t->type)->kind;
}

static const char *type_of(const qn_tensor *t) {
  return qn_tensor_info_of(t->type)->name;
}

// Element-wise operations may mix real types, but integers must all have one
// type; a product is real, and only its first source may be quantized.
static bool types_fit(const qn_ggml_call *call) {
  const qn_tensor *d = &call->dst;
  bool fit = call->op->kind == QN_GGML_MUL_MAT
                 ? kind_of(d) == QN_TENSOR_REAL
                 : kind_of(d) != QN_TENSOR_QUANTIZED;
  for (size_t i = 0; i < call->src_count; ++i) {
    const qn_tensor *t = &call->src[i];
    if (call->op->kind == QN_GGML_MUL_MAT)
      fit = fit && (i == 0 || kind_of(t) != QN_TENSOR_QUANTIZED);
    else
      fit = fit && kind_of(t) == kind_of(d) &&
            (kind_of(t) == QN_TENSOR_REAL || t->type == d->type);
  }
  return fit;
}

static qn_status check_types(const qn_ggml_call *call, int *out_culprit,
                             qn_diag *diag) {
  const bool unary = call->op->kind == QN_GGML_UNARY;
  if (types_fit(call))
    return qn_ok();
  blame(out_culprit, -1);
  const qn_status status = qn_fail(
      diag, QN_E_UNSUPPORTED, QN_NOWHERE, "%s cannot combine %s%s%s into %s",
      call->op->name, type_of(&call->src[0]), unary ? "" : " and ",
      unary ? "" : type_of(&call->src[1]), type_of(&call->dst));
  qn_diag_hint(diag, "%s",
               call->op->kind == QN_GGML_MUL_MAT
                   ? "The output is f32, f16, bf16 or f64, and only the first "
                     "input may be quantized."
                   : "Real types mix; integers are all of one type.");
  return status;
}

static qn_status fail_shape(const qn_ggml_call *call, const char *rule,
                            qn_diag *diag) {
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "%s: %s", call->op->name,
                 rule);
}

static qn_status check_elementwise(const qn_ggml_call *call, int *out_culprit,
                                   qn_diag *diag) {
  if (!qn_tensor_same_shape(&call->dst, &call->src[0])) {
    blame(out_culprit, 0);
    return fail_shape(call, "the output's shape is not that of input 0", diag);
  }
  for (int i = 0; i < QN_TENSOR_DIMS && call->src_count > 1; ++i)
    if (call->src[0].ne[i] % call->src[1].ne[i] != 0) {
      blame(out_culprit, 2);
      const qn_status status = qn_fail(
          diag, QN_E_ARGUMENT, QN_NOWHERE,
          "%s: dimension %d of input 1, %" PRId64 ", does not divide that of "
          "input 0, %" PRId64,
          call->op->name, i, call->src[1].ne[i], call->src[0].ne[i]);
      qn_diag_hint(diag, "The second input is repeated to fill the first.");
      return status;
    }
  return qn_ok();
}

// Matrices in the usual row-major notation have their dimensions in the
// opposite order.
static bool is_row_major(const qn_ggml_call *call) {
  const int64_t *a = call->src[0].ne, *b = call->src[1].ne, *d = call->dst.ne;
  return a[1] == b[0] && d[0] == a[0] && d[1] == b[1];
}

static qn_status check_mul_mat(const qn_ggml_call *call, int *out_culprit,
                               qn_diag *diag) {
  const int64_t *a = call->src[0].ne, *b = call->src[1].ne, *d = call->dst.ne;
  qn_status status;
  if (a[0] != b[0] && is_row_major(call)) {
    blame(out_culprit, 1);
    status = fail_shape(call, "the shapes are in row-major order", diag);
    qn_diag_hint(diag,
                 "In ggml's order write input 0 as (%" PRId64 ",%" PRId64
                 ",..), input 1 as (%" PRId64 ",%" PRId64
                 ",..), the output as (%" PRId64 ",%" PRId64 ",..).",
                 a[1], a[0], b[0], b[1], a[0], b[1]);
    return status;
  }
  if (a[0] != b[0]) {
    blame(out_culprit, 2);
    status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "mul_mat: dimension 0 is %" PRId64 " in input 0 and "
                     "%" PRId64 " in input 1",
                     a[0], b[0]);
    qn_diag_hint(diag, "Input 0 is (K,M,..), input 1 (K,N,..), and the output "
                       "(M,N,..), innermost dimension first.");
    return status;
  }
  for (int i = 2; i < QN_TENSOR_DIMS; ++i)
    if (b[i] % a[i] != 0) {
      blame(out_culprit, 2);
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "mul_mat: dimension %d of input 1, %" PRId64
                     ", is no multiple of that of input 0, %" PRId64,
                     i, b[i], a[i]);
    }
  if (d[0] != a[1] || d[1] != b[1] || d[2] != b[2] || d[3] != b[3]) {
    blame(out_culprit, 0);
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "mul_mat: the output must be (%" PRId64 ",%" PRId64
                   ",%" PRId64 ",%" PRId64 ")",
                   a[1], b[1], b[2], b[3]);
  }
  return qn_ok();
}

qn_status qn_ggml_check(const qn_ggml_call *call, int *out_culprit,
                        qn_diag *diag) {
  const size_t expected = call->op->kind == QN_GGML_UNARY ? 1 : 2;
  blame(out_culprit, -1);
  if (call->src_count != expected)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "%s takes %zu input%s, got %zu", call->op->name, expected,
                   expected == 1 ? "" : "s", call->src_count);
  QN_TRY(call->op->kind == QN_GGML_MUL_MAT
             ? check_mul_mat(call, out_culprit, diag)
             : check_elementwise(call, out_culprit, diag));
  QN_TRY(check_types(call, out_culprit, diag));
  if (!qn_tensor_overlaps(&call->dst))
    return qn_ok();
  blame(out_culprit, 0);
  return fail_shape(call, "elements of the output share a place", diag);
}

// ---- Names

void qn_ggml_normalize(qn_ggml_call *call) {
  bool flat =
      call->op->kind != QN_GGML_MUL_MAT && qn_tensor_is_contiguous(&call->dst);
  for (size_t i = 0; i < call->src_count; ++i)
    flat = flat && qn_tensor_is_contiguous(&call->src[i]) &&
           qn_tensor_same_shape(&call->src[i], &call->dst);
  if (!flat)
    return;
  const int64_t count = qn_tensor_count(&call->dst);
  call->dst = qn_tensor_flat(call->dst.type, count);
  for (size_t i = 0; i < call->src_count; ++i)
    call->src[i] = qn_tensor_flat(call->src[i].type, count);
}

static void append_tensor(const qn_tensor *t, bool strides, qn_buffer *out) {
  int last = QN_TENSOR_DIMS - 1;
  while (last > 0 && t->ne[last] == 1)
    --last;
  for (int i = 0; i <= last; ++i)
    qn_buffer_printf(out, "%s%" PRId64, i ? "x" : "", t->ne[i]);
  qn_buffer_append_str(out, qn_str_from(type_of(t)));
  if (qn_tensor_is_contiguous(t))
    return;
  qn_buffer_u8(out, 'n');
  // The stride of a dimension of size 1 does not matter.
  for (int i = 0; i <= last && strides; ++i)
    qn_buffer_printf(out, "%s%" PRId64, i ? "." : "",
                     t->ne[i] == 1 ? 0 : t->nb[i]);
}

static void append_params(const qn_ggml_call *call, qn_buffer *out) {
  size_t count = QN_GGML_PARAMS;
  while (count && !call->params[count - 1])
    --count;
  for (size_t i = 0; i < count; ++i)
    qn_buffer_printf(out, "%s%" PRIx32, i ? "." : "-", call->params[i]);
}

static void append_name(const qn_ggml_call *call, bool strides,
                        qn_buffer *out) {
  qn_buffer_append_str(out, qn_str_from(call->op->name));
  qn_buffer_u8(out, '-');
  append_tensor(&call->dst, strides, out);
  for (size_t i = 0; i < call->src_count; ++i) {
    qn_buffer_u8(out, '-');
    append_tensor(&call->src[i], strides, out);
  }
  append_params(call, out);
}

void qn_ggml_name(const qn_ggml_call *call, qn_buffer *out) {
  append_name(call, true, out);
}

void qn_ggml_short_name(const qn_ggml_call *call, qn_buffer *out) {
  append_name(call, false, out);
}

void qn_ggml_symbol(qn_str name, qn_buffer *out) {
  qn_buffer_append_str(out, QN_STR("qn_"));
  for (size_t i = 0; i < name.size; ++i) {
    const char c = name.data[i];
    if (isalnum((unsigned char)c))
      qn_buffer_u8(out, (uint8_t)c);
    else if (c == '_')
      qn_buffer_append_str(out, QN_STR("__"));
    else if (c == '-')
      qn_buffer_append_str(out, QN_STR("_d"));
    else if (c == '.')
      qn_buffer_append_str(out, QN_STR("_p"));
    else
      qn_buffer_printf(out, "_x%02x", (uint8_t)c);
  }
}

// ---- Launches

enum {
  BLOCK = 256,      // threads, element-wise
  GRID_MAX = 65535, // beyond it a kernel uses a grid-stride loop
  TILE = 64,        // of mul_mat's output, one per block
  TILE_THREADS = 16,
};

static int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

qn_status qn_ggml_geometry(const qn_ggml_call *call, qn_ggml_launch *out_launch,
                           qn_diag *diag) {
  const int64_t *ne = call->dst.ne;
  if (call->op->kind != QN_GGML_MUL_MAT) {
    const int64_t groups = divide_up(qn_tensor_count(&call->dst), BLOCK);
    *out_launch = (qn_ggml_launch){
        {(uint32_t)(groups < GRID_MAX ? groups : GRID_MAX), 1, 1},
        {BLOCK, 1, 1}};
    return qn_ok();
  }
  const int64_t matrices = ne[2] * ne[3];
  const int64_t grid[3] = {divide_up(ne[0], TILE), divide_up(ne[1], TILE),
                           matrices < GRID_MAX ? matrices : GRID_MAX};
  if (grid[0] > INT32_MAX || grid[1] > GRID_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "mul_mat: no device launches a grid of %" PRId64
                   " x %" PRId64 " x %" PRId64 " groups",
                   grid[0], grid[1], grid[2]);
  *out_launch = (qn_ggml_launch){
      {(uint32_t)grid[0], (uint32_t)grid[1], (uint32_t)grid[2]},
      {TILE_THREADS, TILE_THREADS, 1}};
  return qn_ok();
}
