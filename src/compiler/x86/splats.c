// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/splats.h"

#include <llvm-c/DebugInfo.h>

// Below, a few inserted lanes are as quick.
enum { LANES_MIN = 8 };

// The bit that a vector has in all lanes; NULL: it is another one, or has few.
static LLVMValueRef bit_of(LLVMValueRef vector) {
  const unsigned lanes =
      qn_ir_is(vector, LLVMShuffleVector) ? qn_ir_lanes(vector) : 0;
  if (lanes < LANES_MIN || qn_ir_width(qn_ir_scalar(LLVMTypeOf(vector))) != 1)
    return NULL;
  LLVMValueRef from = LLVMGetOperand(vector, 0);
  LLVMValueRef at =
      qn_ir_is(from, LLVMInsertElement) ? LLVMGetOperand(from, 2) : NULL;
  if (!at || !LLVMIsAConstantInt(at) ||
      LLVMIsAConstant(LLVMGetOperand(from, 1)))
    return NULL;
  for (unsigned i = 0; i < lanes; ++i)
    if (LLVMGetMaskValue(vector, i) != (int)LLVMConstIntGetZExtValue(at))
      return NULL;
  return LLVMGetOperand(from, 1);
}

// A word of which LLVM does not know that all of its bits are one and the same:
// it would go back to the bit.
static LLVMValueRef opaque(LLVMBuilderRef b, LLVMValueRef word) {
  static const char constraint[] = "=r,0";
  LLVMTypeRef type = LLVMTypeOf(word);
  LLVMTypeRef function = LLVMFunctionType(type, &type, 1, false);
  LLVMValueRef none =
      LLVMGetInlineAsm(function, "", 0, constraint, sizeof(constraint) - 1,
                       false, false, LLVMInlineAsmDialectATT, false);
  return LLVMBuildCall2(b, function, none, &word, 1, "");
}

static void widen(LLVMBuilderRef b, LLVMValueRef vector, LLVMValueRef bit) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(vector));
  const unsigned lanes = qn_ir_lanes(vector);
  LLVMTypeRef byte = LLVMInt8TypeInContext(context);
  LLVMTypeRef word = LLVMInt32TypeInContext(context);
  LLVMTypeRef bytes = LLVMVectorType(byte, lanes);
  LLVMPositionBuilderBefore(b, vector);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(vector));
  LLVMValueRef set = opaque(b, LLVMBuildSExt(b, bit, word, ""));
  LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetPoison(bytes),
                                            LLVMBuildTrunc(b, set, byte, ""),
                                            LLVMConstNull(word), "");
  LLVMValueRef all =
      LLVMBuildShuffleVector(b, one, LLVMGetPoison(bytes),
                             LLVMConstNull(LLVMVectorType(word, lanes)), "");
  LLVMReplaceAllUsesWith(
      vector, LLVMBuildICmp(b, LLVMIntSLT, all, LLVMConstNull(bytes), ""));
  LLVMInstructionEraseFromParent(vector);
}

static bool moves_bits(LLVMValueRef value) {
  return (qn_ir_is(value, LLVMShuffleVector) ||
          qn_ir_is(value, LLVMInsertElement)) &&
         qn_ir_width(qn_ir_scalar(LLVMTypeOf(value))) == 1;
}

static bool is_idle(LLVMValueRef value) {
  return moves_bits(value) && !LLVMGetFirstUse(value);
}

// Erases what puts bits together that nobody uses.
static void drop(LLVMValueRef value) {
  if (!is_idle(value))
    return;
  LLVMValueRef first = LLVMGetOperand(value, 0);
  LLVMValueRef second = LLVMGetOperand(value, 1);
  LLVMInstructionEraseFromParent(value);
  // The second one may go with the first, if that is made of it.
  const bool alone = second != first && is_idle(second);
  drop(first);
  if (alone)
    drop(second);
}

// Has a block make the bits of lanes that it uses, where they are put together
// of others in another block: masks go from block to block lane by lane.
static void sink(LLVMBuilderRef b, LLVMValueRef user) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
  const unsigned count = (unsigned)LLVMGetNumOperands(user);
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef bits = LLVMGetOperand(user, k);
    if (!moves_bits(bits) || LLVMGetInstructionParent(bits) == block)
      continue;
    LLVMValueRef own = LLVMInstructionClone(bits);
    LLVMPositionBuilderBefore(b, user);
    LLVMInsertIntoBuilder(b, own);
    LLVMSetOperand(user, k, own);
    sink(b, own);
    drop(bits);
  }
}

void qn_x86_widen_splats(LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (!LLVMIsAPHINode(i))
        sink(b, i);
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMValueRef bit = LLVMGetFirstUse(i) ? bit_of(i) : NULL;
      if (bit)
        widen(b, i, bit);
    }
  LLVMDisposeBuilder(b);
}
