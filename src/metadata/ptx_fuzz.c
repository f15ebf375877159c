// SPDX-License-Identifier: Apache-2.0
// PTX text: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(ptx)
