// SPDX-License-Identifier: Apache-2.0
// Any file, as `quern inspect` reads it: identification, containers, kernels.
#include "metadata/extract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile uint8_t sink;

static void touch(qn_str text) {
  for (size_t i = 0; i < text.size; ++i)
    sink ^= (uint8_t)text.data[i];
}

static void touch_arguments(const qn_argument *arguments, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    touch(arguments[i].name);
    touch(arguments[i].type);
    touch(arguments[i].hidden);
    if (arguments[i].alignment & (arguments[i].alignment - 1))
      __builtin_trap();
  }
}

static qn_status visit(void *user, const qn_item *item, qn_diag *outer) {
  (void)user, (void)outer;
  const qn_limits limits = {1 << 20, 4, 64, 4096};
  qn_arena arena = {0};
  qn_image image;
  qn_diag diag = {0};
  if (qn_failed(qn_image_read(item, &limits, &arena, &image, &diag)) !=
      (diag.message[0] != 0))
    __builtin_trap();
  touch(image.target);
  touch(image.version);
  for (size_t i = 0; i < image.warning_count; ++i)
    touch(image.warnings[i]);
  for (size_t i = 0; i < image.kernel_count; ++i) {
    const qn_kernel *k = &image.kernels[i];
    touch(k->name);
    touch(k->symbol);
    touch(k->demangled);
    touch_arguments(k->arguments, k->argument_count);
    touch_arguments(k->hidden, k->hidden_count);
    for (size_t j = 0; j < k->entry_count; ++j)
      touch(k->entries[j].symbol);
  }
  qn_arena_finish(&arena);
  return qn_ok();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const qn_limits limits = {1 << 20, 4, 64, 4096};
  qn_diag diag = {0};
  const qn_status status =
      qn_format_walk((qn_span){data, size}, &limits, visit, NULL, &diag);
  if (qn_failed(status) != (diag.message[0] != 0) || status.code != diag.code)
    __builtin_trap();
  return 0;
}
