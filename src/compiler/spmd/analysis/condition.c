// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/condition.h"

LLVMIntPredicate qn_spmd_swapped(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntULT:
    return LLVMIntUGT;
  case LLVMIntULE:
    return LLVMIntUGE;
  case LLVMIntUGT:
    return LLVMIntULT;
  case LLVMIntUGE:
    return LLVMIntULE;
  case LLVMIntSLT:
    return LLVMIntSGT;
  case LLVMIntSLE:
    return LLVMIntSGE;
  case LLVMIntSGT:
    return LLVMIntSLT;
  case LLVMIntSGE:
    return LLVMIntSLE;
  default:
    return predicate;
  }
}

LLVMIntPredicate qn_spmd_negated(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntEQ:
    return LLVMIntNE;
  case LLVMIntNE:
    return LLVMIntEQ;
  case LLVMIntULT:
    return LLVMIntUGE;
  case LLVMIntULE:
    return LLVMIntUGT;
  case LLVMIntUGT:
    return LLVMIntULE;
  case LLVMIntUGE:
    return LLVMIntULT;
  case LLVMIntSLT:
    return LLVMIntSGE;
  case LLVMIntSLE:
    return LLVMIntSGT;
  case LLVMIntSGT:
    return LLVMIntSLE;
  default:
    return LLVMIntSLT;
  }
}

bool qn_spmd_read_junction(LLVMValueRef value, LLVMValueRef parts[2],
                           bool *is_and) {
  if (!LLVMIsAInstruction(value))
    return false;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMAnd || opcode == LLVMOr) {
    parts[0] = LLVMGetOperand(value, 0);
    parts[1] = LLVMGetOperand(value, 1);
    *is_and = opcode == LLVMAnd;
    return true;
  }
  if (opcode != LLVMSelect)
    return false;
  LLVMValueRef a = LLVMGetOperand(value, 1), b = LLVMGetOperand(value, 2);
  parts[0] = LLVMGetOperand(value, 0);
  if (LLVMIsAConstantInt(b) && LLVMIsNull(b)) {
    parts[1] = a;
    *is_and = true;
    return true;
  }
  if (LLVMIsAConstantInt(a) && !LLVMIsNull(a)) {
    parts[1] = b;
    *is_and = false;
    return true;
  }
  return false;
}
