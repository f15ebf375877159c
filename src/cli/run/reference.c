// SPDX-License-Identifier: Apache-2.0
// The results of operations, in double precision; integers exactly.
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/run/op.h"
#include "package/ggml/quants.h"

typedef double unary_fn(double x);

static double op_sgn(double x) { return (x > 0) - (x < 0); }
static double op_neg(double x) { return -x; }
static double op_step(double x) { return x > 0; }
static double op_elu(double x) { return x > 0 ? x : expm1(x); }
static double op_relu(double x) { return x > 0 ? x : 0; }
static double op_sigmoid(double x) { return 1 / (1 + exp(-x)); }
static double op_silu(double x) { return x / (1 + exp(-x)); }
static double op_gelu(double x) {
  return 0.5 * x *
         (1 + tanh(0.79788456080286535587989211986876 * x *
                   (1 + 0.044715 * x * x)));
}
static double op_gelu_quick(double x) { return x / (1 + exp(-1.702 * x)); }
static double op_gelu_erf(double x) {
  return 0.5 * x * (1 + erf(x * 0.70710678118654752440084436210484));
}
static double op_hardsigmoid(double x) { return fmin(1, fmax(0, (x + 3) / 6)); }
static double op_hardswish(double x) { return x * op_hardsigmoid(x); }
static double op_softplus(double x) { return x > 20 ? x : log1p(exp(x)); }
static double op_sqr(double x) { return x * x; }

static const struct {
  const char *name;
  unary_fn *fn;
  bool whole; // also defined for integers
} unaries[] = {
    {"abs", fabs, true},
    {"sgn", op_sgn, true},
    {"neg", op_neg, true},
    {"step", op_step, true},
    {"relu", op_relu, true},
    {"floor", floor, true},
    {"ceil", ceil, true},
    {"round", round, true},
    {"trunc", trunc, true},
    {"tanh", tanh, false},
    {"elu", op_elu, false},
    {"sigmoid", op_sigmoid, false},
    {"gelu", op_gelu, false},
    {"gelu_quick", op_gelu_quick, false},
    {"silu", op_silu, false},
    {"hardswish", op_hardswish, false},
    {"exp", exp, false},
    {"hardsigmoid", op_hardsigmoid, false},
    {"expm1", expm1, false},
    {"gelu_erf", op_gelu_erf, false},
    {"softplus", op_softplus, false},
    {"sqr", op_sqr, false},
    {"sqrt", sqrt, false},
    {"sin", sin, false},
    {"cos", cos, false},
    {"log", log, false},
};

static double binary(char op, double a, double b) {
  return op == 'a' ? a + b : op == 's' ? a - b : op == 'm' ? a * b : a / b;
}

// For integers of less than 64 bits: modulo 2^64, of which the type keeps the
// lowest bits. Division by 0 gives 0.
static int64_t binary_whole(char op, int64_t a, int64_t b) {
  const uint64_t x = (uint64_t)a, y = (uint64_t)b;
  return op == 'a'   ? (int64_t)(x + y)
         : op == 's' ? (int64_t)(x - y)
         : op == 'm' ? (int64_t)(x * y)
         : b         ? a / b
                     : 0;
}

static double wrap(qn_tensor_type type, int64_t value) {
  const qn_tensor_info *info = qn_tensor_info_of(type);
  const unsigned unused = 64 - 8 * info->size;
  const uint64_t bits = (uint64_t)value << unused;
  return info->name[0] == 'u' ? (double)(bits >> unused)
                              : (double)((int64_t)bits >> unused);
}

static const qn_number number_of[] = {
    [QN_TENSOR_f32] = QN_NUMBER_F32,   [QN_TENSOR_f16] = QN_NUMBER_F16,
    [QN_TENSOR_bf16] = QN_NUMBER_BF16, [QN_TENSOR_f64] = QN_NUMBER_F64,
    [QN_TENSOR_i8] = QN_NUMBER_I8,     [QN_TENSOR_i16] = QN_NUMBER_I16,
    [QN_TENSOR_i32] = QN_NUMBER_I32,   [QN_TENSOR_i64] = QN_NUMBER_I64,
    [QN_TENSOR_u8] = QN_NUMBER_U8,     [QN_TENSOR_u16] = QN_NUMBER_U16,
    [QN_TENSOR_u32] = QN_NUMBER_U32,
};

typedef struct operands {
  const qn_ggml_call *call;
  const qn_run_arg *args; // the output, then the inputs
  unary_fn *fn;           // of a unary operation
  double *numbers;        // of the first input, if that is quantized
} operands;

// Element `at` of the output (0) or an input.
static double element(const operands *o, size_t operand,
                      const int64_t at[QN_TENSOR_DIMS]) {
  const qn_tensor *t = operand ? &o->call->src[operand - 1] : &o->call->dst;
  int64_t offset = 0;
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    offset += at[i] * t->nb[i];
  return operand == 1 && o->numbers
             ? o->numbers[offset]
             : qn_number_get(number_of[t->type], o->args[operand].bytes,
                             (size_t)offset);
}

