// SPDX-License-Identifier: Apache-2.0
// Loops of kernels with warp operations, as Intel's compiler for CPUs bears
// them.
#ifndef QN_COMPILER_SPIRV_ROUNDS_H
#define QN_COMPILER_SPIRV_ROUNDS_H

#include "compiler/unit/unit.h"

// The compiler gives up a kernel's vectors where it knows how a loop with
// branches begins, and then ends the process at the kernel's warp operations.
// So that is not known any more. Where it knows how often a loop goes round, it
// may do the same, and the kernel is refused when it is asked for: with that
// hidden, threads got the values of others.
qn_status qn_spirv_settle_rounds(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_ROUNDS_H
