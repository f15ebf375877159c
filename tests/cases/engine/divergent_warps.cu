// SPDX-License-Identifier: Apache-2.0
// As divergent_warps.hip, by CUDA's operations with the mask that __activemask()
// gives. Where lanes meet again is the compiler's choice there: this is for the
// CPU engine, which has them meet where their ways do.
// OPTIMIZE: 0 1 2 3
// DEVICES: cpu
#include "divergent_warps.h"

int main() { return check_all(); }
