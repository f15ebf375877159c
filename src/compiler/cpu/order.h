// SPDX-License-Identifier: Apache-2.0
// Which lanes take part in warp operations without masks, in fibers. Divergent
// lanes of a real warp, and of packets, reconverge where their paths meet.
// Fibers do not, so each lane records its path: its position in an order of the
// code in which loops are contiguous, and the round of each loop. Lanes with
// the first paths go on (device/cpu/warp.c); lanes with the same path are
// together.
#ifndef QN_COMPILER_CPU_ORDER_H
#define QN_COMPILER_CPU_ORDER_H

#include "compiler/unit/unit.h"

// Adds calls that record paths to all functions of the module that have a
// context and lead to such operations, if there are any. They have an effect in
// fibers only.
qn_status qn_cpu_add_paths(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_CPU_ORDER_H
