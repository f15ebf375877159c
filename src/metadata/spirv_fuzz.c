// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(spirv)
