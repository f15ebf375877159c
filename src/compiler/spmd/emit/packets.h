// SPDX-License-Identifier: Apache-2.0
// The functions of a plan's packets.
#ifndef QN_COMPILER_SPMD_EMIT_PACKETS_H
#define QN_COMPILER_SPMD_EMIT_PACKETS_H

#include "compiler/spmd/plan/plan.h"

// Of a barrier region. They return the region that is next, or QN_NEXT_NONE;
// the one for all lanes, in kernels without barriers, also QN_NEXT_AGAIN for
// that it did nothing and is to be done by the masked one (of each row).
typedef struct qn_spmd_packet {
  LLVMValueRef full;   // i32 (context, args)
  LLVMValueRef masked; // i32 (context, args, lanes); tiles have none
  LLVMValueRef range;  // i32 (context, args), or NULL: emit/range.h
  LLVMValueRef half;   // `full` of half as many lanes, or NULL
} qn_spmd_packet;

// A variant's functions. Zeroed: there are none.
typedef struct qn_spmd_code {
  unsigned width, rows;
  qn_spmd_packet *packets; // by region, in the arena
  unsigned count;          // 1: no barrier
  uint32_t frame_size; // bytes of a packet's values that live across barriers
  uint32_t group_size; // bytes of a group's
  bool has_exits;      // frames start with the lanes that are left
} qn_spmd_code;

// Makes a variant's functions, which `variant->reason` has nothing against.
// QN_E_INTERNAL, and none, where the plan allowed what cannot be emitted. The
// code lives in `arena`, not in the plan's.
qn_status qn_spmd_emit_variant(const qn_spmd_plan *plan,
                               const qn_spmd_variant *variant,
                               const qn_target_cpu *cpu, qn_arena *arena,
                               qn_spmd_code *out_code, qn_diag *diag);

#endif // QN_COMPILER_SPMD_EMIT_PACKETS_H
