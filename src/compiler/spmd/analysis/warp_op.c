// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/warp_op.h"

qn_spmd_warp_op qn_spmd_warp_op_of(LLVMValueRef instruction) {
  static const struct {
    const char *name;
    qn_spmd_warp_op op;
  } ops[] = {{"qn_cpu_shuffle", QN_SPMD_SHUFFLE},
             {"qn_cpu_ballot", QN_SPMD_BALLOT},
             {"qn_cpu_active_mask", QN_SPMD_ACTIVE_MASK},
             {"qn_cpu_warp_sync", QN_SPMD_WARP_SYNC}};
  LLVMValueRef callee =
      LLVMIsACallInst(instruction) ? qn_ir_callee(instruction) : NULL;
  for (size_t i = 0; callee && i < sizeof(ops) / sizeof(ops[0]); ++i)
    if (qn_str_equal(qn_ir_name(callee), qn_str_from(ops[i].name)))
      return ops[i].op;
  return QN_SPMD_NO_WARP_OP;
}
