// SPDX-License-Identifier: Apache-2.0
// Vortex binaries: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(vxbin)
