// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/effect.h"

#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/analysis/regions.h"

static bool is_pure_call(LLVMValueRef call) {
  LLVMValueRef callee = qn_ir_callee(call);
  return qn_spmd_whole_function(callee) != QN_SPMD_NOT_WHOLE ||
         (callee && LLVMGetIntrinsicID(callee) != 0 &&
          qn_ir_is_memory_free(callee));
}

bool qn_spmd_has_effect(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    return LLVMGetVolatile(i) ||
           LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
  case LLVMInvoke:
  case LLVMVAArg:
  case LLVMUnreachable:
    return true;
  case LLVMCall:
    return !is_pure_call(i);
  default:
    return false;
  }
}

bool qn_spmd_block_has_effect(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (!qn_spmd_is_barrier(i) && qn_spmd_has_effect(i))
      return true;
  return false;
}
