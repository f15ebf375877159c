// SPDX-License-Identifier: Apache-2.0
// Warp operations in packets.
#ifndef QN_COMPILER_SPMD_EMIT_WARP_H
#define QN_COMPILER_SPMD_EMIT_WARP_H

#include "compiler/spmd/emit/emit.h"

// Emits a warp operation (qn_devlib_is_warp_op).
void qn_spmd_warp_call(qn_spmd_emitter *e, LLVMValueRef call);

#endif // QN_COMPILER_SPMD_EMIT_WARP_H
