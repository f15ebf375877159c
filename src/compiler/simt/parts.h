// SPDX-License-Identifier: Apache-2.0
// Blocks that become several, and values that are then found in one of these.
#ifndef QN_COMPILER_SIMT_PARTS_H
#define QN_COMPILER_SIMT_PARTS_H

#include "compiler/simt/body.h"

// An empty block in front of another.
LLVMBasicBlockRef qn_simt_block_before(const qn_simt_body *body,
                                       LLVMBasicBlockRef block);
// Moves instructions from the block's first one up to `last` to the end of
// another; `last` NULL: none. The block keeps its end, so that phis behind it
// still have it.
void qn_simt_move_up_to(qn_simt_body *body, LLVMBasicBlockRef block,
                        LLVMValueRef last, LLVMBasicBlockRef to);
// Has all branches to `old` go to `made`.
void qn_simt_enter_at(LLVMValueRef function, LLVMBasicBlockRef old,
                      LLVMBasicBlockRef made);
// The same of one block's end.
void qn_simt_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef old,
                      LLVMBasicBlockRef made);

bool qn_simt_is_used_outside(LLVMValueRef i, LLVMBasicBlockRef block);
// Makes uses outside of its block those of `other`.
void qn_simt_replace_outside(LLVMValueRef i, LLVMBasicBlockRef block,
                             LLVMValueRef other);

#endif // QN_COMPILER_SIMT_PARTS_H
