// SPDX-License-Identifier: Apache-2.0
// From which work-item of a row on there is nothing to do in a region: packets
// from there on are left out.
#ifndef QN_COMPILER_SPMD_ANALYSIS_RANGE_H
#define QN_COMPILER_SPMD_ANALYSIS_RANGE_H

#include "compiler/spmd/analysis/regions.h"

// What is looked through: a region's graph, with the shapes for whole groups.
typedef struct qn_spmd_range {
  const qn_spmd_regions *regions;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *group;
  qn_arena *arena;
} qn_spmd_range;

// index < limit, or <= with `closed`; `linear`: the index in the block.
typedef struct qn_spmd_range_limit {
  LLVMValueRef limit;
  bool is_signed, closed, linear;
} qn_spmd_range_limit;

// What is known when a group has come to a node without doing anything.
typedef enum qn_spmd_range_step {
  QN_SPMD_RANGE_ALL,    // all may have something to do
  QN_SPMD_RANGE_ONE,    // nobody has: one packet finds out what is next
  QN_SPMD_RANGE_LIMIT,  // only those below a limit have
  QN_SPMD_RANGE_ON,     // it goes on with the only successor
  QN_SPMD_RANGE_CHOICE, // or with one of two, the same for all
} qn_spmd_range_step;

qn_spmd_range_step qn_spmd_range_step_at(const qn_spmd_range *range,
                                         unsigned node,
                                         qn_spmd_range_limit *out_limit);

// Whether there is a way through the region on which some have nothing to do.
bool qn_spmd_has_range(const qn_spmd_range *range);

#endif // QN_COMPILER_SPMD_ANALYSIS_RANGE_H
