// SPDX-License-Identifier: Apache-2.0
// Which branches the threads of a block may leave in several ways. What is not
// known to be the same for all of a block counts as different.
#ifndef QN_COMPILER_SPIRV_DIVERGENCE_H
#define QN_COMPILER_SPIRV_DIVERGENCE_H

#include "compiler/spmd/analysis/graph.h"
#include "compiler/unit/unit.h"

enum { QN_SPIRV_SCOPE_BLOCK = 2 };

// Whether an instruction is a barrier of the block.
bool qn_spirv_is_barrier(LLVMValueRef i);

// Whether an instruction may write to memory, or orders what others write.
bool qn_spirv_may_write(LLVMValueRef i);

// Whether a kernel has branches that the graph has no edges for.
bool qn_spirv_has_switch(LLVMValueRef kernel);

typedef struct qn_spirv_divergence {
  const qn_spmd_graph *graph; // of the whole kernel
  qn_map differ;              // values (LLVMValueRef)
  uint64_t *branches;         // nodes that end in a divergent branch
} qn_spirv_divergence;

// `graph` has no refusal by its size or its branches. With `no_races` global
// memory that a kernel only reads counts, too: all of a block find the same
// where no order is between them and who writes there. The bits are in the
// arena; `finish` has to be called in any case.
qn_status qn_spirv_divergence_find(const qn_spmd_graph *graph, bool no_races,
                                   qn_arena *arena,
                                   qn_spirv_divergence *divergence,
                                   qn_diag *diag);
void qn_spirv_divergence_finish(qn_spirv_divergence *divergence);

// Calls `use` for each of the unit's kernels that has a graph. `arena` is the
// kernel's alone.
typedef qn_status qn_spirv_use(qn_unit *unit, const qn_spirv_divergence *d,
                               qn_arena *arena, qn_diag *diag);
qn_status qn_spirv_each_divergence(qn_unit *unit, qn_spirv_use *use,
                                   qn_diag *diag);

// The unit's kernel of that number.
LLVMValueRef qn_spirv_kernel(const qn_unit *unit, size_t number);

// Adds to `set` the nodes that threads which part at `branch` pass before they
// meet again.
void qn_spirv_parted(const qn_spmd_graph *graph, unsigned branch,
                     uint64_t *set);

#endif // QN_COMPILER_SPIRV_DIVERGENCE_H
