// SPDX-License-Identifier: Apache-2.0
// Conditions that hold together. LLVM selects the second by the first, because
// it may mean nothing where the first does not hold; drivers' compilers find
// the threads that go on, and so whole vectors of them, only in `and` and `or`.
#ifndef QN_COMPILER_SPIRV_CONDITIONS_H
#define QN_COMPILER_SPIRV_CONDITIONS_H

#include "compiler/unit/unit.h"

// Makes `and` and `or` of such conditions where the second can be made to mean
// something everywhere: by taking off what is known of its sums' overflow.
// Behind the optimiser, which makes them.
void qn_spirv_settle_conditions(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_CONDITIONS_H
