// SPDX-License-Identifier: Apache-2.0
// Values that a packet keeps across barriers, and passes to the next region.
#ifndef QN_COMPILER_SPMD_EMIT_FRAME_H
#define QN_COMPILER_SPMD_EMIT_FRAME_H

#include "compiler/spmd/emit/emit.h"

// Code at a region's start, and at its end, the source block `block`, for the
// lanes that reach it.
void qn_spmd_begin_region(qn_spmd_emitter *e);
void qn_spmd_end_region(qn_spmd_emitter *e, LLVMBasicBlockRef block);
// Marks all other stores as not aliasing spill slots.
void qn_spmd_mark_stores(const qn_spmd_emitter *e);
// The address of a private variable in the packet's frame; NULL when variables
// are on the stack.
LLVMValueRef qn_spmd_frame_variable(qn_spmd_emitter *e, LLVMValueRef variable);

#endif // QN_COMPILER_SPMD_EMIT_FRAME_H
