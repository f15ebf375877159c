// SPDX-License-Identifier: Apache-2.0
// Kernels whose groups all do the same to shared memory: to the same addresses,
// between the same barriers and operations of warps, whatever they read and
// wherever they are in the grid. Where one group has no race there, and reads
// nothing that nobody wrote, none has (device/cpu/check.c, init.c).
#ifndef QN_COMPILER_SPMD_EMIT_ALIKE_H
#define QN_COMPILER_SPMD_EMIT_ALIKE_H

#include "compiler/spmd/analysis/graph.h"

// Whether a kernel with barriers is such, by the calls of checks in it, of
// which it has some; `graph` is that of the whole function.
qn_status qn_spmd_are_groups_alike(LLVMValueRef item,
                                   const qn_spmd_graph *graph, qn_arena *arena,
                                   bool *out_alike, qn_diag *diag);

// Whether it has such calls about shared memory.
bool qn_spmd_has_group_checks(LLVMValueRef item);

#endif // QN_COMPILER_SPMD_EMIT_ALIKE_H
