// SPDX-License-Identifier: Apache-2.0
// How loops begin and end, as Intel's compiler for CPUs bears it.
#ifndef QN_COMPILER_SPIRV_ROUNDS_H
#define QN_COMPILER_SPIRV_ROUNDS_H

#include "compiler/unit/unit.h"

// The compiler gives up the vectors of a kernel with warp operations where it
// knows how a loop with branches begins, and then ends the process at them. In
// loops in which threads part at a branch, of any kernel, and where it makes
// vectors for AVX-512, it let some threads go round once more than others: a
// wrong result. So how such loops begin is not known any more. Where it knows
// how often a loop goes round, it may do the same, and the kernel is refused
// when it is asked for: with that hidden, threads got the values of others.
qn_status qn_spirv_settle_rounds(qn_unit *unit, qn_diag *diag);

// Where it makes vectors of a loop's rounds, a counter has a wrong value in the
// rounds that are left over, or the compiler ends the process, if what the
// counter was in the last round is used behind the loop. So that is computed of
// what it came to.
qn_status qn_spirv_settle_counters(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_ROUNDS_H
