// SPDX-License-Identifier: Apache-2.0
#include "cli/run/op.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "package/ggml/quants.h"

// ---- Tensors given on the command line

// The output of an operation, unless one is given.
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

// 32-bit integers, signed or not, or the bits of a float: "1,0x3f800000".
static qn_status read_params(const char *text, qn_ggml_call *call,
                             qn_diag *diag) {
  qn_str rest = qn_str_from(text), word;
  size_t count = 0;
  while (rest.size && qn_str_split(&rest, ',', &word)) {
    uint64_t value;
    const bool negative = qn_str_starts(word, QN_STR("-"));
    if (!qn_text_uint(qn_str_skip(word, negative), &value) ||
        value > (negative ? UINT64_C(1) << 31 : UINT32_MAX))
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "--op-params takes integers of 32 bits, or the bits of a "
                     "float as 0x3f800000, not '%.*s'",
                     QN_STR_ARG(word));
    if (count == QN_GGML_PARAMS)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "--op-params takes at most %d integers", QN_GGML_PARAMS);
    call->params[count++] = (uint32_t)(negative ? 0 - value : value);
  }
  return qn_ok();
}

static qn_status read_call(const qn_run_op_params *params, qn_ggml_call *call,
                           qn_diag *diag) {
  QN_TRY(qn_ggml_op_find(qn_str_from(params->op), &call->op, diag));
  QN_TRY(read_tensors(params->tensors ? params->tensors : "", call, diag));
  QN_TRY(read_params(params->op_params ? params->op_params : "", call, diag));
  QN_TRY(qn_ggml_check(call, NULL, diag));
  qn_ggml_normalize(call);
  return qn_ok();
}

// ---- Finding

static qn_status find(const qn_run_op_params *params, qn_run_op *op,
                      quern_store_kernel *out, char *tried, qn_diag *diag) {
  const char *inputs[QN_GGML_SOURCES];
  qn_buffer texts[QN_GGML_SOURCES + 1] = {0};
  for (size_t i = 0; i <= op->call.src_count; ++i)
    qn_tensor_print(i ? &op->call.src[i - 1] : &op->call.dst, &texts[i]);
  for (size_t i = 0; i < op->call.src_count; ++i)
    inputs[i] = qn_buffer_text(&texts[i + 1]);
  quern_error error = QUERN_ERROR_INIT;
  const quern_store_op wanted = {.size = sizeof(wanted),
                                 .name = op->call.op->name,
                                 .output = qn_buffer_text(&texts[0]),
                                 .inputs = inputs,
                                 .input_count = op->call.src_count,
                                 .params = op->call.params,
                                 .param_count = QN_GGML_PARAMS};
  const quern_store_query query = {.size = sizeof(query),
                                   .device = params->target,
                                   .op = &wanted,
                                   .tried = tried,
                                   .tried_size = QUERN_STORE_TRIED_SIZE};
  (void)quern_store_find(op->store, &query, out, &error);
  for (size_t i = 0; i <= QN_GGML_SOURCES; ++i)
    qn_buffer_finish(&texts[i]);
  return qn_api_fail(diag, &error);
}

static bool is_quantized(const qn_tensor *tensor) {
  return qn_tensor_info_of(tensor->type)->kind == QN_TENSOR_QUANTIZED;
}

// Blocks are raw bytes at first; qn_run_op_fill turns them into valid numbers.
static const char *argument(qn_run_op *op, const qn_tensor *tensor,
                            const char *contents) {
  const qn_tensor_info *info = qn_tensor_info_of(tensor->type);
  if (is_quantized(tensor))
    return qn_arena_printf(&op->arena, "u8[%" PRId64 "]=%s",
                           qn_tensor_size(tensor), contents)
        .data;
  return qn_arena_printf(&op->arena, "%s[%" PRId64 "]=%s", info->name,
                         qn_tensor_size(tensor) / (int64_t)info->size, contents)
      .data;
}

// The arguments of `quern run` that launch it.
static qn_status make_words(qn_run_op *op, const quern_store_kernel *kernel,
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

static void report_tried(const qn_cli *cli, const char *tried) {
  qn_str rest = qn_str_from(tried), line;
  while (rest.size && qn_str_split(&rest, '\n', &line))
    if (line.size)
      qn_cli_done(cli, "   = tried %.*s", QN_STR_ARG(line));
}

static qn_status open_store(const qn_run_op_params *params, qn_run_op *op,
                            qn_diag *diag) {
  quern_error error = QUERN_ERROR_INIT;
  const uint32_t flags = params->folders->count ? 0 : QUERN_STORE_ENVIRONMENT;
  if (quern_store_create(flags, &op->store, &error) != QUERN_OK)
    return qn_api_fail(diag, &error);
  for (size_t i = 0; i < params->folders->count; ++i)
    if (quern_store_add(op->store, params->folders->items[i], &error) !=
        QUERN_OK)
      return qn_api_fail(diag, &error);
  return qn_ok();
}

int qn_run_op_prepare(const qn_cli *cli, const qn_run_op_params *params,
                      qn_run_op *op) {
  qn_diag diag = {0};
  char tried[QUERN_STORE_TRIED_SIZE] = "";
  quern_store_kernel kernel = QUERN_STORE_KERNEL_INIT;
  *op = (qn_run_op){0};
  qn_status status = read_call(params, &op->call, &diag);
  if (qn_failed(status)) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_USAGE;
  }
  status = open_store(params, op, &diag);
  if (!qn_failed(status))
    status = find(params, op, &kernel, tried, &diag);
  if (!qn_failed(status))
    status = make_words(op, &kernel, &diag);
  if (!qn_failed(status)) {
    qn_cli_verbose(cli, "%s for %s: %s", kernel.name, kernel.arch, kernel.path);
    return QN_EXIT_OK;
  }
  const int code = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  report_tried(cli, tried);
  return code;
}

void qn_run_op_fill(const qn_run_op *op, qn_run_arg *args) {
  for (size_t i = 0; i < op->call.src_count; ++i) {
    const qn_tensor *t = &op->call.src[i];
    qn_run_arg *arg = &args[1 + i];
    if (!is_quantized(t))
      continue;
    qn_quant_tame(t->type, arg->bytes,
                  arg->size / qn_tensor_info_of(t->type)->size);
    memcpy(arg->initial, arg->bytes, arg->size);
  }
}

void qn_run_op_finish(qn_run_op *op) {
  quern_store_destroy(op->store);
  qn_arena_finish(&op->arena);
}
