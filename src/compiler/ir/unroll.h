// SPDX-License-Identifier: Apache-2.0
// Several rounds of a loop in one.
#ifndef QN_COMPILER_IR_UNROLL_H
#define QN_COMPILER_IR_UNROLL_H

#include "compiler/ir/ir.h"

// Marks the function's loops of one block to be unrolled `rounds` times,
// whatever their number of rounds is; those left over run one by one, ahead of
// the others. What they compute is computed in the same order.
void qn_ir_mark_rounds(LLVMValueRef function, unsigned rounds);

// Unrolls the loops that are marked, wherever they were inlined, and no others.
qn_status qn_ir_unroll_marked(LLVMModuleRef module,
                              LLVMTargetMachineRef machine, qn_diag *diag);

#endif // QN_COMPILER_IR_UNROLL_H
