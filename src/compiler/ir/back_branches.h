// SPDX-License-Identifier: Apache-2.0
// The branches that end loops.
#ifndef QN_COMPILER_IR_BACK_BRANCHES_H
#define QN_COMPILER_IR_BACK_BRANCHES_H

#include "compiler/ir/ir.h"

// Makes branches that go back where their condition is false go back where it
// is true. LLVM's back end of PTX cannot turn a branch around, and ptxas
// unrolls no loop that goes back otherwise. For code that is optimised, as
// passes undo it. QN_E_MEMORY: some are as they were.
qn_status qn_ir_turn_back_branches(LLVMModuleRef module, qn_diag *diag);

#endif // QN_COMPILER_IR_BACK_BRANCHES_H
