// SPDX-License-Identifier: Apache-2.0
// Machine code of Intel: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(zebin)
