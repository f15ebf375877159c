// SPDX-License-Identifier: Apache-2.0
// Whatever the input, kernels have distinct names that are valid in C, and the
// text has no byte that a compiler would reject.
#include "package/embed/embed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(qn_str name) {
  if (!name.size || (name.data[0] >= '0' && name.data[0] <= '9'))
    __builtin_trap();
  for (size_t i = 0; i < name.size; ++i) {
    const char c = name.data[i];
    if (c != '_' && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
        !(c >= '0' && c <= '9'))
      __builtin_trap();
  }
}

static void check_text(const qn_buffer *text) {
  for (size_t i = 0; i < text->size && !text->failed; ++i)
    if (text->data[i] < ' ' && text->data[i] != '\n')
      __builtin_trap();
}

static void check_blob(const qn_embed_blob *blob) {
  qn_buffer text = {0}, object = {0};
  size_t hosts;
  for (size_t i = 0; i < blob->kernel_count; ++i) {
    check_name(blob->kernels[i].identifier);
    for (size_t k = 0; k < i && k < 64; ++k)
      if (qn_str_equal(blob->kernels[i].identifier,
                       blob->kernels[k].identifier))
        __builtin_trap();
  }
  qn_embed_header(blob, 1, QN_STR("A_H"), &text);
  qn_embed_rust(blob, 1, NULL, &text);
  check_text(&text);
  if (qn_failed(qn_embed_object(qn_embed_hosts(&hosts), blob, 1, &object,
                                NULL)) != object.failed)
    __builtin_trap();
  qn_buffer_finish(&text);
  qn_buffer_finish(&object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  qn_embed_blob blob = {
      .path = QN_STR("a"), .name = QN_STR("a"), .bytes = {data, size}};
  const qn_status status = qn_embed_read(&blob, &arena, NULL, &diag);
  if (qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  if (!qn_failed(status))
    check_blob(&blob);
  qn_arena_finish(&arena);
  return 0;
}
