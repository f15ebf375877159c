// SPDX-License-Identifier: Apache-2.0
// Windows programs: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(pe)
