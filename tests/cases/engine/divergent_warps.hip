// SPDX-License-Identifier: Apache-2.0
// Shuffles and votes without masks where lanes have parted: those that are on
// one way, and in one round of a loop, work together, and all do again where the
// ways meet. The host works out who that is.
// DEVICES: cpu
// OPTIMIZE: 0 1 2 3
#include "divergent_warps.h"

int main() { return check_all(); }
