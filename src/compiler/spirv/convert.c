// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/convert.h"

static bool is_saturated(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee &&
         (qn_str_starts(qn_ir_name(callee), QN_STR("llvm.fptosi.sat.")) ||
          qn_str_starts(qn_ir_name(callee), QN_STR("llvm.fptoui.sat.")));
}

// A NaN becomes 0 before it is converted.
static void define(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, x, x, "");
  LLVMSetOperand(
      i, 0, LLVMBuildSelect(b, is_nan, LLVMConstNull(LLVMTypeOf(x)), x, ""));
}

void qn_spirv_define_nan(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (is_saturated(i))
          define(b, i);
  LLVMDisposeBuilder(b);
}
