// SPDX-License-Identifier: Apache-2.0
// The order of lanes in whole chains of operations. x86's registers of 256 bits
// have halves that most shuffles stay within: even and odd lanes are taken out
// of two registers in one instruction each, and put together in one each, but
// in an order in which the middle quarters have changed places. Operations of
// each lane alone do not care.
#ifndef QN_COMPILER_X86_REORDER_H
#define QN_COMPILER_X86_REORDER_H

#include "compiler/ir/ir.h"

// Changes the places of the middle quarters of registers in what is computed
// lane by lane from shuffles and goes into shuffles, single lanes and votes
// alone, wherever these then take fewer instructions, and in no block more.
void qn_x86_reorder_lanes(LLVMValueRef function);

#endif // QN_COMPILER_X86_REORDER_H
