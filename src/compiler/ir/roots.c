// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/roots.h"

#include "compiler/ir/parts.h"

static LLVMValueRef call(LLVMBuilderRef b, const char *name, LLVMTypeRef type,
                         LLVMValueRef *args, unsigned count) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
  LLVMValueRef callee = qn_ir_intrinsic(module, name, &type, type ? 1 : 0);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, args, count,
                        "");
}

// ---- Estimates

// Of 4, 8 or 16 lanes.
static LLVMValueRef estimate_register(LLVMBuilderRef b, LLVMValueRef x) {
  LLVMTypeRef type = LLVMTypeOf(x);
  const unsigned lanes = LLVMGetVectorSize(type);
  LLVMTypeRef mask =
      LLVMIntTypeInContext(LLVMGetTypeContext(type), lanes > 8 ? lanes : 8);
  LLVMValueRef args[] = {x, LLVMConstNull(type), LLVMConstAllOnes(mask)};
  return call(b,
              lanes == 4   ? "llvm.x86.avx512.rsqrt14.ps.128"
              : lanes == 8 ? "llvm.x86.avx512.rsqrt14.ps.256"
                           : "llvm.x86.avx512.rsqrt14.ps.512",
              NULL, args, 3);
}

static LLVMValueRef estimate_one(LLVMBuilderRef b, LLVMValueRef x) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef zero =
      LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(type)));
  LLVMValueRef four = LLVMConstNull(LLVMVectorType(type, 4));
  four = LLVMBuildInsertElement(b, four, x, zero, "");
  return LLVMBuildExtractElement(b, estimate_register(b, four), zero, "");
}

static LLVMValueRef estimate(LLVMBuilderRef b, LLVMValueRef x) {
  enum { REGISTER = 16, PARTS_MAX = 4 };
  LLVMTypeRef type = LLVMTypeOf(x);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return estimate_one(b, x);
  const unsigned lanes = LLVMGetVectorSize(type);
  LLVMValueRef parts[PARTS_MAX];
  if (lanes <= REGISTER)
    return estimate_register(b, x);
  for (unsigned k = 0; k < lanes / REGISTER; ++k)
    parts[k] = estimate_register(b, qn_ir_part(b, x, k * REGISTER, REGISTER));
  return qn_ir_join_parts(b, parts, lanes / REGISTER);
}

// ---- Roots

static LLVMValueRef fused(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y,
                          LLVMValueRef z) {
  LLVMValueRef args[] = {x, y, z};
  return call(b, "llvm.fma", LLVMTypeOf(x), args, 3);
}

// y + y / 2 * (1 - x y^2): with an error of 2^-14 in y of 2^-27, but for what
// is rounded. Of 0 and infinity y is right, and 0 times infinity no number, in
// the place of which x86's minimum gives its other operand, larger than any
// error: infinity stays infinity, and 0 stays 0.
static LLVMValueRef by_estimate(LLVMBuilderRef b, LLVMValueRef x) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef y = estimate(b, x);
  LLVMValueRef minus = LLVMBuildFNeg(b, LLVMBuildFMul(b, x, y, ""), "");
  LLVMValueRef rest = fused(b, minus, y, qn_ir_real(type, 1));
  LLVMValueRef half = LLVMBuildFMul(b, y, qn_ir_real(type, 0.5), "");
  LLVMValueRef most = qn_ir_real(type, 0x1p-10);
  LLVMValueRef is_less = LLVMBuildFCmp(b, LLVMRealOLT, rest, most, "");
  rest = LLVMBuildSelect(b, is_less, rest, most, "");
  return fused(b, half, rest, y);
}

LLVMValueRef qn_ir_build_rsqrt(LLVMBuilderRef b, LLVMValueRef x,
                               bool has_estimate) {
  LLVMTypeRef type = LLVMTypeOf(x);
  return has_estimate ? by_estimate(b, x)
                      : LLVMBuildFDiv(b, qn_ir_real(type, 1),
                                      call(b, "llvm.sqrt", type, &x, 1), "");
}

void qn_ir_estimate_roots(LLVMModuleRef module) {
  static const char whole[] = "qn_math_whole_rsqrt";
  LLVMValueRef function = LLVMGetNamedFunction(module, "__qn_cpu_rsqrtf");
  if (!function || LLVMIsDeclaration(function))
    return;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef old = LLVMGetFirstBasicBlock(function);
  LLVMPositionBuilderAtEnd(
      b, LLVMAppendBasicBlockInContext(context, function, "by_estimate"));
  LLVMBuildRet(b, by_estimate(b, LLVMGetParam(function, 0)));
  LLVMDeleteBasicBlock(old);
  LLVMDisposeBuilder(b);
  LLVMSetValueName2(function, whole, sizeof(whole) - 1);
  qn_ir_add_flag(function, "noinline");
}
