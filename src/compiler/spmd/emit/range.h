// SPDX-License-Identifier: Apache-2.0
// How many work-items of a row have something to do in a region.
//
// A tree in shared memory halves its threads from barrier to barrier: after
// `if (t < k)` most packets would only find that they have nothing to do. If a
// region reaches such a condition on a path that is uniform in the group and
// has no side effects, and the other work-items have nothing to do up to the
// region's end, packets from k on need not run.
#ifndef QN_COMPILER_SPMD_EMIT_RANGE_H
#define QN_COMPILER_SPMD_EMIT_RANGE_H

#include "compiler/spmd/emit/emit.h"

// Makes `i32 NAME(ptr context, ptr args)`, which returns the number of
// work-items of a row from which on none has anything to do; the first packet
// has to run in any case, for what is uniform in the group. For regions that
// have a range (qn_spmd_has_range); `group` has the shapes for whole groups.
qn_status qn_spmd_emit_range(const qn_spmd_emit_params *params,
                             const qn_spmd_shapes *group,
                             LLVMValueRef *out_made, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_RANGE_H
