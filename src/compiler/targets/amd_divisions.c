// SPDX-License-Identifier: Apache-2.0
// What is hidden is the dividend: a zero that only the assembler sees is added
// to its bits. It lies in a scalar register, which leaves what is the same for
// all threads known to be so.
#include "compiler/targets/amd_divisions.h"

#include <string.h>

enum { LONGEST = 64, DEEPEST = 6 };

static unsigned width_of(LLVMTypeRef type) {
  return qn_ir_width(qn_ir_scalar(type));
}

static bool is_division(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem ||
         opcode == LLVMSRem;
}

static bool has_range(LLVMValueRef load) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(load));
  return LLVMGetMetadata(load, LLVMGetMDKindIDInContext(c, "range", 5)) != NULL;
}

// Whether any of a number's bits may be set as far as LLVM can see: then no
// choice among others and it has fewer.
static bool may_be_any(LLVMValueRef value, unsigned depth) {
  if (LLVMIsALoadInst(value))
    return !has_range(value);
  if (LLVMIsASelectInst(value) && depth)
    return may_be_any(LLVMGetOperand(value, 1), depth - 1) ||
           may_be_any(LLVMGetOperand(value, 2), depth - 1);
  return false;
}

static bool is_exact(LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  const unsigned width = width_of(LLVMTypeOf(i));
  if (LLVMIsAConstant(by) && width <= 32)
    return true; // multiplied by its reciprocal, in integers
  return (width == 32 || width == 64) &&
         (may_be_any(LLVMGetOperand(i, 0), DEEPEST) || may_be_any(by, DEEPEST));
}

static LLVMTypeRef widened(LLVMTypeRef type, unsigned width) {
  LLVMTypeRef scalar = LLVMIntTypeInContext(LLVMGetTypeContext(type), width);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind
             ? LLVMVectorType(scalar, LLVMGetVectorSize(type))
             : scalar;
}

static LLVMValueRef hidden_zero(LLVMBuilderRef b, LLVMTypeRef type) {
  LLVMTypeRef scalar = qn_ir_scalar(type);
  const char *text =
      width_of(type) == 64 ? "s_mov_b64 $0, 0" : "s_mov_b32 $0, 0";
  LLVMTypeRef function = LLVMFunctionType(scalar, NULL, 0, false);
  LLVMValueRef assembly = LLVMGetInlineAsm(
      function, text, strlen(text), "=s", 2, /*HasSideEffects=*/false,
      /*IsAlignStack=*/false, LLVMInlineAsmDialectATT, /*CanThrow=*/false);
  LLVMValueRef zero = LLVMBuildCall2(b, function, assembly, NULL, 0, "");
  if (scalar == type)
    return zero;
  LLVMValueRef all = LLVMGetUndef(type);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  for (unsigned k = 0; k < LLVMGetVectorSize(type); ++k)
    all = LLVMBuildInsertElement(b, all, zero, LLVMConstInt(i32, k, false), "");
  return all;
}

static void guard(LLVMBuilderRef b, LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMTypeRef wide = widened(type, width_of(type) > 32 ? 64 : 32);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef x =
      LLVMBuildIntCast2(b, LLVMGetOperand(i, 0), wide, is_signed, "");
  LLVMValueRef y =
      LLVMBuildIntCast2(b, LLVMGetOperand(i, 1), wide, is_signed, "");
  x = LLVMBuildOr(b, x, hidden_zero(b, wide), "");
  LLVMValueRef made = LLVMBuildIntCast2(b, LLVMBuildBinOp(b, opcode, x, y, ""),
                                        type, is_signed, "");
  LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
}

void qn_amd_guard_divisions(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        const unsigned width = is_division(i) ? width_of(LLVMTypeOf(i)) : 0;
        if (width && width <= LONGEST && !is_exact(i))
          guard(b, i);
      }
  LLVMDisposeBuilder(b);
}
