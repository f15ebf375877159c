// SPDX-License-Identifier: Apache-2.0
#include "quern/inspect.h"

#include "support/test.h"

static const char ptx[] =
    ".version 8.0\n.target sm_80\n"
    ".entry _Z1kPfi(.param .u64 a, .param .u32 b) .maxntid 64 {}\n"
    ".entry second() {}\n";

typedef struct seen {
  size_t count, stop_after;
} seen;

static bool on_kernel(void *user, const quern_kernel_view *k) {
  seen *s = user;
  if (s->count == 0) {
    CHECK_TEXT(k->target, "ptx80");
    CHECK_TEXT(k->format, "ptx");
    CHECK_TEXT(k->demangled, "k(float*, int)");
    CHECK_TEXT(k->source, "demangled");
    CHECK_INT(k->argument_count, 2);
    CHECK_TEXT(k->arguments[0]->type, "float*");
    CHECK_TEXT(k->arguments[0]->kind, "pointer");
    CHECK_TEXT(k->arguments[1]->name, "");
    CHECK_INT(k->arguments[1]->offset, 8);
    CHECK_INT(k->arguments_size, 12);
    CHECK_INT(k->max_threads, 64);
    CHECK_INT(k->registers, QUERN_FIGURE_UNKNOWN);
  }
  return ++s->count != s->stop_after;
}

int main(void) {
  quern_error error = QUERN_ERROR_INIT;
  seen s = {0};
  CHECK_INT(quern_inspect_memory(ptx, sizeof(ptx) - 1, on_kernel, &s, &error),
            QUERN_OK);
  CHECK_INT(s.count, 2);
  CHECK_TEXT(error.message, "");
  s = (seen){.stop_after = 1};
  CHECK_INT(quern_inspect_memory(ptx, sizeof(ptx) - 1, on_kernel, &s, NULL),
            QUERN_OK);
  CHECK_INT(s.count, 1);
  CHECK_INT(quern_inspect_memory("hello", 5, on_kernel, &s, &error),
            QUERN_E_UNSUPPORTED);
  CHECK_INT(error.status, QUERN_E_UNSUPPORTED);
  CHECK_TEXT(error.message, "not a format that Quern reads");
  CHECK_INT(quern_inspect_path("no/such/file", on_kernel, &s, &error),
            QUERN_E_NOT_FOUND);
  return 0;
}
