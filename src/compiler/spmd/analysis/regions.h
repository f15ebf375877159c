// SPDX-License-Identifier: Apache-2.0
// The regions of a kernel between its barriers: where each begins, and which
// values are live into it, through memory.
//
// All packets of a group run one region before the first runs the next. Values
// that are uniform in the group are kept once; others in the packet's frame;
// private variables are in the frame all the time; and what is cheap to compute
// is recomputed.
#ifndef QN_COMPILER_SPMD_ANALYSIS_REGIONS_H
#define QN_COMPILER_SPMD_ANALYSIS_REGIONS_H

#include "compiler/spmd/analysis/shape.h"

typedef struct qn_spmd_region {
  LLVMBasicBlockRef start;
  LLVMValueRef barrier; // the call that it follows; NULL for the first region
  LLVMValueRef *live;   // values that are live into it
  unsigned live_count;
} qn_spmd_region;

typedef struct qn_spmd_regions {
  qn_spmd_region *all;
  unsigned count;
  qn_map ends;   // of a block that ends in a barrier to the region that follows
  qn_map spills; // of a value: offset << 1, plus 1 if kept once for the group
  uint32_t frame_size; // bytes of a packet
  uint32_t group_size; // bytes of what is kept once
  uint32_t group_used; // the same without what is added for alignment
  unsigned pointer_size;
  // Work-items may return while others go on to a barrier: a packet's frame
  // starts with the bits of the remaining lanes.
  bool has_exits;
} qn_spmd_regions;

// Moves each barrier of `function` to the end of a block of its own, before a
// branch. Has to be done once, before regions are analysed.
void qn_spmd_split_barriers(LLVMValueRef function);

// Finds the regions of a function whose barriers were split. The result is in
// the arena, except for its maps.
qn_status qn_spmd_regions_find(LLVMValueRef function, qn_arena *arena,
                               qn_spmd_regions *regions, qn_diag *diag);
void qn_spmd_regions_finish(qn_spmd_regions *regions);

// Checks whether some work-items of a group may miss a barrier: then
// `*out_reason` says so; it stays NULL if all reach it, except those that
// return. `group` has the shapes for whole groups.
qn_status qn_spmd_regions_check(qn_spmd_regions *regions,
                                const qn_spmd_shapes *group,
                                const char **out_reason, qn_diag *diag);

// Finds the values that are live across barriers, and their spill slots.
// `*out_reason` as above, if there are too many.
qn_status qn_spmd_regions_place(qn_spmd_regions *regions,
                                const qn_spmd_shapes *packet,
                                const qn_spmd_shapes *group,
                                const char **out_reason, qn_diag *diag);

// For qn_spmd_graph_params: ends at barriers; `user` is a qn_spmd_regions.
bool qn_spmd_ends_region(void *user, LLVMBasicBlockRef block);

bool qn_spmd_is_barrier(LLVMValueRef instruction);

// Whether a value is cheap enough to be recomputed in every region.
bool qn_spmd_is_recomputed(LLVMValueRef value);

// Bytes per row in a frame, of values that differ by row.
enum { QN_SPMD_ROW_SIZE = 16 };

// Whether a spill slot (qn_spmd_regions.spills) is kept once for the group.
static inline bool qn_spmd_is_group_slot(uint64_t slot) { return slot & 1; }

// Whether the region that ends with the source block `block` passes on
// something for each lane: a value, or a vote.
bool qn_spmd_leaves_lanes(const qn_spmd_regions *regions,
                          LLVMBasicBlockRef block);

// Whether packets of both widths may run regions of the same group: both only
// have values that are uniform in the group, in the same slots.
bool qn_spmd_regions_match(const qn_spmd_regions *regions,
                           const qn_spmd_regions *other);

#endif // QN_COMPILER_SPMD_ANALYSIS_REGIONS_H
