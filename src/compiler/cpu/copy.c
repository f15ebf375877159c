// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/copy.h"

#include <llvm-c/DebugInfo.h>

void qn_cpu_copy_note(qn_cpu_copy *c, const void *of, const void *made) {
  c->failed |=
      qn_failed(qn_map_put(&c->made, (uintptr_t)of, (uintptr_t)made, NULL));
}

LLVMValueRef qn_cpu_copy_image(const qn_cpu_copy *c, LLVMValueRef value) {
  LLVMValueRef other = c->value ? c->value(c, value) : NULL;
  const uint64_t *found =
      other ? NULL : qn_map_find(&c->made, (uintptr_t)value);
  return other ? other : found ? (LLVMValueRef)(uintptr_t)*found : value;
}

bool qn_cpu_copy_has(const qn_cpu_copy *c, LLVMBasicBlockRef block) {
  return qn_map_find(&c->made, (uintptr_t)block) != NULL;
}

LLVMBasicBlockRef qn_cpu_copy_block(const qn_cpu_copy *c,
                                    LLVMBasicBlockRef block) {
  const uint64_t *found = qn_map_find(&c->made, (uintptr_t)block);
  return found ? (LLVMBasicBlockRef)(uintptr_t)*found : block;
}

// Constants come second, where shapes look for them.
static void order_operands(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    break;
  default:
    return;
  }
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstant(a) || LLVMIsAConstant(b))
    return;
  LLVMSetOperand(i, 0, b);
  LLVMSetOperand(i, 1, a);
}

void qn_cpu_copy_instruction(qn_cpu_copy *c, LLVMValueRef i) {
  LLVMValueRef made = c->make ? c->make(c, i) : NULL;
  if (made) {
    qn_cpu_copy_note(c, i, made);
    return;
  }
  if (LLVMIsAPHINode(i)) {
    qn_cpu_copy_note(c, i, LLVMBuildPhi(c->b, LLVMTypeOf(i), ""));
    return;
  }
  made = LLVMInstructionClone(i);
  LLVMInsertIntoBuilder(c->b, made);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!LLVMValueIsBasicBlock(operand))
      LLVMSetOperand(made, k, qn_cpu_copy_image(c, operand));
  }
  order_operands(made);
  if (LLVMIsATerminatorInst(i))
    for (unsigned k = 0; k < LLVMGetNumSuccessors(i); ++k)
      LLVMSetSuccessor(made, k, qn_cpu_copy_block(c, LLVMGetSuccessor(i, k)));
  qn_cpu_copy_note(c, i, made);
}

static void complete_phis(qn_cpu_copy *c, LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (phi, block) {
    if (!LLVMIsAPHINode(phi))
      return;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
      LLVMValueRef value = qn_cpu_copy_image(c, LLVMGetIncomingValue(phi, k));
      LLVMBasicBlockRef from =
          qn_cpu_copy_block(c, LLVMGetIncomingBlock(phi, k));
      LLVMAddIncoming(qn_cpu_copy_image(c, phi), &value, &from, 1);
    }
  }
}

// Gives phis behind the blocks their values from the copy.
static void extend_phis(qn_cpu_copy *c, LLVMBasicBlockRef behind,
                        LLVMBasicBlockRef from) {
  QN_EACH_INSTRUCTION (phi, behind) {
    if (!LLVMIsAPHINode(phi))
      return;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k)
      if (LLVMGetIncomingBlock(phi, k) == from) {
        LLVMValueRef value = qn_cpu_copy_image(c, LLVMGetIncomingValue(phi, k));
        LLVMBasicBlockRef at = qn_cpu_copy_block(c, from);
        LLVMAddIncoming(phi, &value, &at, 1);
        break;
      }
  }
}

LLVMBasicBlockRef qn_cpu_copy_blocks(qn_cpu_copy *c, const char *name) {
  LLVMContextRef context =
      LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(c->blocks[0])));
  for (unsigned k = 0; k < c->count; ++k)
    qn_cpu_copy_note(
        c, c->blocks[k],
        LLVMInsertBasicBlockInContext(context, c->blocks[0], name));
  for (unsigned k = 0; k < c->count; ++k) {
    LLVMPositionBuilderAtEnd(c->b, qn_cpu_copy_block(c, c->blocks[k]));
    QN_EACH_INSTRUCTION (i, c->blocks[k]) {
      LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(i));
      qn_cpu_copy_instruction(c, i);
    }
  }
  for (unsigned k = 0; k < c->count; ++k) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(c->blocks[k]);
    complete_phis(c, c->blocks[k]);
    for (unsigned n = 0; n < LLVMGetNumSuccessors(end); ++n)
      if (!qn_cpu_copy_has(c, LLVMGetSuccessor(end, n)))
        extend_phis(c, LLVMGetSuccessor(end, n), c->blocks[k]);
  }
  return qn_cpu_copy_block(c, c->blocks[0]);
}

static const char rare[] = "quern.rare";

static unsigned kind_of(LLVMValueRef i, const char *name) {
  return qn_ir_metadata_kind(LLVMGetTypeContext(LLVMTypeOf(i)), name);
}

void qn_cpu_mark(LLVMValueRef i, const char *name) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
  LLVMSetMetadata(
      i, kind_of(i, name),
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

void qn_cpu_mark_rare(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (LLVMIsABinaryOperator(i) || LLVMIsATerminatorInst(i))
      qn_cpu_mark(i, rare);
}

bool qn_cpu_is_rare(LLVMValueRef i) {
  return LLVMGetMetadata(i, kind_of(i, rare)) != NULL;
}
