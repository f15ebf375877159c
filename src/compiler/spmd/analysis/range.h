// SPDX-License-Identifier: Apache-2.0
// How many work-items of a row have something to do in a region: packets after
// those need not run.
#ifndef QN_COMPILER_SPMD_ANALYSIS_RANGE_H
#define QN_COMPILER_SPMD_ANALYSIS_RANGE_H

#include "compiler/spmd/analysis/regions.h"

// The input: a region's graph, with the shapes for whole groups.
typedef struct qn_spmd_range {
  const qn_spmd_regions *regions;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *group;
  qn_arena *arena;
} qn_spmd_range;

// index * factor < limit, or <= with `closed`; `linear`: the index in the
// block.
typedef struct qn_spmd_range_limit {
  LLVMValueRef limit;
  LLVMValueRef factor; // uniform in the group; NULL: 1
  bool is_shift;       // index << factor instead
  bool is_signed, closed, linear;
} qn_spmd_range_limit;

// What follows when a group has reached a node without side effects.
typedef enum qn_spmd_range_step {
  QN_SPMD_RANGE_ALL,    // all work-items may have something to do
  QN_SPMD_RANGE_ONE,    // none has: one packet finds the next region
  QN_SPMD_RANGE_LIMIT,  // only those below a limit have
  QN_SPMD_RANGE_PART,   // the same up to the node's postdominator; all go on
  QN_SPMD_RANGE_ON,     // the group goes on to the only successor
  QN_SPMD_RANGE_CHOICE, // all go on to the same one of two
} qn_spmd_range_step;

qn_spmd_range_step qn_spmd_range_step_at(const qn_spmd_range *range,
                                         unsigned node,
                                         qn_spmd_range_limit *out_limit);

// Whether there is a path through the region on which some work-items have
// nothing to do.
bool qn_spmd_has_range(const qn_spmd_range *range);

#endif // QN_COMPILER_SPMD_ANALYSIS_RANGE_H
