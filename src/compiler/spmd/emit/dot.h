// SPDX-License-Identifier: Apache-2.0
// Sums of products of bytes (__dp4a), a word of four for each lane.
#ifndef QN_COMPILER_SPMD_EMIT_DOT_H
#define QN_COMPILER_SPMD_EMIT_DOT_H

#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/emit/emit.h"

// Defines the call `i` of such a function, of operands that vary.
void qn_spmd_dot(qn_spmd_emitter *e, LLVMValueRef i, qn_spmd_whole kind);

#endif // QN_COMPILER_SPMD_EMIT_DOT_H
