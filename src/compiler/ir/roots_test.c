// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/roots.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

#define LIBRARY                                                                \
  "define float @__qn_cpu_rsqrtf(float %x) {\n"                                \
  "  %r = call float @llvm.sqrt.f32(float %x)\n"                               \
  "  %y = fdiv float 1.0, %r\n"                                                \
  "  ret float %y\n}\n"                                                        \
  "declare float @llvm.sqrt.f32(float)\n"

static void estimate_all(LLVMValueRef function) {
  qn_ir_estimate_roots(LLVMGetGlobalParent(function));
}

// One number by the same estimate as vectors, in a function that packets know.
static void test_library(void) {
  static const char text[] = "define float @f(float %x) {\n"
                             "  %y = call float @__qn_cpu_rsqrtf(float %x)\n"
                             "  ret float %y\n}\n" LIBRARY;
  CHECK(ir_has_after(context, text, estimate_all,
                     "call float @qn_math_whole_rsqrt(float %x)"));
  CHECK(ir_has_after(context, text, estimate_all,
                     "@llvm.x86.avx512.rsqrt14.ps.128(<4 x float>"));
  CHECK(!ir_has_after(context, text, estimate_all, "fdiv"));
  CHECK(ir_has_after(context, "declare float @f(float)\n", estimate_all,
                     "declare float @f"));
}

static void build(LLVMValueRef function, bool has_estimate) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator(LLVMGetFirstBasicBlock(function));
  LLVMPositionBuilderBefore(b, end);
  LLVMBuildRet(b,
               qn_ir_build_rsqrt(b, LLVMGetParam(function, 0), has_estimate));
  LLVMInstructionEraseFromParent(end);
  LLVMDisposeBuilder(b);
}

static void build_estimate(LLVMValueRef function) { build(function, true); }
static void build_exactly(LLVMValueRef function) { build(function, false); }

static bool has(unsigned lanes, void (*pass)(LLVMValueRef), const char *words) {
  char text[256];
  snprintf(text, sizeof(text),
           "define <%u x float> @f(<%u x float> %%x) {\n"
           "  ret <%u x float> %%x\n}\n",
           lanes, lanes, lanes);
  return ir_has_after(context, text, pass, words);
}

static void test_vectors(void) {
  CHECK(has(4, build_estimate, "rsqrt14.ps.128(<4 x float> %x"));
  CHECK(has(8, build_estimate, "rsqrt14.ps.256(<8 x float> %x"));
  CHECK(has(16, build_estimate, "rsqrt14.ps.512(<16 x float> %x"));
  CHECK(has(32, build_estimate, "rsqrt14.ps.512(<16 x float> %3"));
  CHECK(has(64, build_estimate, "rsqrt14.ps.512(<16 x float> %7"));
  CHECK(has(32, build_estimate, "fcmp olt <32 x float>"));
  CHECK(has(16, build_exactly, "fdiv <16 x float> splat (float 1.0"));
}

int main(void) {
  context = LLVMContextCreate();
  test_library();
  test_vectors();
  LLVMContextDispose(context);
  return 0;
}
