// SPDX-License-Identifier: Apache-2.0
// Atomic operations as OpenCL drivers take them: relaxed, on integers of 32 and
// 64 bits in global and shared memory. All others become these: loops of
// compare-exchange, branches over where a generic pointer points, plain
// operations on a thread's own memory, and fences before and behind.
#ifndef QN_COMPILER_SPIRV_ATOMICS_H
#define QN_COMPILER_SPIRV_ATOMICS_H

#include "compiler/unit/unit.h"

// May be called again, for what the optimiser made since.
qn_status qn_spirv_lower_atomics(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_ATOMICS_H
