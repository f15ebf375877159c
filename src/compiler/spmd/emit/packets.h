// SPDX-License-Identifier: Apache-2.0
// The functions of a plan's packets.
#ifndef QN_COMPILER_SPMD_EMIT_PACKETS_H
#define QN_COMPILER_SPMD_EMIT_PACKETS_H

#include "compiler/spmd/plan/plan.h"

// The functions of a barrier region. They return the next region, or
// QN_NEXT_NONE; in kernels without barriers the one for all lanes may also
// return QN_NEXT_AGAIN: it had no side effects, and the masked one has to run
// instead (for each row).
typedef struct qn_spmd_packet {
  LLVMValueRef full;   // i32 (context, args)
  LLVMValueRef masked; // i32 (context, args, lanes); NULL: packets are full
  LLVMValueRef range;  // i32 (context, args), or NULL: emit/range.h
  LLVMValueRef half;   // `full` of half as many lanes, or NULL
  LLVMValueRef single; // `full` of one work-item, or NULL
  unsigned single_max; // work-items that it does best one after another
} qn_spmd_packet;

// A variant's functions. Zeroed: there are none.
typedef struct qn_spmd_code {
  unsigned width, rows;
  qn_spmd_packet *packets; // by region, in the arena
  unsigned count;          // 1: no barrier
  uint32_t frame_size;     // bytes of a packet's values live across barriers
  uint32_t group_size;     // bytes of a group's
  uint32_t group_used;     // the same without what is added for alignment
  bool is_alike;           // as in the emitter's parameters
  bool has_exits;          // frames start with the bits of the remaining lanes
} qn_spmd_code;

// Makes the functions of a variant that has no `reason`. QN_E_INTERNAL, and no
// functions, if the plan allowed what cannot be emitted. The code is in
// `arena`, not in the plan's.
qn_status qn_spmd_emit_variant(const qn_spmd_plan *plan,
                               const qn_spmd_variant *variant,
                               const qn_target_cpu *cpu, qn_arena *arena,
                               qn_spmd_code *out_code, qn_diag *diag);

// Deletes functions that nothing calls.
void qn_spmd_delete_code(qn_spmd_code *code);

#endif // QN_COMPILER_SPMD_EMIT_PACKETS_H
