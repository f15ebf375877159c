// SPDX-License-Identifier: Apache-2.0
#include "pregen/model.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "base/system/file.h"
#include "base/system/install.h"
#include "base/text.h"
#include "package/ggml/gguf.h"

enum { TYPES = 64, F32 = 0, F16 = 1, BF16 = 30 }; // ggml's numbers

// What of a file decides about kernels.
typedef struct model {
  bool factor[TYPES]; // of weights that products multiply
  uint64_t beyond;    // tensors of types that have no name or number here
  char strange[40];   // the first of them
  bool has_output;    // a matrix of its own for the last product
  bool has_experts;
  uint32_t embedding; // the type of token_embd
  bool has_embedding;
} model;

static void note_strange(model *m, const qn_gguf_tensor *t) {
  if (!m->beyond++)
    snprintf(m->strange, sizeof(m->strange), "%.*s",
             (int)(t->name.size < 39 ? t->name.size : 39), t->name.data);
}

static void note_tensor(void *user, const qn_gguf_tensor *t) {
  model *m = user;
  if (t->dims < 2)
    return;
  if (!qn_gguf_type_name(t->type)) {
    note_strange(m, t);
    return;
  }
  m->has_output |= qn_str_equal(t->name, QN_STR("output.weight"));
  m->has_experts |= qn_str_search(t->name, QN_STR("_exps.")) != NULL;
  if (qn_str_equal(t->name, QN_STR("token_embd.weight"))) {
    m->has_embedding = true;
    m->embedding = t->type;
  } else {
    m->factor[t->type] = true;
  }
}

// Decoders of text, made of the operations of seven sets; with experts, which
// are sorted, of an eighth. Of other models it is not known.
static bool is_known(qn_str architecture) {
  static const char *const names[] = {
      "llama",   "qwen2",  "qwen2moe",  "qwen3",      "qwen3moe", "gemma",
      "gemma2",  "gemma3", "phi2",      "phi3",       "mistral3", "gpt2",
      "gptneox", "falcon", "starcoder", "starcoder2", "stablelm", "olmo2"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_equal(architecture, qn_str_from(names[i])))
      return true;
  return false;
}

static void put_weights(const model *m, qn_buffer *out) {
  qn_buffer_append_str(out,
                       QN_STR(",\n   \"defines\": {\"QN_GGML_WEIGHTS\": \""));
  for (uint32_t type = 0, count = 0; type < TYPES; ++type)
    if (m->factor[type])
      qn_buffer_printf(out, "%sQN_PRODUCTS(%s)", count++ ? " " : "",
                       qn_gguf_type_name(type));
  if (m->factor[BF16]) // with a cache of that type
    qn_buffer_append_str(out, QN_STR(" QN_PRODUCT(bf16, bf16)"));
  qn_buffer_append_str(out, QN_STR("\"}"));
}

static void put_set(const model *m, const char *folder, const char *set,
                    const char *arch, qn_buffer *out) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof(path), "%s/%s.cu", folder, set);
  qn_buffer_append_str(out, QN_STR("  {\"sources\": ["));
  qn_text_json(qn_str_from(path), out);
  qn_buffer_append_str(out, QN_STR("],\n   \"arch\": "));
  qn_text_json(qn_str_from(arch), out);
  if (strcmp(set, "products") == 0)
    put_weights(m, out);
  qn_buffer_printf(out, ",\n   \"exported_name\": \"ggml_%s\"}", set);
}

static void put_config(const model *m, const qn_gguf *gguf, const char *folder,
                       const char *arch, qn_buffer *out) {
  static const char *const sets[] = {"attention", "copies",   "elements",
                                     "pairs",     "products", "rope",
                                     "rows",      "places"};
  const size_t count = sizeof(sets) / sizeof(sets[0]) -
                       (is_known(gguf->architecture) && !m->has_experts);
  qn_buffer_append_str(
      out, QN_STR("{\"description\": \"What the back end for ggml asks for "
                  "when it runs one model.\",\n \"kernels\": [\n"));
  for (size_t i = 0; i < count; ++i) {
    put_set(m, folder, sets[i], arch, out);
    qn_buffer_append_str(out, i + 1 < count ? QN_STR(",\n") : QN_STR("\n"));
  }
  qn_buffer_append_str(out, QN_STR(" ]}\n"));
}

static void put_notes(const model *m, const qn_gguf *gguf, qn_buffer *out) {
  if (!is_known(gguf->architecture))
    qn_buffer_printf(out,
                     "the operations of architecture '%.*s' are not known: all "
                     "sets of kernels are in the configuration\n",
                     QN_STR_ARG(gguf->architecture));
  if (m->beyond)
    qn_buffer_printf(out,
                     "%" PRIu64 " tensors have types that there are no kernels "
                     "for, '%s' the first: ggml's CPU back end multiplies by "
                     "them\n",
                     m->beyond, m->strange);
}

static qn_status make(qn_span file, const char *arch, qn_buffer *config,
                      qn_buffer *notes, qn_diag *diag) {
  model m = {0};
  qn_gguf gguf;
  char folder[PATH_MAX];
  QN_TRY(qn_gguf_read(file, note_tensor, &m, &gguf, diag));
  if (!gguf.architecture.size)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the file has no 'general.architecture', so no model");
  if (!qn_install_find("kernels/ggml", folder, sizeof(folder)))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "cannot find the kernels that are installed (kernels/ggml)");
  // Norms and biases are f32; the cache of keys is f16, without flash attention
  // a factor, too. A model without an output matrix has its embedding as one.
  m.factor[F32] = m.factor[F16] = true;
  if (m.has_embedding && !m.has_output)
    m.factor[m.embedding] = true;
  put_config(&m, &gguf, folder, arch, config);
  put_notes(&m, &gguf, notes);
  QN_TRY(qn_buffer_check(notes, diag));
  return qn_buffer_check(config, diag);
}

qn_status qn_pregen_model(const char *path, const char *arch,
                          qn_buffer *out_config, qn_buffer *out_notes,
                          qn_diag *diag) {
  qn_file file;
  QN_TRY(qn_file_open(path, 0, &file, diag));
  const qn_status status = make(file.bytes, arch, out_config, out_notes, diag);
  qn_file_close(&file);
  return status;
}
