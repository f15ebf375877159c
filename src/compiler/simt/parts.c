// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/parts.h"

LLVMBasicBlockRef qn_simt_block_before(const qn_simt_body *body,
                                       LLVMBasicBlockRef block) {
  return LLVMInsertBasicBlockInContext(body->unit->context, block, "");
}

void qn_simt_move_up_to(qn_simt_body *body, LLVMBasicBlockRef block,
                        LLVMValueRef last, LLVMBasicBlockRef to) {
  LLVMPositionBuilderAtEnd(body->b, to);
  for (bool done = !last; !done;) {
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    done = i == last;
    LLVMInstructionRemoveFromParent(i);
    LLVMSetCurrentDebugLocation2(body->b, NULL); // its own stays
    LLVMInsertIntoBuilderWithName(body->b, i, LLVMGetValueName(i));
  }
}

void qn_simt_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef old,
                      LLVMBasicBlockRef made) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
  for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
    if (LLVMGetSuccessor(end, k) == old)
      LLVMSetSuccessor(end, k, made);
}

void qn_simt_enter_at(LLVMValueRef function, LLVMBasicBlockRef old,
                      LLVMBasicBlockRef made) {
  QN_EACH_BLOCK (from, function)
    qn_simt_redirect(from, old, made);
}

bool qn_simt_is_used_outside(LLVMValueRef i, LLVMBasicBlockRef block) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (LLVMGetInstructionParent(LLVMGetUser(use)) != block)
      return true;
  return false;
}

void qn_simt_replace_outside(LLVMValueRef i, LLVMBasicBlockRef block,
                             LLVMValueRef other) {
  for (LLVMUseRef use = LLVMGetFirstUse(i), next; use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (LLVMGetInstructionParent(user) == block)
      continue;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); ++k)
      if (LLVMGetOperand(user, k) == i)
        LLVMSetOperand(user, k, other);
    next = LLVMGetFirstUse(i); // the list is another now
  }
}
