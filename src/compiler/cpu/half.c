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
