// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(bitcode)
