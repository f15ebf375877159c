// SPDX-License-Identifier: Apache-2.0
// A copy of a kernel for blocks of a size that is known when it is compiled:
// loops by the block's size, as the steps of a tree in shared memory, become
// straight code. Loops of one region, as the rounds of a loop over the grid
// (grid_loop.h), are left as they are.
#ifndef QN_COMPILER_SPMD_PLAN_SIZED_H
#define QN_COMPILER_SPMD_PLAN_SIZED_H

#include "compiler/spmd/plan/plan.h"

// Whether a kernel for one work-item has barriers and shared memory, does not
// ask for rows, and is small.
bool qn_spmd_may_copy_for_size(LLVMValueRef item);

typedef struct qn_spmd_sized_copy {
  LLVMValueRef made;  // NULL where a copy is no use
  const char *reason; // why; NULL: there is one
} qn_spmd_sized_copy;

// Copies such a kernel, whose barriers may be split or not, for blocks of
// `size` by 1 by 1. It is no use if it has loops left but around one barrier,
// or has become large.
qn_status qn_spmd_copy_for_size(LLVMValueRef item, unsigned size,
                                LLVMTargetMachineRef machine,
                                qn_spmd_sized_copy *out_copy, qn_diag *diag);

typedef struct qn_spmd_step {
  unsigned region;
  uint64_t next; // the regions that may follow, a bit each; that behind the
                 // last region's is the kernel's end
} qn_spmd_step;

// The order in which a group goes through the regions of a plan, each before
// those that follow, but for itself: `order` has room for all of them, up to
// QN_COST_SIZED_REGIONS_MAX. Returns how many there are; 0: a group goes back
// to regions before, or not all work-items get to the end.
unsigned qn_spmd_order_regions(const qn_spmd_plan *plan, qn_spmd_step *order);

#endif // QN_COMPILER_SPMD_PLAN_SIZED_H
