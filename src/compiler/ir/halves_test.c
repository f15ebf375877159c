// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/halves.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether `words` are in what the optimiser makes of a function of this body,
// bounded or as it is.
static bool has(const char *body, bool bounded, const char *words) {
  char text[4096];
  qn_diag diag = {0};
  snprintf(text, sizeof(text),
           "declare float @llvm.ceil.f32(float)\n"
           "define internal float @real(i32 %%a) {\n"
           "  %%x = sitofp i32 %%a to float\n  ret float %%x\n}\n"
           "define internal half @narrow(float %%x) {\n"
           "  %%h = fptrunc float %%x to half\n  ret half %%h\n}\n"
           "define internal void @put(ptr %%p, float %%x) {\n"
           "  store float %%x, ptr %%p\n  ret void\n}\n"
           "define float @f(i32 %%a, i64 %%b, half %%c, i1 %%d) {\n%s"
           "  %%f = fpext half %%h to float\n  ret float %%f\n}\n",
           body);
  LLVMModuleRef module = parse_ir(context, text);
  if (bounded) {
    qn_ir_bound_halves(module);
    qn_ir_bound_halves(module); // again changes nothing
  }
  CHECK_OK(qn_ir_verify(module, "bounding", &diag), &diag);
  CHECK_OK(qn_ir_run_passes(module, "function(instcombine,simplifycfg)", NULL,
                            false, &diag),
           &diag);
  char *made = LLVMPrintModuleToString(module);
  const bool found = strstr(made, words) != NULL;
  LLVMDisposeMessage(made);
  LLVMDisposeModule(module);
  return found;
}

#define LARGE "  %v = shl i32 %a, 22\n"
#define DIRECT LARGE "  %h = uitofp i32 %v to half\n"
#define THROUGH                                                                \
  LARGE "  %x = uitofp i32 %v to float\n  %h = fptrunc float %x to half\n"
#define CEILED                                                                 \
  "  %v = select i1 %d, i32 -2147483648, i32 0\n"                              \
  "  %x = sitofp i32 %v to float\n"                                            \
  "  %y = call float @llvm.ceil.f32(float %x)\n"                               \
  "  %h = fptrunc float %y to half\n"
#define WIDE                                                                   \
  "  %v = and i64 %b, 1152921504606846976\n"                                   \
  "  %x = sitofp i64 %v to double\n  %h = fptrunc double %x to half\n"

// What the optimiser would leave out is there.
static void test_large(void) {
  static const char *const bodies[] = {DIRECT, THROUGH, WIDE};
  for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); ++i) {
    CHECK(has(bodies[i], true, "fpext half %"));
    // Its mistake: once this fails, the bounds can go.
    CHECK(!has(bodies[i], false, "fpext half %"));
  }
  CHECK(has(CEILED, true, "0xFFF0000000000000"));
}

#define VARIABLE                                                               \
  LARGE                                                                        \
  "  %p = alloca float\n  %x = uitofp i32 %v to float\n"                       \
  "  store float %x, ptr %p\n  %y = load float, ptr %p\n"                      \
  "  %h = fptrunc float %y to half\n"
#define HELPERS                                                                \
  LARGE                                                                        \
  "  %x = call float @real(i32 %v)\n  %h = call half @narrow(float %x)\n"
#define MEMORY                                                                 \
  LARGE                                                                        \
  "  %p = alloca [2 x float]\n  %q = getelementptr float, ptr %p, i32 1\n"     \
  "  %x = uitofp i32 %v to float\n  call void @put(ptr %q, float %x)\n"        \
  "  %y = load float, ptr %q\n  %h = fptrunc float %y to half\n"
#define SUMMED                                                                 \
  LARGE                                                                        \
  "  br label %head\nhead:\n"                                                  \
  "  %s = phi float [ 0.0, %0 ], [ %t, %head ]\n"                              \
  "  %x = uitofp i32 %v to float\n  %t = fadd float %s, %x\n"                  \
  "  br i1 %d, label %head, label %end\nend:\n"                                \
  "  %h = fptrunc float %t to half\n"

// By way of variables, functions, memory and sums.
static void test_ways(void) {
  static const char *const bodies[] = {VARIABLE, HELPERS, MEMORY, SUMMED};
  for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); ++i)
    CHECK(has(bodies[i], true, "6.553500e+04"));
}

// Of what is no integer, or a small one, nothing becomes of it.
static void test_others(void) {
  CHECK(!has("  %v = trunc i32 %a to i16\n  %h = sitofp i16 %v to half\n", true,
             "select"));
  CHECK(!has("  %x = fpext half %c to float\n"
             "  %y = sitofp i32 %a to float\n  %z = fmul float %x, %y\n"
             "  %h = fptrunc float %z to half\n",
             true, "select"));
  CHECK(!has("  %p = alloca [2 x float]\n  %y = load float, ptr %p\n"
             "  %h = fptrunc float %y to half\n",
             true, "6.553500e+04"));
  CHECK(!has("  %v = and i32 %a, 1023\n  %x = uitofp i32 %v to float\n"
             "  %h = fptrunc float %x to half\n",
             true, "select"));
}

// A product becomes a sum with -0, unless signs of zeroes do not matter, or it
// is no half.
static void check_signs(const char *body, bool wanted) {
  char text[1024];
  qn_diag diag = {0};
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, float %%x, float %%y, <2 x float> %%v) {\n"
           "%s  store half %%h, ptr %%p\n  ret void\n}\n",
           body);
  LLVMModuleRef module = parse_ir(context, text);
  qn_ir_keep_zero_signs(module);
  CHECK_OK(qn_ir_verify(module, "signs", &diag), &diag);
  char *made = LLVMPrintModuleToString(module);
  CHECK((strstr(made, "float -0.000000e+00") != NULL) == wanted);
  CHECK((strstr(made, "fmul") != NULL) == !wanted);
  LLVMDisposeMessage(made);
  LLVMDisposeModule(module);
}

static void test_signs(void) {
  check_signs("  %m = fmul float %x, %y\n  %h = fptrunc float %m to half\n",
              true);
  check_signs("  %m = fmul <2 x float> %v, %v\n"
              "  %t = fptrunc <2 x float> %m to <2 x half>\n"
              "  %h = extractelement <2 x half> %t, i32 1\n",
              true);
  check_signs("  %m = fmul nsz float %x, %y\n"
              "  %h = fptrunc float %m to half\n",
              false);
  check_signs("  %m = fmul float %x, %y\n  store float %m, ptr %p\n"
              "  %h = fptrunc float %x to half\n",
              false);
}

int main(void) {
  context = LLVMContextCreate();
  test_large();
  test_ways();
  test_others();
  test_signs();
  LLVMContextDispose(context);
  return 0;
}
