// SPDX-License-Identifier: Apache-2.0
// What is cheap to compute from a work-item's index and from what its group has
// in common, as `(t & k) == 0` of a sort, is computed where it is used instead
// of being kept for each work-item across the barriers between. Packets that
// keep nothing are quicker, and may be narrower where few have something to do
// (spmd/plan/plan.h).
#ifndef QN_COMPILER_CPU_REMAKE_H
#define QN_COMPILER_CPU_REMAKE_H

#include "compiler/ir/ir.h"

// Does so in a kernel for one work-item, whose barriers are split off.
qn_status qn_cpu_remake(LLVMValueRef item, LLVMTargetMachineRef machine,
                        qn_diag *diag);

#endif // QN_COMPILER_CPU_REMAKE_H
