// SPDX-License-Identifier: Apache-2.0
// Shuffles of shuffles. LLVM joins two where the result has use for all that
// the first one made; here each lane is followed to the vector that it comes
// from, so that lanes which nobody reads need not be put together.
#ifndef QN_COMPILER_IR_LANES_H
#define QN_COMPILER_IR_LANES_H

#include "compiler/ir/ir.h"

// Makes each shuffle in the function take its lanes from where they come from,
// if that is no more than two vectors. What is left over has no uses.
void qn_ir_follow_lanes(LLVMValueRef function);

// The same, in all functions, of shuffles that take apart again what another
// one put together to store it: what a lane of it was is the lane's then, as a
// minimum of it and another. Where such a lane and another one are chosen by a
// comparison of both, that is a maximum or a minimum, too.
void qn_ir_follow_stored(LLVMModuleRef module);

#endif // QN_COMPILER_IR_LANES_H
