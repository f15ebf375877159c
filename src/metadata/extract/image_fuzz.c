// SPDX-License-Identifier: Apache-2.0
// Any file, as `quern inspect` reads it: identification, containers, kernels.
#include "support/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_file(data, size);
  return 0;
}
