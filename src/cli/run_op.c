// SPDX-License-Identifier: Apache-2.0
#include "cli/run_op.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Tensors of the command line

// The output that an operation has unless one is given.
static qn_tensor default_output(const qn_ggml_call *call) {
  const qn_tensor *a = &call->src[0], *b = &call->src[1];
  qn_tensor t = *a;
  if (call->op->kind == QN_GGML_MUL_MAT) {
    t = *b;
    t.type = QN_TENSOR_f32;
    t.ne[0] = a->ne[1];
  }
  t.nb[0] = 1;
  for (int i = 1; i < QN_TENSOR_DIMS; ++i)
    t.nb[i] = t.nb[i - 1] * t.ne[i - 1];
  return t;
}

static qn_status read_tensors(const char *text, qn_ggml_call *call,
                              qn_diag *diag) {
  qn_str rest = qn_str_from(text), word;
  bool output = false, arrow = false;
  while (rest.size && qn_str_split(&rest, ' ', &word)) {
    if (!word.size)
      continue;
    if (qn_str_equal(word, QN_STR("->"))) {
      arrow = true;
      continue;
    }
    if (arrow ? output : call->src_count == QN_GGML_SOURCES)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "too many tensors: '%.*s'", QN_STR_ARG(word));
    QN_TRY(qn_tensor_parse(
        word, arrow ? &call->dst : &call->src[call->src_count++], diag));
    output = arrow;
  }
  if (!call->src_count || arrow != output)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "--tensors needs 'INPUT [INPUT] [-> OUTPUT]', not '%s'",
                   text);
  if (!output)
    call->dst = default_output(call);
  return qn_ok();
}

static qn_status read_call(const qn_run_op_params *params, qn_ggml_call *call,
                           qn_diag *diag) {
  QN_TRY(qn_ggml_op_find(qn_str_from(params->op), &call->op, diag));
  QN_TRY(read_tensors(params->tensors ? params->tensors : "", call, diag));
  QN_TRY(qn_ggml_check(call, NULL, diag));
  for (size_t i = 0; i < call->src_count; ++i)
    if (qn_tensor_info_of(call->src[i].type)->kind == QN_TENSOR_QUANTIZED)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "--op makes no quantized inputs");
  qn_ggml_normalize(call);
  return qn_ok();
}

// ---- Finding

static qn_status find(const qn_run_op_params *params, qn_run_op *op,
                      qn_store_kernel *out, qn_store_report *report) {
  const char *inputs[QN_GGML_SOURCES];
  qn_buffer texts[QN_GGML_SOURCES + 1] = {0};
  for (size_t i = 0; i <= op->call.src_count; ++i)
    qn_tensor_print(i ? &op->call.src[i - 1] : &op->call.dst, &texts[i]);
  for (size_t i = 0; i < op->call.src_count; ++i)
    inputs[i] = qn_buffer_text(&texts[i + 1]);
  const qn_store_op wanted = {.name = op->call.op->name,
                              .output = qn_buffer_text(&texts[0]),
                              .inputs = inputs,
                              .input_count = op->call.src_count};
  const int code =
      qn_store_find_op(op->store, params->target, &wanted, out, report);
  for (size_t i = 0; i <= QN_GGML_SOURCES; ++i)
    qn_buffer_finish(&texts[i]);
  return (qn_status){(qn_code)code};
}

static const char *argument(qn_run_op *op, const qn_tensor *tensor,
                            const char *contents) {
  const qn_tensor_info *info = qn_tensor_info_of(tensor->type);
  return qn_arena_printf(&op->arena, "%s[%" PRId64 "]=%s", info->name,
                         qn_tensor_size(tensor) / (int64_t)info->size, contents)
      .data;
}

// The words of `quern run` that launch it.
static qn_status make_words(qn_run_op *op, const qn_store_kernel *kernel,
                            qn_diag *diag) {
  static const char *const contents[QN_GGML_SOURCES] = {"rand:1", "rand:2"};
  const char *symbol = kernel->symbol;
  if (!symbol[0]) {
    qn_buffer made = {0};
    qn_ggml_symbol(qn_str_from(kernel->name), &made);
    symbol = qn_arena_copy(&op->arena, qn_buffer_str(&made)).data;
    qn_buffer_finish(&made);
  }
  op->words[op->word_count++] = kernel->path;
  op->words[op->word_count++] = symbol;
  op->words[op->word_count++] = argument(op, &op->call.dst, "zero");
  for (size_t i = 0; i < op->call.src_count; ++i)
    op->words[op->word_count++] = argument(op, &op->call.src[i], contents[i]);
  for (size_t i = 0; i < op->word_count; ++i)
    if (!op->words[i])
      return qn_fail_memory(diag, "the arguments");
  return qn_ggml_geometry(&op->call, &op->launch, diag);
}

static void tell_tried(const qn_cli *cli, const qn_store_report *report) {
  qn_str rest = qn_str_from(report->tried), line;
  while (rest.size && qn_str_split(&rest, '\n', &line))
    if (line.size)
      qn_cli_done(cli, "   = tried %.*s", QN_STR_ARG(line));
}

