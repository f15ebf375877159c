// SPDX-License-Identifier: Apache-2.0
// A copy of a kernel for blocks of a size that is known when it is compiled:
// loops by the block's size, as the steps of a tree in shared memory, become
// straight code.
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
// `size` by 1 by 1. It is no use if it has loops left, or has become large.
qn_status qn_spmd_copy_for_size(LLVMValueRef item, unsigned size,
                                LLVMTargetMachineRef machine,
                                qn_spmd_sized_copy *out_copy, qn_diag *diag);

// The order in which a group goes through the regions of a plan, each of them
// once: `order` has room for `plan->region_count`. 0: it depends on what the
// kernel reads, or not all work-items get to the end.
unsigned qn_spmd_order_regions(const qn_spmd_plan *plan, unsigned *order);

#endif // QN_COMPILER_SPMD_PLAN_SIZED_H
