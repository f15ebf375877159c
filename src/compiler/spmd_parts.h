// SPDX-License-Identifier: Apache-2.0
// The parts of a kernel between its barriers.
#ifndef QN_COMPILER_SPMD_PARTS_H
#define QN_COMPILER_SPMD_PARTS_H

#include "compiler/spmd_emit.h"

// What a part does first, in the emitter's first block, and at its end, the
// source block `block`, for the lanes that got there.
void qn_spmd_begin_part(qn_spmd_emitter *e);
void qn_spmd_end_part(qn_spmd_emitter *e, LLVMBasicBlockRef block);

#endif // QN_COMPILER_SPMD_PARTS_H
