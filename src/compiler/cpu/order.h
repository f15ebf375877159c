// SPDX-License-Identifier: Apache-2.0
// Who is together in warp operations without masks, in fibers. Lanes of a real
// warp that part meet again where their ways do, as those of packets. Stacks of
// their own know nothing of that, so each lane keeps its path: where it is in
// an order of the code in which loops are contiguous, and in which round of
// them. The lanes whose paths come first go on (device/cpu/warp.c); those with
// one path are together.
#ifndef QN_COMPILER_CPU_ORDER_H
#define QN_COMPILER_CPU_ORDER_H

#include "compiler/unit/unit.h"

// Adds calls that keep the paths to all functions of the module that have a
// context and lead to such operations, where there are any. They do nothing but
// in fibers.
qn_status qn_cpu_add_paths(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_CPU_ORDER_H
