// SPDX-License-Identifier: Apache-2.0
// Threads that return while others of their block go on to a barrier. In CUDA
// they count as being there; for OpenCL all threads have to come.
#ifndef QN_COMPILER_SPIRV_EXITS_H
#define QN_COMPILER_SPIRV_EXITS_H

#include "compiler/unit/unit.h"

// Makes kernels in which that may be a loop around what lies between barriers:
// every thread goes to its only barrier, and from there where it had got to, or
// round again when it has returned, until all have. Behind the optimiser, which
// would thread jumps through it.
qn_status qn_spirv_lower_exits(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_EXITS_H
