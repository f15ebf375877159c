// SPDX-License-Identifier: Apache-2.0
// Bundles of texts: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(text_bundle)
