// SPDX-License-Identifier: Apache-2.0
// Fuzz targets of the readers: what any input must keep to.
//
// A failure has a message and success has none, every text that was read can be
// touched, and alignments are powers of two. FUZZ_FORMAT(id) makes the target
// for one format: its extractor gets the bytes whether its probe takes them or
// not, and its walk when it does.
#ifndef QN_TESTS_SUPPORT_FUZZ_H
#define QN_TESTS_SUPPORT_FUZZ_H

#include "metadata/extract/extract.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const qn_limits fuzz_limits = {1 << 20, 4, 64, 4096, QN_DETAIL_ALL};

static volatile uint8_t fuzz_sink;

static inline void fuzz_touch(qn_str text) {
  for (size_t i = 0; i < text.size; ++i)
    fuzz_sink ^= (uint8_t)text.data[i];
}

static inline void fuzz_touch_arguments(const qn_argument *arguments,
                                        size_t count) {
  for (size_t i = 0; i < count; ++i) {
    fuzz_touch(arguments[i].name);
    fuzz_touch(arguments[i].type);
    fuzz_touch(arguments[i].hidden);
    if (arguments[i].alignment & (arguments[i].alignment - 1))
      __builtin_trap();
  }
}

static inline qn_status fuzz_visit(void *user, const qn_item *item,
                                   qn_diag *outer) {
  (void)user, (void)outer;
  const qn_limits limits = fuzz_limits;
  qn_arena arena = {0};
  qn_image image;
  qn_diag diag = {0};
  if (qn_failed(qn_image_read(item, &limits, &arena, &image, &diag)) !=
      (diag.message[0] != 0))
    __builtin_trap();
  fuzz_touch(image.target);
  fuzz_touch(image.version);
  for (size_t i = 0; i < image.warning_count; ++i)
    fuzz_touch(image.warnings[i]);
  for (size_t i = 0; i < image.kernel_count; ++i) {
    const qn_kernel *k = &image.kernels[i];
    fuzz_touch(k->name);
    fuzz_touch(k->symbol);
    fuzz_touch(k->demangled);
    fuzz_touch_arguments(k->arguments, k->argument_count);
    fuzz_touch_arguments(k->hidden, k->hidden_count);
    for (size_t j = 0; j < k->entry_count; ++j)
      fuzz_touch(k->entries[j].symbol);
  }
  qn_arena_finish(&arena);
  return qn_ok();
}

// All that `quern inspect` does with a file.
static inline void fuzz_file(const uint8_t *data, size_t size) {
  qn_diag diag = {0};
  const qn_status status = qn_format_walk((qn_span){data, size}, &fuzz_limits,
                                          fuzz_visit, NULL, &diag);
  if (qn_failed(status) != (diag.message[0] != 0) || status.code != diag.code)
    __builtin_trap();
}

static inline void fuzz_format(const qn_format *format, const uint8_t *data,
                               size_t size) {
  const qn_span bytes = {data, size};
  const qn_item item = {.format = format, .bytes = bytes};
  (void)qn_failed(fuzz_visit(NULL, &item, NULL));
  if (format->walk && format->probe(bytes))
    fuzz_file(data, size);
}

#define FUZZ_FORMAT(id)                                                        \
  extern const qn_format qn_format_##id;                                       \
  int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {               \
    fuzz_format(&qn_format_##id, data, size);                                  \
    return 0;                                                                  \
  }

#endif // QN_TESTS_SUPPORT_FUZZ_H
