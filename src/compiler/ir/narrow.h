// SPDX-License-Identifier: Apache-2.0
// Vectors of which only the first lanes are used, computed for those alone.
#ifndef QN_COMPILER_IR_NARROW_H
#define QN_COMPILER_IR_NARROW_H

#include "compiler/ir/ir.h"

// In sums of a warp, as `sum += __shfl_down(sum, 16)` down to 1, of which one
// lane is used in the end, each step has use for half of the lanes of the step
// before. LLVM would see that only if no step were used twice.
void qn_ir_narrow_vectors(LLVMModuleRef module);

#endif // QN_COMPILER_IR_NARROW_H
