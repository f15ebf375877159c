// SPDX-License-Identifier: Apache-2.0
// Compressed bundles: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(ccob)
