// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/convert.h"

#include <math.h>

static bool is_conversion(LLVMValueRef i, const char *prefix) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), qn_str_from(prefix));
}

static LLVMValueRef real(LLVMValueRef like, double value) {
  return LLVMConstReal(LLVMTypeOf(like), value);
}

// The bounds are powers of 2, which every type has, or infinity in their place.
static LLVMValueRef convert(LLVMBuilderRef b, LLVMValueRef i, bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMValueRef x = LLVMGetOperand(i, 0);
  const int bits = (int)LLVMGetIntTypeWidth(type) - (is_signed ? 1 : 0);
  LLVMValueRef top = LLVMConstInt(type, UINT64_C(1) << (bits & 63), false);
  LLVMValueRef least = is_signed ? top : LLVMConstNull(type);
  LLVMValueRef most = is_signed ? LLVMConstNot(top) : LLVMConstAllOnes(type);
  LLVMValueRef made = is_signed ? LLVMBuildFPToSI(b, x, type, "")
                                : LLVMBuildFPToUI(b, x, type, "");
  LLVMValueRef above =
      LLVMBuildFCmp(b, LLVMRealOGE, x, real(x, ldexp(1, bits)), "");
  LLVMValueRef below = LLVMBuildFCmp(
      b, LLVMRealOLE, x, real(x, is_signed ? -ldexp(1, bits) : 0), "");
  made = LLVMBuildSelect(b, above, most, made, "");
  made = LLVMBuildSelect(b, below, least, made, "");
  return LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""),
                         LLVMConstNull(type), made, "");
}

void qn_spirv_lower_conversions(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        const bool is_signed = is_conversion(i, "llvm.fptosi.sat.");
        if (!is_signed && !is_conversion(i, "llvm.fptoui.sat."))
          continue;
        LLVMPositionBuilderBefore(b, i);
        LLVMReplaceAllUsesWith(i, convert(b, i, is_signed));
        LLVMInstructionEraseFromParent(i);
      }
  LLVMDisposeBuilder(b);
}
