// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/half.h"

#include "compiler/ir/ir.h"

// By LLVM's features: avx512fp16, fullfp16.
static bool has_half_arithmetic(const qn_unit *unit) {
  return strstr(unit->target->row->features, "fp16") != NULL;
}

static LLVMValueRef declare(LLVMModuleRef module) {
  static const char name[] = "qn_math_fma_half";
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  if (found)
    return found;
  LLVMTypeRef real = LLVMFloatTypeInContext(LLVMGetModuleContext(module));
  LLVMTypeRef types[] = {real, real, real};
  return LLVMAddFunction(module, name, LLVMFunctionType(real, types, 3, false));
}

static void replace(LLVMBuilderRef b, LLVMValueRef call) {
  LLVMValueRef callee = declare(LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
  LLVMTypeRef type = LLVMGlobalGetValueType(callee);
  LLVMTypeRef real = LLVMGetReturnType(type);
  LLVMValueRef args[3];
  LLVMPositionBuilderBefore(b, call);
  for (unsigned i = 0; i < 3; ++i)
    args[i] = LLVMBuildFPExt(b, LLVMGetOperand(call, i), real, "");
  LLVMValueRef made = LLVMBuildCall2(b, type, callee, args, 3, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildFPTrunc(b, made, LLVMTypeOf(call), ""));
  LLVMInstructionEraseFromParent(call);
}

// ---- Minima and maxima

// Whether a function is a minimum or maximum that the target has only of
// wider numbers: of bfloat16 always, of half without half arithmetic.
static bool is_narrow_choice(LLVMValueRef function, bool has_half) {
  static const char *const names[] = {"llvm.minnum.",     "llvm.maxnum.",
                                      "llvm.minimum.",    "llvm.maximum.",
                                      "llvm.minimumnum.", "llvm.maximumnum."};
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMBFloatTypeKind && (has_half || kind != LLVMHalfTypeKind))
    return false;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_str_starts(qn_ir_name(function), qn_str_from(names[i])))
      return true;
  return false;
}

// The type of floats with as many elements.
static LLVMTypeRef widened(LLVMTypeRef type) {
  LLVMTypeRef real = LLVMFloatTypeInContext(LLVMGetTypeContext(type));
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind
             ? LLVMVectorType(real, LLVMGetVectorSize(type))
             : real;
}

static void widen(LLVMBuilderRef b, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMModuleRef module = LLVMGetGlobalParent(callee);
  LLVMTypeRef wide = widened(LLVMTypeOf(call));
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef args[2];
  for (unsigned i = 0; i < 2; ++i)
    args[i] = LLVMBuildFPExt(b, LLVMGetOperand(call, i), wide, "");
  const unsigned id = LLVMGetIntrinsicID(callee);
  LLVMValueRef made = LLVMBuildCall2(
      b, LLVMIntrinsicGetType(LLVMGetModuleContext(module), id, &wide, 1),
      LLVMGetIntrinsicDeclaration(module, id, &wide, 1), args, 2, "");
  LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(call));
  LLVMReplaceAllUsesWith(call, LLVMBuildFPTrunc(b, made, LLVMTypeOf(call), ""));
  LLVMInstructionEraseFromParent(call);
}

void qn_cpu_widen_choices(qn_unit *unit) {
  const bool has_half = has_half_arithmetic(unit);
  LLVMBuilderRef b =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(unit->module));
  QN_EACH_FUNCTION (function, unit->module) {
    if (!is_narrow_choice(function, has_half))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
      next = LLVMGetNextUse(use);
      widen(b, LLVMGetUser(use));
    }
  }
  LLVMDisposeBuilder(b);
}

// ---- Fused multiply-adds

void qn_cpu_lower_half(qn_unit *unit) {
  LLVMValueRef fma = LLVMGetNamedFunction(unit->module, "llvm.fma.f16");
  if (!fma || has_half_arithmetic(unit))
    return;
  LLVMBuilderRef b =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(unit->module));
  for (LLVMUseRef use = LLVMGetFirstUse(fma), next; use; use = next) {
    next = LLVMGetNextUse(use);
    replace(b, LLVMGetUser(use));
  }
  LLVMDisposeBuilder(b);
}
