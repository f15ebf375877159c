// SPDX-License-Identifier: Apache-2.0
// macOS programs: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(macho)
