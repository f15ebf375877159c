// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/joins.h"

#include <string.h>

// ---- What LLVM would move

// Whether an instruction may cost nothing on some machine.
static bool may_be_free(LLVMValueRef value) {
  static const char *const intrinsics[] = {
      "llvm.fabs",     "llvm.launder",        "llvm.strip",
      "llvm.ssa.copy", "llvm.ptr.annotation", "llvm.arithmetic.fence"};
  if (!LLVMIsAInstruction(value))
    return false;
  if (LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value) ||
      LLVMIsAExtractValueInst(value) || LLVMIsAInsertValueInst(value) ||
      LLVMIsAExtractElementInst(value) || LLVMIsAInsertElementInst(value) ||
      LLVMIsAShuffleVectorInst(value) || LLVMIsAFreezeInst(value) ||
      LLVMGetInstructionOpcode(value) == LLVMFNeg)
    return true;
  LLVMValueRef callee = LLVMIsACallInst(value) ? qn_ir_callee(value) : NULL;
  for (size_t k = 0; callee && k < sizeof(intrinsics) / sizeof(*intrinsics);
       ++k)
    if (qn_str_starts(qn_ir_name(callee), qn_str_from(intrinsics[k])))
      return true;
  return false;
}

// The only block that one goes to, or NULL.
static LLVMBasicBlockRef only_successor(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  return LLVMIsABranchInst(end) && !LLVMIsConditional(end)
             ? LLVMGetSuccessor(end, 0)
             : NULL;
}

// Whether nothing goes wrong on the way from `from` to `join`: `from` is no
// side of a branch, or its other side is the join, or goes straight to it and
// nobody else does.
static bool is_simple(LLVMBasicBlockRef from, LLVMValueRef phi) {
  LLVMBasicBlockRef join = LLVMGetInstructionParent(phi);
  LLVMValueRef branch = qn_ir_only_branch_to(from);
  if (!branch || !LLVMIsABranchInst(branch))
    return false;
  if (!LLVMIsConditional(branch))
    return true;
  LLVMBasicBlockRef other = LLVMGetSuccessor(branch, 0);
  if (other == from)
    other = LLVMGetSuccessor(branch, 1);
  return other == join || (other != from && only_successor(other) == join &&
                           LLVMCountIncoming(phi) == 2);
}

static bool is_mixed_up(LLVMValueRef phi, unsigned k) {
  LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
  return may_be_free(LLVMGetIncomingValue(phi, k)) && only_successor(from) &&
         !is_simple(from, phi);
}

// ---- Hiding

// Of a number, or of a vector of such; 0: of anything else.
static unsigned bits_of(LLVMTypeRef type) {
  const bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  const unsigned count = is_vector ? LLVMGetVectorSize(type) : 1;
  LLVMTypeRef scalar = qn_ir_scalar(type);
  switch (LLVMGetTypeKind(scalar)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return count * 16;
  case LLVMFloatTypeKind:
    return count * 32;
  case LLVMDoubleTypeKind:
    return count * 64;
  default:
    return count * qn_ir_width(scalar);
  }
}

// The type of a value's bits in registers, or NULL.
static LLVMTypeRef type_of_bits(LLVMTypeRef type) {
  enum { WORD = 32, PLAIN_SPACES = 6 };
  LLVMContextRef c = LLVMGetTypeContext(type);
  const unsigned bits = bits_of(type);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    return LLVMGetPointerAddressSpace(type) < PLAIN_SPACES ? type : NULL;
  if (!bits)
    return NULL;
  if (bits <= WORD)
    return LLVMInt32TypeInContext(c);
  const unsigned words = bits / WORD; // there are no registers of others
  if (bits % WORD || (words > 12 && words != 16 && words != 32))
    return NULL;
  return bits == 2 * WORD ? LLVMInt64TypeInContext(c)
                          : LLVMVectorType(LLVMInt32TypeInContext(c), words);
}

// The same value, of which nothing is known.
static LLVMValueRef hidden(LLVMBuilderRef b, LLVMValueRef value,
                           const char *constraint) {
  LLVMTypeRef type = LLVMTypeOf(value), shown = type_of_bits(type);
  if (!shown)
    return NULL;
  LLVMTypeRef function = LLVMFunctionType(shown, &shown, 1, false);
  LLVMValueRef assembly = LLVMGetInlineAsm(
      function, "", 0, constraint, strlen(constraint), /*HasSideEffects=*/false,
      /*IsAlignStack=*/false, LLVMInlineAsmDialectATT, /*CanThrow=*/false);
  if (shown == type)
    return LLVMBuildCall2(b, function, assembly, &value, 1, "");
  LLVMTypeRef bits =
      LLVMIntTypeInContext(LLVMGetTypeContext(type), bits_of(type));
  const bool is_short = bits_of(type) < bits_of(shown);
  if (is_short)
    value = LLVMBuildZExt(b, LLVMBuildBitCast(b, value, bits, ""), shown, "");
  else
    value = LLVMBuildBitCast(b, value, shown, "");
  value = LLVMBuildCall2(b, function, assembly, &value, 1, "");
  if (is_short)
    value = LLVMBuildTrunc(b, value, bits, "");
  return LLVMBuildBitCast(b, value, type, "");
}

static void hide(LLVMBuilderRef b, LLVMValueRef phi, unsigned k,
                 const char *constraint) {
  // A phi's values are its operands.
  LLVMPositionBuilderBefore(
      b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k)));
  LLVMValueRef made = hidden(b, LLVMGetIncomingValue(phi, k), constraint);
  if (made)
    LLVMSetOperand(phi, k, made);
}

void qn_ir_hide_joined(LLVMModuleRef module, const char *constraint) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef phi = LLVMGetFirstInstruction(block);
           phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k)
          if (is_mixed_up(phi, k))
            hide(b, phi, k, constraint);
  LLVMDisposeBuilder(b);
}

// ---- Parting

// All phis of the block take from `to` what they took from `from`.
static void move_incoming(LLVMBuilderRef b, LLVMBasicBlockRef block,
                          LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
       phi && LLVMIsAPHINode(phi); phi = next) {
    next = LLVMGetNextInstruction(phi);
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
    for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
      LLVMValueRef value = LLVMGetIncomingValue(phi, k);
      LLVMBasicBlockRef at = LLVMGetIncomingBlock(phi, k);
      at = at == from ? to : at;
      LLVMAddIncoming(made, &value, &at, 1);
    }
    LLVMReplaceAllUsesWith(phi, made);
    LLVMInstructionEraseFromParent(phi);
  }
}

static void part(LLVMBuilderRef b, LLVMBasicBlockRef from) {
  LLVMBasicBlockRef join = only_successor(from);
  LLVMBasicBlockRef made = LLVMInsertBasicBlockInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(from))),
      join, "");
  LLVMPositionBuilderAtEnd(b, made);
  LLVMBuildBr(b, join);
  LLVMSetSuccessor(LLVMGetBasicBlockTerminator(from), 0, made);
  move_incoming(b, join, from, made);
}

static bool brings_mixed_up(LLVMBasicBlockRef from) {
  LLVMBasicBlockRef join = only_successor(from);
  for (LLVMValueRef phi = join ? LLVMGetFirstInstruction(join) : NULL;
       phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k)
      if (LLVMGetIncomingBlock(phi, k) == from && is_mixed_up(phi, k))
        return true;
  return false;
}

void qn_ir_part_joined(LLVMValueRef function) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  // What is made goes in front of where ways meet, and needs no look itself.
  QN_EACH_BLOCK (block, function)
    if (brings_mixed_up(block))
      part(b, block);
  LLVMDisposeBuilder(b);
}
