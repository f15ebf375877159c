// SPDX-License-Identifier: Apache-2.0
// How many work-items of a row a region has anything to do for.
//
// A tree in shared memory halves its threads from barrier to barrier: behind
// `if (t < k)` most packets would only find out that they have nothing to do.
// Where a region comes, by a way that is the same for the whole group and
// without effects, to such a condition, and there is nothing to do for the
// others up to the region's end, packets from k on need not run.
#ifndef QN_COMPILER_SPMD_EMIT_RANGE_H
#define QN_COMPILER_SPMD_EMIT_RANGE_H

#include "compiler/spmd/emit/emit.h"

// Makes `i32 NAME(ptr context, ptr args)`: of the work-items of a row, those
// from this number on do nothing; the first packet is to run in any case, for
// what the group has in common. For regions that have a range
// (qn_spmd_has_range); `group` has the shapes for whole groups.
qn_status qn_spmd_emit_range(const qn_spmd_emit_params *params,
                             const qn_spmd_shapes *group,
                             LLVMValueRef *out_made, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_RANGE_H
