// SPDX-License-Identifier: Apache-2.0
// Lanes that move on by some places, on machines whose shuffles of 256 bits
// stay within halves.
#ifndef QN_COMPILER_X86_ROTATE_H
#define QN_COMPILER_X86_ROTATE_H

#include "compiler/ir/ir.h"

// Takes lanes in a row of two vectors of words, from an odd place on, by one
// instruction for each register behind the exchange of halves that all such
// places share; LLVM takes two (convolution_row on a Zen 3: 129 us, and 116
// so). For AVX2.
void qn_x86_rotate_lanes(LLVMValueRef function);

#endif // QN_COMPILER_X86_ROTATE_H
