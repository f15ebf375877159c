// SPDX-License-Identifier: Apache-2.0
// Integers that are too large for half.
#ifndef QN_COMPILER_IR_HALVES_H
#define QN_COMPILER_IR_HALVES_H

#include "compiler/ir/ir.h"

// Bounds what becomes half out of integers of more than 16 bits, directly or by
// way of whatever qn_ir_find_integers follows. What is converted stays the
// same: beyond the bounds all is infinite. LLVM (22) takes an integer of at
// most 11 significant bits for one that half holds exactly, however large it
// is, and leaves out half when the value is widened again, so that infinity
// would become the integer's value. To be called before anything is optimised.
void qn_ir_bound_halves(LLVMModuleRef module);

// Makes of products that become half sums of the product and -0, which are the
// same. For AMD's GPUs LLVM (22) makes such a sum itself, but with 0: of -0,
// and of what is too small and negative, that makes 0. To be called when all is
// optimised: LLVM would take the sums away.
void qn_ir_keep_zero_signs(LLVMModuleRef module);

#endif // QN_COMPILER_IR_HALVES_H
