// SPDX-License-Identifier: Apache-2.0
// Any bytes as a GGUF file: it is refused with a reason, or its tensors are as
// many as it says, with names within the file.
#include "package/ggml/gguf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct seen {
  qn_span file;
  uint64_t count;
} seen;

static void check(void *user, const qn_gguf_tensor *t) {
  seen *s = user;
  const uint8_t *name = (const uint8_t *)t->name.data;
  ++s->count;
  if (t->dims < 1 || t->dims > 4 ||
      (t->name.size && (name < s->file.data ||
                        name + t->name.size > s->file.data + s->file.size)))
    __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  seen s = {.file = {data, size}};
  qn_gguf gguf;
  qn_diag diag = {0};
  const qn_status status = qn_gguf_read(s.file, check, &s, &gguf, &diag);
  if (qn_failed(status) != (diag.message[0] != 0))
    __builtin_trap();
  if (!qn_failed(status) && s.count != gguf.tensor_count)
    __builtin_trap();
  return 0;
}
