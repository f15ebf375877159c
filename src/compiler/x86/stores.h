// SPDX-License-Identifier: Apache-2.0
// Rows stored under masks, on machines that keep masks as words of lanes.
#ifndef QN_COMPILER_X86_STORES_H
#define QN_COMPILER_X86_STORES_H

#include "compiler/ir/ir.h"

// Stores each register of `bits` whose lanes are all on without a mask: AMD's
// processors before AVX-512 take twelve cycles for a masked store, and where
// rows end it is one register of several that is in part (on a Zen 3 stencil
// takes 65 us, and 55 so).
void qn_x86_store_whole_registers(LLVMValueRef function, unsigned bits);

// Keeps LLVM from making masked stores of choices between a value and what was
// loaded from where it is stored, in registers of `bits`: as the store's
// address is what both meet at, it does so for whole registers of longer
// vectors, too. (On a Zen 3 sort_block takes 11.4 ms, and 7.2 so.)
void qn_x86_keep_choices(LLVMValueRef function, unsigned bits);

#endif // QN_COMPILER_X86_STORES_H
