// SPDX-License-Identifier: Apache-2.0
// Loops with the grid's step, as
//
//   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
//        i += gridDim.x * blockDim.x)
//
// A packet that did all of its rounds before the next one begins would go over
// the whole array a cache line at a time, with a page or more between two of
// them. All packets of a group do one round instead before the first does the
// next, as if there were a barrier between rounds: what a group accesses in a
// round lies together.
//
//   for (start = blockIdx.x * blockDim.x; start < n; start += step) {
//     barrier();
//     if (threadIdx.x < n - start) f(start + threadIdx.x);
//   }
#ifndef QN_COMPILER_SPMD_PLAN_GRID_LOOP_H
#define QN_COMPILER_SPMD_PLAN_GRID_LOOP_H

#include "base/buffer.h"
#include "compiler/ir/ir.h"

// A kernel for packets alone, as in launches that these do not take indices may
// wrap.
typedef struct qn_spmd_rounds_copy {
  LLVMValueRef made; // NULL: the kernel has no such loop
  // (args, launch): whether indices do not wrap beyond the loops' limits.
  LLVMValueRef fits;
} qn_spmd_rounds_copy;

// Makes such a copy of a kernel for one work-item that has such loops, for
// blocks of `size` along x; 0: of any.
qn_status qn_spmd_copy_by_rounds(LLVMValueRef item, unsigned size,
                                 LLVMTargetMachineRef machine,
                                 qn_spmd_rounds_copy *out, qn_diag *diag);
// Says of each loop with the grid's step whether it goes by rounds, in blocks
// whose rows are multiples of `row`, or why not: a reason that excludes all, or
// its own. A line each: "rounds", place, `row`, reason, with tabs.
qn_status qn_spmd_explain_rounds(LLVMValueRef item, unsigned row,
                                 const char *excluded, qn_buffer *out,
                                 qn_diag *diag);
// Deletes the copy, and `fits` if nobody calls it.
void qn_spmd_drop_rounds(qn_spmd_rounds_copy *rounds);

#endif // QN_COMPILER_SPMD_PLAN_GRID_LOOP_H
