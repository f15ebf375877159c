// SPDX-License-Identifier: Apache-2.0
// Copies of parts of a kernel for the numbers that trees, sorts and transforms
// in steps of powers of 2 are about. In `keys[t ^ j]` or `2 * t - (t & (j -
// 1))` it depends on `j`, which all work-items have in common, how the lanes'
// addresses are related: with j = 4 they are known but for a common start, and
// from 32 on they are rows. So the code between two barriers becomes
//
//   if (j == 1) ...; else if (j == 2) ...; ... else if (j % 32 == 0) ...;
//   else as it was
//
// where a copy has the constant in the place of `j`, or the low and the high
// bits of indices apart. What the code does is the same, whatever runs it.
#ifndef QN_COMPILER_CPU_CASES_H
#define QN_COMPILER_CPU_CASES_H

#include "compiler/ir/ir.h"

// Makes them in a kernel for one work-item, whose barriers are split off first
// (qn_spmd_split_barriers).
qn_status qn_cpu_make_cases(LLVMValueRef item, LLVMTargetMachineRef machine,
                            qn_diag *diag);

// Kernels that ask for their block along x, and not for their place in it, are
// often launched in blocks of one work-item. In those, packets go along the
// grid: for a width of 1 the index is that of the thread plus that of the block
// in a copy of the kernel, whose collapse width is 1 then
// (spmd/analysis/collapse.h). Only for kernels without barriers.
qn_status qn_cpu_make_grid_case(LLVMValueRef item, bool *out_made,
                                qn_diag *diag);

#endif // QN_COMPILER_CPU_CASES_H
