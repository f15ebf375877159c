// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/failure.h"

#include <llvm-c/DebugInfo.h>

void qn_spirv_name_traps(qn_unit *unit) {
  LLVMValueRef tell = LLVMGetNamedFunction(unit->module, "__qn_spirv_trap");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  static const char *const names[] = {"llvm.trap", "llvm.ubsantrap"};
  for (size_t k = 0; k < 2 && tell; ++k) {
    LLVMValueRef trap = LLVMGetNamedFunction(unit->module, names[k]);
    for (LLVMUseRef use; trap && (use = LLVMGetFirstUse(trap));) {
      LLVMValueRef i = LLVMGetUser(use);
      LLVMPositionBuilderBefore(b, i);
      LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
      LLVMValueRef made =
          LLVMBuildCall2(b, LLVMGlobalGetValueType(tell), tell, NULL, 0, "");
      LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(tell));
      LLVMInstructionEraseFromParent(i);
    }
  }
  LLVMDisposeBuilder(b);
}

// Everything behind the call goes: nothing comes back from it.
static void end_block(LLVMBuilderRef b, LLVMValueRef call) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  const bool returns = qn_ir_is_kernel(LLVMGetBasicBlockParent(block));
  for (LLVMValueRef last; (last = LLVMGetLastInstruction(block)) != call;) {
    if (LLVMGetFirstUse(last))
      LLVMReplaceAllUsesWith(last, LLVMGetPoison(LLVMTypeOf(last)));
    LLVMInstructionEraseFromParent(last);
  }
  LLVMInstructionEraseFromParent(call);
  LLVMPositionBuilderAtEnd(b, block);
  if (returns)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildUnreachable(b);
}

void qn_spirv_lower_end(qn_unit *unit) {
  LLVMValueRef end = LLVMGetNamedFunction(unit->module, "__qn_spirv_end");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (LLVMUseRef use; end && (use = LLVMGetFirstUse(end));)
    end_block(b, LLVMGetUser(use));
  LLVMDisposeBuilder(b);
}
