// SPDX-License-Identifier: Apache-2.0
// The shape of loops that ptxas knows.
#ifndef QN_COMPILER_TARGETS_NVIDIA_LOOPS_H
#define QN_COMPILER_TARGETS_NVIDIA_LOOPS_H

#include "compiler/ir/ir.h"

// Makes the branches that end loops go back where their condition is true:
// LLVM's back end cannot turn a branch around, and ptxas unrolls no loop that
// goes back otherwise. For code that is optimised, as passes undo it.
qn_status qn_nvidia_close_loops(LLVMModuleRef module, qn_diag *diag);

#endif // QN_COMPILER_TARGETS_NVIDIA_LOOPS_H
