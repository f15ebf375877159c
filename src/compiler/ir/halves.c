// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/halves.h"

#include "compiler/ir/integers.h"
#include "compiler/ir/parts.h"

enum { LANES_MAX = 64 };

// Rounds to infinity, and is no number of 11 bits with zeroes behind it.
static const double BOUND = 65535;

static bool is_bounded(LLVMValueRef value) {
  return LLVMIsASelectInst(value) &&
         LLVMGetOperand(value, 1) == qn_ir_real(LLVMTypeOf(value), -BOUND);
}

// NaN stays what it is.
static LLVMValueRef bound(LLVMBuilderRef b, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef high = qn_ir_real(type, BOUND), low = qn_ir_real(type, -BOUND);
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
  return LLVMGetTypeKind(qn_ir_scalar(type)) == LLVMHalfTypeKind &&
         (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
          LLVMGetVectorSize(type) <= LANES_MAX);
}

static void bound_direct(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef bounded = bound(b, as_float(b, i));
  LLVMReplaceAllUsesWith(i, LLVMBuildFPTrunc(b, bounded, LLVMTypeOf(i), ""));
  LLVMInstructionEraseFromParent(i);
}

static void bound_operand(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMPositionBuilderBefore(b, i);
  LLVMSetOperand(i, 0, bound(b, LLVMGetOperand(i, 0)));
}

// `integers` are the values that may be some; NULL: all may.
static void bound_one(LLVMBuilderRef b, LLVMValueRef i,
                      const qn_map *integers) {
  if (!makes_half(i))
    return;
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (qn_ir_converts_integer(i))
    bound_direct(b, i);
  else if (LLVMIsAFPTruncInst(i) && !is_bounded(from) &&
           !LLVMIsAConstant(from) &&
           (!integers || qn_map_find(integers, (uintptr_t)from)))
    bound_operand(b, i);
}

void qn_ir_bound_halves(LLVMModuleRef module) {
  qn_map integers = {0};
  const bool all = !qn_ir_find_integers(module, &integers);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        bound_one(b, i, all ? NULL : &integers);
      }
  LLVMDisposeBuilder(b);
  qn_map_finish(&integers);
}

// ---- Signs of zeroes

// Whether half is made of a product in float whose sign of zero matters.
static bool is_rounded_product(LLVMValueRef i) {
  if (!LLVMIsAFPTruncInst(i) || !makes_half(i))
    return false;
  LLVMValueRef from = LLVMGetOperand(i, 0);
  return LLVMIsABinaryOperator(from) &&
         LLVMGetInstructionOpcode(from) == LLVMFMul &&
         LLVMGetTypeKind(qn_ir_scalar(LLVMTypeOf(from))) == LLVMFloatTypeKind &&
         !(LLVMGetFastMathFlags(from) & LLVMFastMathNoSignedZeros);
}

static void add_zero(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef product = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(product);
  LLVMValueRef fma = qn_ir_intrinsic(module, "llvm.fma", &type, 1);
  LLVMValueRef arguments[] = {LLVMGetOperand(product, 0),
                              LLVMGetOperand(product, 1),
                              qn_ir_real(type, -0.0)};
  LLVMPositionBuilderBefore(b, i);
  LLVMSetOperand(
      i, 0,
      LLVMBuildCall2(b, LLVMGlobalGetValueType(fma), fma, arguments, 3, ""));
  if (!LLVMGetFirstUse(product))
    LLVMInstructionEraseFromParent(product);
}

void qn_ir_keep_zero_signs(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (is_rounded_product(i))
          add_zero(module, b, i);
  LLVMDisposeBuilder(b);
}
