// SPDX-License-Identifier: Apache-2.0
// Signatures of arbitrary bytes: the result is an answer or a reason, and the
// arguments of an answer do not overlap.
#include "metadata/debug/signature.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const qn_signatures *s) {
  for (size_t i = 0; i < s->kernel_count; ++i) {
    const qn_kernel *k = &s->kernels[i];
    uint64_t end = 0;
    for (size_t a = 0; a < k->argument_count; ++a) {
      const qn_argument *argument = &k->arguments[a];
      const bool ours = k->source == QN_SOURCE_DWARF;
      if (ours &&
          (!argument->alignment || argument->offset % argument->alignment ||
           argument->offset < end))
        __builtin_trap();
      end = argument->offset + argument->size;
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const qn_str names[] = {{"k", 1}, {"b", 1}, {"w", 1}, {"_Z1mP1N", 7}};
  for (unsigned i = 0; i < 3; ++i) {
    const qn_signature_params params = {
        .names = names,
        .name_count = i == 0 ? 0 : 4,
        .rules = {.assume = i == 1 ? QN_ASSUME_NOTHING : QN_ASSUME_NATURAL},
        .all_wrappers = i == 2,
    };
    qn_signatures s;
    qn_report report = {0};
    qn_diag diag = {0};
    const qn_status status =
        qn_signatures_read((qn_span){data, size}, &params, &report, &s, &diag);
    if (qn_failed(status) != (diag.message[0] != 0) ||
        (!qn_failed(status) && !s.kernel_count && !s.failed))
      __builtin_trap();
    check(&s);
    qn_signatures_finish(&s);
  }
  return 0;
}
