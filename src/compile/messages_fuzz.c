// SPDX-License-Identifier: Apache-2.0
// Any text as what the tool printed: diagnostics whose texts are pieces of it,
// and a failure when there is an error among them.
#include "compile/messages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct counts {
  size_t input, errors;
} counts;

static void check(void *user, const quern_diagnostic *d) {
  counts *c = user;
  const size_t texts = strlen(d->file) + strlen(d->targets) + strlen(d->text);
  if (d->size != sizeof(*d) || texts > c->input ||
      strlen(d->excerpt) > c->input + 1 || strchr(d->text, '\n') ||
      (!d->line && d->column) || d->severity > QUERN_ERROR)
    __builtin_trap();
  c->errors += d->severity == QUERN_ERROR;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  counts c = {.input = size};
  qn_diag failure = {0}, diag = {0};
  const qn_str text = {(const char *)data, size};
  if (qn_failed(qn_messages_read(text, check, &c, &failure, &diag)) ||
      (c.errors && failure.code == QN_OK))
    __builtin_trap();
  return 0;
}
