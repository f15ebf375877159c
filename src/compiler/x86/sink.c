// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/sink.h"

enum {
  MOVED_MAX = 64, // instructions, at once
  WAY_MAX = 8,    // blocks one after another, each with one way in
};

// What moves from a block to one of its successors, which nothing else goes to:
// the last instruction first.
typedef struct moving {
  LLVMBasicBlockRef from, to;
  LLVMValueRef moved[MOVED_MAX];
  unsigned count;
} moving;

static bool is_mask(LLVMValueRef value) {
  return qn_ir_lanes(value) &&
         qn_ir_width(qn_ir_scalar(LLVMTypeOf(value))) == 1;
}

static bool is_among(const moving *m, LLVMValueRef value) {
  for (unsigned k = 0; k < m->count; ++k)
    if (m->moved[k] == value)
      return true;
  return false;
}

// Whether a block is reached through `m->to` alone.
static bool is_behind(const moving *m, LLVMBasicBlockRef block) {
  for (unsigned k = 0; k < WAY_MAX; ++k) {
    if (block == m->to)
      return true;
    LLVMValueRef branch = qn_ir_only_branch_to(block);
    if (!branch)
      return false;
    block = LLVMGetInstructionParent(branch);
    if (block == m->from)
      return false;
  }
  return false;
}

// Whether an instruction computes a vector and does nothing else.
static bool is_movable(LLVMValueRef i) {
  if (!qn_ir_lanes(i))
    return false;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMSelect:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    return true;
  default:
    return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i);
  }
}

// Whether all that uses it moves, too, or stands behind; masks only may be used
// by what does not move. No instruction moves away from a mask that stays: that
// would go from block to block in its place.
static bool may_move(const moving *m, LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_among(m, user))
      continue;
    if (LLVMIsAPHINode(user) || !is_mask(i) ||
        !is_behind(m, LLVMGetInstructionParent(user)))
      return false;
  }
  return LLVMGetFirstUse(i) != NULL;
}

static bool needs_mask_that_stays(const moving *m, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (LLVMIsAInstruction(operand) && is_mask(operand) &&
        LLVMGetInstructionParent(operand) == m->from && !is_among(m, operand))
      return true;
  }
  return false;
}

// Leaves out what cannot move after all, until all that is left can.
static void prune(moving *m) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned k = 0; k < m->count; ++k) {
      if (may_move(m, m->moved[k]) && !needs_mask_that_stays(m, m->moved[k]))
        continue;
      for (unsigned j = k + 1; j < m->count; ++j)
        m->moved[j - 1] = m->moved[j];
      --m->count;
      again = true;
      break;
    }
  }
}

static void move(LLVMBuilderRef b, moving *m) {
  LLVMValueRef at = LLVMGetFirstInstruction(m->to);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(b, at);
  while (m->count) {
    LLVMValueRef i = m->moved[--m->count];
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
  }
}

static void sink_into(LLVMBuilderRef b, LLVMBasicBlockRef from,
                      LLVMBasicBlockRef to) {
  moving m = {.from = from, .to = to};
  for (LLVMValueRef i = LLVMGetLastInstruction(from); i && m.count < MOVED_MAX;
       i = LLVMGetPreviousInstruction(i))
    if (is_movable(i) && may_move(&m, i))
      m.moved[m.count++] = i;
  prune(&m);
  move(b, &m);
}

void qn_x86_sink_masks(LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    const unsigned count = LLVMGetNumSuccessors(end);
    for (unsigned k = 0; k < count && count > 1; ++k) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      if (qn_ir_only_branch_to(to) == end)
        sink_into(b, block, to);
    }
  }
  LLVMDisposeBuilder(b);
}
