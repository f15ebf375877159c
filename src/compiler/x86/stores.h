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

#endif // QN_COMPILER_X86_STORES_H
