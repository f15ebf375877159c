// SPDX-License-Identifier: Apache-2.0
// CUDA fat binaries: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(fatbin)
