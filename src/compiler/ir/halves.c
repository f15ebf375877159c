// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/halves.h"

enum {
  ALWAYS_FITS =
      16, // bits of integers of which half holds all it can tell apart
  VALUES_MAX = 100,
  LANES_MAX = 64,
};

// Rounds to infinity, and is no number of 11 bits with zeroes behind it.
static const double BOUND = 65535;

static LLVMTypeRef scalar_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type)
                                                     : type;
}

// Bits that an integer needs at most.
static unsigned bits_of(LLVMValueRef value) {
  const unsigned width = LLVMGetIntTypeWidth(scalar_of(LLVMTypeOf(value)));
  if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    return bits_of(LLVMGetOperand(value, 0));
  if (!LLVMIsABinaryOperator(value) ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || width > 64)
    return width;
  const uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  if (LLVMGetInstructionOpcode(value) == LLVMAnd)
    return by ? 64 - (unsigned)__builtin_clzll(by) : 1;
  return LLVMGetInstructionOpcode(value) == LLVMLShr && by < width
             ? width - (unsigned)by
             : width;
}

static bool is_conversion(LLVMValueRef i) {
  return (LLVMIsASIToFPInst(i) || LLVMIsAUIToFPInst(i)) &&
         bits_of(LLVMGetOperand(i, 0)) > ALWAYS_FITS;
}

// What may give an integer's value when it gets one, or, of arithmetic, two.
static bool keeps_integers(LLVMValueRef i) {
  if (LLVMIsACallInst(i)) {
    LLVMValueRef callee = qn_ir_callee(i);
    return callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm."));
  }
  return LLVMIsACastInst(i) || LLVMIsABinaryOperator(i) ||
         LLVMIsAUnaryOperator(i) || LLVMIsASelectInst(i) || LLVMIsAPHINode(i) ||
         LLVMIsAFreezeInst(i) || LLVMIsAShuffleVectorInst(i) ||
         LLVMIsAInsertElementInst(i) || LLVMIsAExtractElementInst(i);
}

// Looks at `left` values; what is not known by then counts as one.
static bool is_from_integer(LLVMValueRef value, unsigned *left) {
  if (LLVMIsAConstant(value))
    return true;
  if (!LLVMIsAInstruction(value) || !keeps_integers(value))
    return false;
  if (is_conversion(value) || !*left)
    return true;
  --*left;
  const bool all = LLVMIsABinaryOperator(value) != NULL;
  const int count = LLVMGetNumOperands(value);
  for (int i = 0; i < count; ++i) {
    LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
    const bool is =
        (all || !LLVMIsAConstant(operand)) && is_from_integer(operand, left);
    if (is != all)
      return is;
  }
  return all;
}

static LLVMValueRef constant(LLVMTypeRef type, double number) {
  LLVMValueRef one = LLVMConstReal(scalar_of(type), number);
  LLVMValueRef lanes[LANES_MAX];
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return one;
  const unsigned count = LLVMGetVectorSize(type);
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = one;
  return LLVMConstVector(lanes, count);
}

static bool is_bounded(LLVMValueRef value) {
  return LLVMIsASelectInst(value) &&
         LLVMGetOperand(value, 1) == constant(LLVMTypeOf(value), -BOUND);
}

// NaN stays what it is.
static LLVMValueRef bound(LLVMBuilderRef b, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef high = constant(type, BOUND), low = constant(type, -BOUND);
  LLVMValueRef above = LLVMBuildFCmp(b, LLVMRealOGT, value, high, "");
  LLVMValueRef at_most = LLVMBuildSelect(b, above, high, value, "");
  LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealOLT, at_most, low, "");
  return LLVMBuildSelect(b, below, low, at_most, "");
}

// An integer as float: one that float rounds is far beyond the bound.
static LLVMValueRef as_float(LLVMBuilderRef b, LLVMValueRef conversion) {
  LLVMTypeRef type = LLVMTypeOf(conversion);
  LLVMTypeRef real = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    real = LLVMVectorType(real, LLVMGetVectorSize(type));
  return LLVMBuildCast(b, LLVMGetInstructionOpcode(conversion),
                       LLVMGetOperand(conversion, 0), real, "");
}

static bool makes_half(LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  return LLVMGetTypeKind(scalar_of(type)) == LLVMHalfTypeKind &&
         (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
          LLVMGetVectorSize(type) <= LANES_MAX);
}

static void bound_one(LLVMBuilderRef b, LLVMValueRef i) {
  const bool direct = is_conversion(i);
  if (!makes_half(i) || (!direct && !LLVMIsAFPTruncInst(i)))
    return;
  LLVMValueRef from = LLVMGetOperand(i, 0);
  unsigned left = VALUES_MAX;
  if (!direct && (is_bounded(from) || LLVMIsAConstant(from) ||
                  !is_from_integer(from, &left)))
    return;
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef bounded = bound(b, direct ? as_float(b, i) : from);
  if (direct) {
    LLVMReplaceAllUsesWith(i, LLVMBuildFPTrunc(b, bounded, LLVMTypeOf(i), ""));
    LLVMInstructionEraseFromParent(i);
  } else {
    LLVMSetOperand(i, 0, bounded);
  }
}

void qn_ir_bound_halves(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        bound_one(b, i);
      }
  LLVMDisposeBuilder(b);
}
