// SPDX-License-Identifier: Apache-2.0
// Work that a condition leaves to every second work-item of a row, or to every
// n-th, is done by the first ones of the row instead:
//
//   if (t % (2 * s) == 0) f(t);   becomes   if (t < n / (2 * s)) f(2 * s * t);
//
// so that packets are full, and those behind have nothing to do
// (spmd/analysis/range.h). It makes no difference to the program where nothing
// but shared memory connects f with what is around it, and barriers are between
// them. What the lanes of a warp do stays in one warp, in their order.
#ifndef QN_COMPILER_CPU_COMPACT_H
#define QN_COMPILER_CPU_COMPACT_H

#include "compiler/ir/ir.h"

// Does so in a kernel for one work-item, whose barriers are split off first
// (qn_spmd_split_barriers), ahead of qn_cpu_make_cases: a code for steps that
// are powers of 2 beside the one for others.
qn_status qn_cpu_compact(LLVMValueRef item, LLVMTargetMachineRef machine,
                         qn_diag *diag);

#endif // QN_COMPILER_CPU_COMPACT_H
