// SPDX-License-Identifier: Apache-2.0
// Threads that return while others of their block go on to a barrier. In CUDA
// they count as being there; for OpenCL all threads have to come. And threads
// that wait for others of their block, which devices may run one after another.
#ifndef QN_COMPILER_SPIRV_EXITS_H
#define QN_COMPILER_SPIRV_EXITS_H

#include "compiler/unit/unit.h"

// What a thread calls that has to wait for others, to let them run.
#define QN_SPIRV_YIELD "__qn_spirv_yield"

// Makes fences of sleeps of libraries' that wait for what other blocks have
// found: kernels need not be the loop below for them. Before functions are
// inlined.
void qn_spirv_settle_sleeps(const qn_unit *unit);

// Makes kernels in which that may be a loop around what lies between barriers:
// every thread goes to its only barrier, and from there where it had got to, or
// round again when it has returned, until all have. Who waits for others comes
// there, too, and goes on before those that are at a barrier. Behind the
// optimiser, which would thread jumps through it.
qn_status qn_spirv_lower_exits(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_EXITS_H