int qn_run_op_prepare(const qn_cli *cli, const qn_run_op_params *params,
                      qn_run_op *op) {
  qn_diag diag = {0};
  qn_store_report report = {0};
  qn_store_kernel kernel;
  *op = (qn_run_op){0};
  qn_status status = read_call(params, &op->call, &diag);
  if (qn_failed(status)) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_USAGE;
  }
  op->store =
      params->folders->count ? qn_store_create_empty() : qn_store_create();
  if (!op->store)
    (void)qn_fail_memory(&diag, "the store").code;
  for (size_t i = 0; i < params->folders->count && diag.code == QN_OK; ++i) {
    const int code =
        qn_store_add(op->store, params->folders->items[i], &report);
    if (code)
      (void)qn_fail(&diag, (qn_code)code, QN_NOWHERE, "%s", report.why).code;
  }
  if (diag.code == QN_OK) {
    status = find(params, op, &kernel, &report);
    if (qn_failed(status))
      (void)qn_fail(&diag, status.code, QN_NOWHERE, "%s", report.why).code;
    else
      (void)make_words(op, &kernel, &diag).code; // in the diag
  }
  if (diag.code == QN_OK) {
    qn_cli_verbose(cli, "%s for %s: %s", kernel.name, kernel.arch, kernel.path);
    return QN_EXIT_OK;
  }
  const int code = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  tell_tried(cli, &report);
  return code;
}

void qn_run_op_finish(qn_run_op *op) {
  qn_store_destroy(op->store);
  qn_arena_finish(&op->arena);
}

// ---- The reference

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
  bool whole; // also of integers
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

static const qn_number number_of[] = {
    [QN_TENSOR_f32] = QN_NUMBER_F32,   [QN_TENSOR_f16] = QN_NUMBER_F16,
    [QN_TENSOR_bf16] = QN_NUMBER_BF16, [QN_TENSOR_f64] = QN_NUMBER_F64,
    [QN_TENSOR_i8] = QN_NUMBER_I8,     [QN_TENSOR_i16] = QN_NUMBER_I16,
    [QN_TENSOR_i32] = QN_NUMBER_I32,   [QN_TENSOR_i64] = QN_NUMBER_I64,
    [QN_TENSOR_u8] = QN_NUMBER_U8,     [QN_TENSOR_u16] = QN_NUMBER_U16,
    [QN_TENSOR_u32] = QN_NUMBER_U32,
};

// Element `at` of a tensor.
static double element(const qn_tensor *t, const qn_run_arg *arg,
                      const int64_t at[QN_TENSOR_DIMS]) {
  int64_t offset = 0;
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    offset += at[i] * t->nb[i];
  return qn_number_get(number_of[t->type], arg->bytes, (size_t)offset);
}

static double product(const qn_ggml_call *call, const qn_run_arg *args,
                      const int64_t at[QN_TENSOR_DIMS]) {
  const qn_tensor *a = &call->src[0], *b = &call->src[1];
  int64_t in_a[] = {0, at[0], at[2] / (b->ne[2] / a->ne[2]),
                    at[3] / (b->ne[3] / a->ne[3])};
  int64_t in_b[] = {0, at[1], at[2], at[3]};
  double sum = 0;
  for (; in_a[0] < a->ne[0]; ++in_a[0], ++in_b[0])
    sum += element(a, &args[1], in_a) * element(b, &args[2], in_b);
  return sum;
}

static double expected(const qn_ggml_call *call, unary_fn *fn,
                       const qn_run_arg *args,
                       const int64_t at[QN_TENSOR_DIMS]) {
  if (call->op->kind == QN_GGML_MUL_MAT)
    return product(call, args, at);
  const double a = element(&call->src[0], &args[1], at);
  if (call->op->kind == QN_GGML_UNARY)
    return fn(a);
  int64_t repeated[QN_TENSOR_DIMS];
  for (int i = 0; i < QN_TENSOR_DIMS; ++i)
    repeated[i] = at[i] % call->src[1].ne[i];
  return binary(call->op->name[0], a,
                element(&call->src[1], &args[2], repeated));
}

// Normalised mean squared error, as in ggml's own tests: what rounding to the
// output's type alone may make of it comes on top.
static double bound_of(const qn_ggml_call *call) {
  const double least = call->op->kind == QN_GGML_MUL_MAT ? 5e-4 : 1e-7;
  return call->dst.type == QN_TENSOR_bf16 && least < 1e-5  ? 1e-5
         : call->dst.type == QN_TENSOR_f16 && least < 1e-6 ? 1e-6
                                                           : least;
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
  // Integers wrap, and a double cannot hold them all.
  if (call->op->kind != QN_GGML_UNARY && kind == QN_TENSOR_REAL)
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

qn_status qn_run_op_check(const qn_run_op *op, const qn_run_arg *args,
                          double *out_error, bool *out_good, qn_diag *diag) {
  const qn_ggml_call *call = &op->call;
  int64_t at[QN_TENSOR_DIMS] = {0};
  double error = 0, size = 0;
  unary_fn *fn = NULL;
  QN_TRY(find_unary(call, &fn, diag));
  do {
    const double want = expected(call, fn, args, at);
    const double got = element(&call->dst, &args[0], at);
    if (isnan(want) && isnan(got))
      continue;
    // The same infinity is no difference.
    const double difference = want == got ? 0 : got - want;
    error += difference * difference;
    size += isfinite(want) ? want * want : 0;
  } while (next_place(&call->dst, at));
  *out_error = size > 0 ? error / size : error;
  *out_good = *out_error <= bound_of(call);
  return qn_ok();
}