static double product(const operands *o, const int64_t at[QN_TENSOR_DIMS]) {
  const qn_tensor *a = &o->call->src[0], *b = &o->call->src[1];
  int64_t in_a[] = {0, at[0], at[2] / (b->ne[2] / a->ne[2]),
                    at[3] / (b->ne[3] / a->ne[3])};
  int64_t in_b[] = {0, at[1], at[2], at[3]};
  double sum = 0;
  for (; in_a[0] < a->ne[0]; ++in_a[0], ++in_b[0])
    sum += element(o, 1, in_a) * element(o, 2, in_b);
  return sum;
}

static double expected(const operands *o, const int64_t at[QN_TENSOR_DIMS]) {
  const qn_ggml_call *call = o->call;
  if (call->op->kind == QN_GGML_MUL_MAT)
    return product(o, at);
  const double a = element(o, 1, at);
  if (call->op->kind == QN_GGML_UNARY)
    return o->fn(a);
  int64_t repeated[QN_TENSOR_DIMS];
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    repeated[i] = at[i] % call->src[1].ne[i];
  const double b = element(o, 2, repeated);
  return qn_tensor_info_of(call->dst.type)->kind == QN_TENSOR_INTEGER
             ? wrap(call->dst.type,
                    binary_whole(call->op->name[0], (int64_t)a, (int64_t)b))
             : binary(call->op->name[0], a, b);
}

// The bound on the normalised mean squared error, as in ggml's own tests,
// raised to what rounding to the output's type alone may cause.
static double bound_of(const qn_ggml_call *call) {
  const double bound = call->op->kind == QN_GGML_MUL_MAT ? 5e-4 : 1e-7;
  if (qn_tensor_info_of(call->dst.type)->kind == QN_TENSOR_INTEGER)
    return 0;
  return call->dst.type == QN_TENSOR_bf16 && bound < 1e-5  ? 1e-5
         : call->dst.type == QN_TENSOR_f16 && bound < 1e-6 ? 1e-6
                                                           : bound;
}

static qn_status find_unary(const qn_ggml_call *call, unary_fn **out,
                            qn_diag *diag) {
  const qn_tensor_kind kind = qn_tensor_info_of(call->dst.type)->kind;
  for (size_t i = 0; i < sizeof(unaries) / sizeof(unaries[0]); ++i)
    if (strcmp(unaries[i].name, call->op->name) == 0 &&
        (unaries[i].whole || kind == QN_TENSOR_REAL)) {
      *out = unaries[i].fn;
      return qn_ok();
    }
  // A double cannot represent all 64-bit integers.
  if (call->op->kind != QN_GGML_UNARY &&
      (kind == QN_TENSOR_REAL || call->dst.type != QN_TENSOR_i64))
    return qn_ok();
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "--check has no reference for %s of %s", call->op->name,
                 qn_tensor_info_of(call->dst.type)->name);
}

static bool next_place(const qn_tensor *t, int64_t at[QN_TENSOR_DIMS]) {
  for (int i = 0; i < QN_TENSOR_DIMS; ++i) {
    if (++at[i] < t->ne[i])
      return true;
    at[i] = 0;
  }
  return false;
}

static qn_status read_blocks(operands *o, qn_diag *diag) {
  const qn_tensor *t = &o->call->src[0];
  const qn_tensor_info *info = qn_tensor_info_of(t->type);
  if (info->kind != QN_TENSOR_QUANTIZED)
    return qn_ok();
  const size_t blocks = o->args[1].size / info->size;
  // With room for one more block of the largest size at the end.
  o->numbers = qn_alloc_array(blocks * info->block + QN_QUANT_BLOCK_MAX,
                              sizeof(*o->numbers));
  if (!o->numbers)
    return qn_fail_memory(diag, "the reference");
  for (size_t i = 0; i < blocks; ++i)
    qn_quant_read(t->type, o->args[1].bytes + i * info->size,
                  o->numbers + i * info->block);
  return qn_ok();
}

// The normalised mean squared error of the output.
static double error_of(const operands *o) {
  int64_t at[QN_TENSOR_DIMS] = {0};
  double error = 0, size = 0;
  do {
    const double want = expected(o, at);
    const double got = element(o, 0, at);
    if (isnan(want) && isnan(got))
      continue;
    // Equal infinities are not a difference.
    const double difference = want == got ? 0 : got - want;
    error += difference * difference;
    size += isfinite(want) ? want * want : 0;
  } while (next_place(&o->call->dst, at));
  return size > 0 ? error / size : error;
}

qn_status qn_run_op_check(const qn_run_op *op, const qn_run_arg *args,
                          double *out_error, bool *out_good, qn_diag *diag) {
  operands o = {.call = &op->call, .args = args};
  QN_TRY(find_unary(o.call, &o.fn, diag));
  QN_TRY(read_blocks(&o, diag));
  *out_error = error_of(&o);
  *out_good = *out_error <= bound_of(o.call);
  qn_free(o.numbers);
  return qn_ok();
}
