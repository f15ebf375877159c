// SPDX-License-Identifier: Apache-2.0
// Which instructions are warp operations.
#ifndef QN_COMPILER_SPMD_ANALYSIS_WARP_OP_H
#define QN_COMPILER_SPMD_ANALYSIS_WARP_OP_H

#include "compiler/ir/ir.h"

typedef enum qn_spmd_warp_op {
  QN_SPMD_NO_WARP_OP,
  QN_SPMD_SHUFFLE,
  QN_SPMD_BALLOT,
  QN_SPMD_ACTIVE_MASK,
  QN_SPMD_WARP_SYNC,
} qn_spmd_warp_op;

// Which warp operation an instruction is.
qn_spmd_warp_op qn_spmd_warp_op_of(LLVMValueRef instruction);

#endif // QN_COMPILER_SPMD_ANALYSIS_WARP_OP_H
