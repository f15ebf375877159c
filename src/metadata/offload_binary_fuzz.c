// SPDX-License-Identifier: Apache-2.0
// Offload binaries: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(offload_binary)
