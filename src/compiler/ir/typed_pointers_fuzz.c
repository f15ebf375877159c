// SPDX-License-Identifier: Apache-2.0
// Any text: what comes out has no type to rewrite, so that once more changes
// nothing.
#include "compiler/ir/typed_pointers.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_buffer once = {0}, twice = {0};
  const qn_str text = {(const char *)data, size};
  if (!qn_failed(qn_typed_pointers_rewrite(text, &once, NULL))) {
    const qn_str made = qn_buffer_str(&once);
    if (qn_failed(qn_typed_pointers_rewrite(made, &twice, NULL)) ||
        !qn_str_equal(made, qn_buffer_str(&twice)))
      __builtin_trap();
  }
  qn_buffer_finish(&once);
  qn_buffer_finish(&twice);
  return 0;
}
