// SPDX-License-Identifier: Apache-2.0
// Offload bundles: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(bundle)
