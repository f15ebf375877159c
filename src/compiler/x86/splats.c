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

// The bit, compared again where it comes from another block: from there it
// would come as a number, which all that goes through that block would make,
// where a comparison beside its branch needs none.
static LLVMValueRef compared_here(LLVMBuilderRef b, LLVMValueRef bit,
                                  LLVMBasicBlockRef block) {
  if (!qn_ir_is(bit, LLVMICmp) || LLVMGetInstructionParent(bit) == block)
    return bit;
  LLVMValueRef own = LLVMInstructionClone(bit);
  LLVMInsertIntoBuilder(b, own);
  return own;
}

static unsigned width_of(LLVMValueRef value) {
  return qn_ir_number_width(qn_ir_scalar(LLVMTypeOf(value)));
}

// The width of the lanes that a vector of bits meets in `user`: of those that
// are compared beside it, or that it chooses from; 0: not known.
static unsigned width_beside(LLVMValueRef user, LLVMValueRef vector) {
  if (qn_ir_is(user, LLVMSelect) && LLVMGetOperand(user, 0) == vector)
    return width_of(user);
  if (!qn_ir_is(user, LLVMAnd) && !qn_ir_is(user, LLVMOr) &&
      !qn_ir_is(user, LLVMXor))
    return 0;
  LLVMValueRef other = LLVMGetOperand(user, LLVMGetOperand(user, 0) == vector);
  return qn_ir_is(other, LLVMICmp) || qn_ir_is(other, LLVMFCmp)
             ? width_of(LLVMGetOperand(other, 0))
             : 0;
}

// Of what width a vector of bits is best made: that of all that it meets, or
// bytes.
static unsigned width_for(LLVMValueRef vector) {
  unsigned width = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(vector); use;
       use = LLVMGetNextUse(use)) {
    const unsigned own = width_beside(LLVMGetUser(use), vector);
    if ((own != 32 && own != 64) || (width && own != width))
      return 8;
    width = own;
  }
  return width;
}

static void widen(LLVMBuilderRef b, LLVMValueRef vector, LLVMValueRef bit) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(vector));
  const unsigned lanes = qn_ir_lanes(vector), width = width_for(vector);
  LLVMTypeRef word = LLVMInt32TypeInContext(context);
  LLVMTypeRef lane = LLVMIntTypeInContext(context, width);
  LLVMTypeRef vector_of = LLVMVectorType(lane, lanes);
  LLVMPositionBuilderBefore(b, vector);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(vector));
  bit = compared_here(b, bit, LLVMGetInstructionParent(vector));
  LLVMValueRef set =
      opaque(b, LLVMBuildSExt(b, bit, width == 64 ? lane : word, ""));
  if (width == 8)
    set = LLVMBuildTrunc(b, set, lane, "");
  LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetPoison(vector_of), set,
                                            LLVMConstNull(word), "");
  LLVMValueRef all =
      LLVMBuildShuffleVector(b, one, LLVMGetPoison(vector_of),
                             LLVMConstNull(LLVMVectorType(word, lanes)), "");
  LLVMReplaceAllUsesWith(
      vector, LLVMBuildICmp(b, LLVMIntSLT, all, LLVMConstNull(vector_of), ""));
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
