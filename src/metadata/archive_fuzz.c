// SPDX-License-Identifier: Apache-2.0
// ar archives: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(archive)
