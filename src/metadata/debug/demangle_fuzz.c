// SPDX-License-Identifier: Apache-2.0
#include "metadata/debug/demangle.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // The prefix is supplied, so that the fuzzer need not find it.
  char *name = malloc(size + 2);
  if (!name)
    return 0;
  memcpy(name, "_Z", 2);
  if (size)
    memcpy(name + 2, data, size);
  qn_arena arena = {0};
  const qn_demangled got = qn_demangle(&arena, (qn_str){name, size + 2});
  if (!got.text.size && got.parameter_count)
    __builtin_trap();
  qn_arena_finish(&arena);
  free(name);
  return 0;
}
