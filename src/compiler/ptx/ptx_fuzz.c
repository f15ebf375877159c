// SPDX-License-Identifier: Apache-2.0
// Any text as inline assembly: it is translated or refused; if refused, without
// any output.
#include "compiler/ptx/ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const qn_ptx_operand operands[] = {
      {"unsigned int", true, -1}, {"float", false, 0}, {"void *", false, -1}};
  const qn_ptx_assembly assembly = {.text = {(const char *)data, size},
                                    .operands = operands,
                                    .operand_count = 3};
  qn_buffer out = {0};
  qn_diag diag = {0};
  const qn_status status = qn_ptx_translate(&assembly, "f", &out, &diag);
  if (qn_failed(status) && out.size)
    __builtin_trap();
  qn_buffer_finish(&out);
  return 0;
}
