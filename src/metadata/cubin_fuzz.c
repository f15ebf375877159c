// SPDX-License-Identifier: Apache-2.0
// Machine code of NVIDIA: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(cubin)
