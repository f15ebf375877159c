// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/invariant.h"

#include "compiler/spmd/analysis/regions.h"

static qn_status fail(LLVMValueRef i, const char *what, const char *step,
                      qn_diag *diag) {
  char *text = LLVMPrintValueToString(i);
  const qn_status status = qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                                   "after %s: %s: %s", step, what, text);
  LLVMDisposeMessage(text);
  return status;
}

// The block that a use of a value belongs to: for a phi, the block that the
// value comes from.
static LLVMBasicBlockRef block_of_use(LLVMUseRef use, LLVMValueRef value) {
  LLVMValueRef user = LLVMGetUser(use);
  if (LLVMIsAPHINode(user))
    for (unsigned k = 0; k < LLVMCountIncoming(user); ++k)
      if (LLVMGetIncomingValue(user, k) == value)
        return LLVMGetIncomingBlock(user, k);
  return LLVMGetInstructionParent(user);
}

static qn_status check_uses(const qn_spmd_graph *graph, unsigned node,
                            LLVMValueRef i, const char *step, qn_diag *diag) {
  const unsigned loop = graph->nodes[node].loop;
  if (loop == QN_SPMD_NONE)
    return qn_ok();
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    const unsigned user = qn_spmd_node_of(graph, block_of_use(use, i));
    if (user != QN_SPMD_NONE && !qn_spmd_in_loop(graph, loop, user))
      return fail(i, "a loop's value is used behind it without a phi", step,
                  diag);
  }
  return qn_ok();
}

static qn_status check_instruction(LLVMValueRef function,
                                   const qn_spmd_graph *graph, unsigned node,
                                   LLVMValueRef i, const char *step,
                                   qn_diag *diag) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  if (LLVMIsAAllocaInst(i) && block != LLVMGetEntryBasicBlock(function))
    return fail(i, "a variable is not made in the first block", step, diag);
  if (qn_spmd_is_barrier(i) &&
      (LLVMGetNextInstruction(i) != LLVMGetBasicBlockTerminator(block) ||
       LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) != 1))
    return fail(i, "a barrier does not end its block", step, diag);
  return check_uses(graph, node, i, step, diag);
}

qn_status qn_spmd_check_invariants(LLVMValueRef function,
                                   const qn_spmd_graph *graph, const char *step,
                                   qn_diag *diag) {
  unsigned returns = 0;
  for (unsigned n = 0; n < graph->count; ++n) {
    LLVMBasicBlockRef block = graph->nodes[n].block;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    returns += LLVMIsAReturnInst(end) != NULL;
    if (returns > 1)
      return fail(end, "a second block returns", step, diag);
    QN_EACH_INSTRUCTION (i, block)
      QN_TRY(check_instruction(function, graph, n, i, step, diag));
  }
  return qn_ok();
}
