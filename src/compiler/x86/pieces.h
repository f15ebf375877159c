// SPDX-License-Identifier: Apache-2.0
// Rows of several registers that are computed from rows in memory and stored.
#ifndef QN_COMPILER_X86_PIECES_H
#define QN_COMPILER_X86_PIECES_H

#include "compiler/ir/ir.h"

// Computes what is stored register by register, where that is a few operations
// on what is loaded: LLVM orders the parts of one vector backwards where it
// makes loads operands of operations, and memory does not fetch ahead as well
// in that order. Registers have `bits`.
void qn_x86_split_stored(LLVMValueRef function, unsigned bits);

#endif // QN_COMPILER_X86_PIECES_H
