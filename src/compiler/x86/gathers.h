// SPDX-License-Identifier: Apache-2.0
// Gathers of which lanes are known to be on.
#ifndef QN_COMPILER_X86_GATHERS_H
#define QN_COMPILER_X86_GATHERS_H

#include "compiler/ir/ir.h"

// Loads the words of such lanes one by one, where each is at an index from a
// common address, and all `lanes` of a register are on: no x86 gathers them
// faster than its ports load them, and some more slowly (on a Zen 5 spmv_warp
// 90 us and 84, at x86-64-v4 99 and 93; lower_bound 1715 and 1600, 2200 and
// 1950). Of others there would be a branch for each.
void qn_x86_split_gathers(LLVMValueRef function, unsigned lanes);

#endif // QN_COMPILER_X86_GATHERS_H
