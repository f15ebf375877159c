// SPDX-License-Identifier: Apache-2.0
// Shuffles of fibers, many in one operation: each would let all lanes of the
// warp run once. A matrix product in software has 32 that do not need each
// other.
#ifndef QN_COMPILER_CPU_SHUFFLES_H
#define QN_COMPILER_CPU_SHUFFLES_H

#include "compiler/unit/unit.h"

// Joins shuffles with the same mask between which nothing but arithmetic stands
// that can be done before all of them, in code that is optimised already. What
// reads or writes memory ends such a row: lanes may rely on meeting in between.
void qn_cpu_join_shuffles(qn_unit *unit);

#endif // QN_COMPILER_CPU_SHUFFLES_H
