// SPDX-License-Identifier: Apache-2.0
// The parts of a kernel between its barriers: where each begins, and which
// values it takes over from the one before, through memory.
//
// All packets of a group run one part before the first runs the next. Values
// that are the same for the whole group are kept once; others in the packet's
// frame; private variables stay in the frame altogether; and what is cheap to
// compute is computed again.
#ifndef QN_COMPILER_SPMD_EMIT_REGIONS_H
#define QN_COMPILER_SPMD_EMIT_REGIONS_H

#include "compiler/spmd/emit/emit.h"

typedef struct qn_spmd_part {
  LLVMBasicBlockRef start;
  LLVMValueRef barrier; // the call that it follows; NULL for the first part
  LLVMValueRef *live;   // values that it takes over
  unsigned live_count;
} qn_spmd_part;

typedef struct qn_spmd_parts {
  qn_spmd_part *parts;
  unsigned count;
  qn_map ends;   // of a block that ends in a barrier to the part that follows
  qn_map places; // of a value: offset << 1, plus 1 if kept once for the group
  uint32_t frame_size; // bytes of a packet
  uint32_t group_size; // bytes of what is kept once
  unsigned pointer_size;
  // Work-items may return while others go on to a barrier: a packet's frame
  // starts with the bits of the lanes that are left.
  bool has_exits;
} qn_spmd_parts;

// Moves each barrier of `function` to the end of a block of its own and finds
// the parts. `*out_parts` lives in the arena but for its maps.
qn_status qn_spmd_parts_split(LLVMValueRef function, qn_arena *arena,
                              qn_spmd_parts *parts, qn_diag *diag);
void qn_spmd_parts_finish(qn_spmd_parts *parts);

// QN_E_UNSUPPORTED when work-items of a group may not all come to a barrier,
// but for those that return instead. `group` has the shapes for whole groups.
qn_status qn_spmd_parts_check(qn_spmd_parts *parts, const qn_spmd_shapes *group,
                              qn_diag *diag);

// Finds what lives across barriers, and a place for each.
qn_status qn_spmd_parts_place(qn_spmd_parts *parts,
                              const qn_spmd_shapes *packet,
                              const qn_spmd_shapes *group, qn_diag *diag);

// For qn_spmd_graph_params: ends at barriers; `user` is a qn_spmd_parts.
bool qn_spmd_ends_part(void *user, LLVMBasicBlockRef block);

bool qn_spmd_is_barrier(LLVMValueRef instruction);

// Whether the part that ends with the source block `block` leaves something of
// its own for each lane: a value, or a vote.
bool qn_spmd_leaves_lanes(const qn_spmd_parts *parts, LLVMBasicBlockRef block);

// Whether packets of another width may run parts of the same group: neither has
// anything to keep but what the group has in common, at the same places.
bool qn_spmd_parts_fit(const qn_spmd_parts *parts, const qn_spmd_parts *other);

// ---- For the emitter

// What a part does first, and at its end, the source block `block`, for the
// lanes that got there.
void qn_spmd_begin_part(qn_spmd_emitter *e);
void qn_spmd_end_part(qn_spmd_emitter *e, LLVMBasicBlockRef block);
// Says of all other stores that they are not to places of values.
void qn_spmd_mark_stores(const qn_spmd_emitter *e);
// The address of a private variable in the packet's frame; NULL when variables
// are on the stack.
LLVMValueRef qn_spmd_frame_variable(qn_spmd_emitter *e, LLVMValueRef variable);

#endif // QN_COMPILER_SPMD_EMIT_REGIONS_H
