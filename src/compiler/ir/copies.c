// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/copies.h"

// Longer ones run lane by lane. Unmeasured.
enum { COPY_MAX = 128 };

bool qn_ir_is_copy(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && (qn_str_starts(qn_ir_name(callee), QN_STR("llvm.memcpy.")) ||
                    qn_str_starts(qn_ir_name(callee), QN_STR("llvm.memmove.")));
}

// The only value that a variable ever holds, as for parameters in unoptimised
// code; else `value` itself.
static LLVMValueRef only_value(LLVMValueRef value) {
  LLVMValueRef variable =
      LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMValueRef only = NULL;
  if (!variable || !LLVMIsAAllocaInst(variable))
    return value;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || qn_ir_is_lifetime(user))
      continue;
    if (only || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
      return value;
    only = LLVMGetOperand(user, 0);
  }
  return only ? only : value;
}

bool qn_ir_copy_size(LLVMValueRef copy, uint64_t *out_size) {
  LLVMValueRef size = only_value(LLVMGetOperand(copy, 2));
  if (!LLVMIsAConstantInt(size))
    return false;
  *out_size = LLVMConstIntGetZExtValue(size);
  return *out_size > 0;
}

unsigned qn_ir_copy_alignment(LLVMValueRef copy, unsigned parameter) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef found =
      LLVMGetCallSiteEnumAttribute(copy, parameter + 1, kind);
  return found ? (unsigned)LLVMGetEnumAttributeValue(found) : 1;
}

static LLVMValueRef address_at(LLVMBuilderRef b, LLVMValueRef base,
                               uint64_t offset) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(base));
  LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(c), offset, false);
  return LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), base, &at, 1, "");
}

// The size of the next part, in bytes, when `left` bytes are left.
static uint64_t part_of(uint64_t left, unsigned alignment) {
  uint64_t size = alignment < 8 ? alignment : 8;
  while (size > left)
    size /= 2;
  return size;
}

static void expand_copy(LLVMBuilderRef b, LLVMValueRef copy, uint64_t size) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(copy));
  LLVMValueRef parts[COPY_MAX];
  const unsigned to = qn_ir_copy_alignment(copy, 0),
                 from = qn_ir_copy_alignment(copy, 1);
  const unsigned alignment = to < from ? to : from;
  const bool is_volatile =
      LLVMConstIntGetZExtValue(LLVMGetOperand(copy, 3)) != 0;
  LLVMPositionBuilderBefore(b, copy);
  for (int stores = 0; stores < 2; ++stores) {
    unsigned count = 0;
    for (uint64_t at = 0, part; at < size; at += part) {
      part = part_of(size - at, alignment);
      LLVMValueRef address = address_at(b, LLVMGetOperand(copy, !stores), at);
      LLVMValueRef made =
          stores
              ? LLVMBuildStore(b, parts[count], address)
              : LLVMBuildLoad2(b, LLVMIntTypeInContext(c, 8 * (unsigned)part),
                               address, "");
      LLVMSetAlignment(made, (unsigned)part);
      LLVMSetVolatile(made, is_volatile);
      parts[count++] = made;
    }
  }
  LLVMInstructionEraseFromParent(copy);
}

// Copies between private variables are left to the optimiser.
static bool is_between_variables(LLVMValueRef copy) {
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef address = LLVMGetOperand(copy, k);
    while (LLVMIsAGetElementPtrInst(address))
      address = LLVMGetOperand(address, 0);
    if (!LLVMIsAAllocaInst(address))
      return false;
  }
  return true;
}

void qn_ir_expand_copies(LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      uint64_t size;
      next = LLVMGetNextInstruction(i);
      if (qn_ir_is_copy(i) && qn_ir_copy_size(i, &size) && size <= COPY_MAX &&
          !is_between_variables(i))
        expand_copy(b, i, size);
    }
  LLVMDisposeBuilder(b);
}
