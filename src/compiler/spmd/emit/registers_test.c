// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/registers.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

#define DECLARATIONS                                                           \
  "declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, "             \
  "<4 x float>)\n"                                                             \
  "declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)\n"     \
  "declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, <4 x i1>, "   \
  "<4 x float>)\n"                                                             \
  "declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, "      \
  "<4 x i1>)\n"

// The text of a function of this body, about the memory %s, once that is in
// registers; NULL: it is left as it was. The caller disposes of it.
static char *kept(const char *body, bool always) {
  static char text[1 << 16];
  qn_diag diag = {0};
  snprintf(text, sizeof(text),
           DECLARATIONS "define void @f(ptr %%s, ptr noalias %%p, i64 %%i, <4 "
                        "x i1> %%m) {\n%s  ret void\n}\n",
           body);
  LLVMModuleRef module = parse_ir(context, text);
  LLVMValueRef function = LLVMGetNamedFunction(module, "f");
  const bool is =
      qn_spmd_keep_in_registers(function, LLVMGetParam(function, 0), always);
  CHECK_OK(qn_ir_verify(module, "keeping", &diag), &diag);
  if (is)
    CHECK_OK(qn_ir_run_passes(module,
                              "function(mem2reg,instcombine<no-verify-"
                              "fixpoint>,adce)",
                              NULL, false, &diag),
             &diag);
  char *made = is ? LLVMPrintValueToString(function) : NULL;
  LLVMDisposeModule(module);
  return made;
}

static bool has(const char *body, const char *words) {
  char *made = kept(body, true);
  const char *code = made ? strchr(made, '{') : NULL;
  const bool found = code && strstr(code, words) && !strstr(code, "ptr %s") &&
                     !strstr(code, "alloca");
  if (!found)
    fprintf(stderr, "%s\n", made ? made : "not kept");
  LLVMDisposeMessage(made);
  return found;
}

static bool is_left(const char *body) {
  char *made = kept(body, true);
  const bool left = !made;
  LLVMDisposeMessage(made);
  return left;
}

#define AT(name, bytes)                                                        \
  "  %" name " = getelementptr i8, ptr %s, i64 " bytes "\n"
#define LOAD(name, from)                                                       \
  "  %" name " = load <4 x float>, ptr %" from ", align 4\n"
#define SEVEN "  store float 7.0, ptr %x\n"

// Rows, elements and what goes across two registers.
static void test_rows(void) {
  CHECK(has("  %v = load <8 x float>, ptr %p\n"
            "  store <8 x float> %v, ptr %s\n" AT("b", "16")
                LOAD("w", "b") "  store <4 x float> %w, ptr %p\n",
            "<4 x i32> <i32 4, i32 5, i32 6, i32 7>"));
  CHECK(has(AT("a", "24") "  %v = load <4 x float>, ptr %p\n"
                          "  store <4 x float> %v, ptr %a\n" AT("b", "28")
                              LOAD("w", "b") "  store <4 x float> %w, ptr "
                                             "%p\n",
            "<i32 7, i32 8, i32 9, i32 10>"));
  CHECK(has(AT("x", "2052") SEVEN AT("y", "2048")
                LOAD("w", "y") "  store <4 x float> %w, ptr %p\n",
            "<4 x float> <float 0.000000e+00, float 7.000000e+00, float "
            "0.000000e+00, float 0.000000e+00>"));
  // Of another type, and before where it begins.
  CHECK(has(AT("x", "-4") SEVEN "  %w = load i32, ptr %x\n"
                                "  store i32 %w, ptr %p\n",
            "store i32 1088421888"));
  CHECK(has("  %x = getelementptr [4 x float], ptr %s, i64 1, i64 2\n" SEVEN AT(
                "y", "24") "  %w = load float, ptr %y\n"
                           "  store float %w, ptr %p\n",
            "store float 7.0"));
}

// Masks, and lanes at places of their own.
static void test_lanes(void) {
  CHECK(has("  call void @llvm.masked.store.v4f32.p0(<4 x float> splat (float "
            "3.0), ptr %s, <4 x i1> %m)\n" LOAD(
                "w", "s") "  store <4 x float> %w, ptr %p\n",
            "select <4 x i1> %m"));
  CHECK(has(AT("x", "80") SEVEN
            "  %g = getelementptr i8, ptr %s, <4 x i64> <i64 80, i64 poison, "
            "i64 0, i64 80>\n"
            "  %w = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> "
            "%g, <4 x i1> <i1 true, i1 false, i1 true, i1 true>, <4 x float> "
            "splat (float 1.0))\n"
            "  store <4 x float> %w, ptr %p\n",
            "<4 x float> <float 7.000000e+00, float 1.000000e+00, float "
            "0.000000e+00, float 7.000000e+00>"));
  // The last lane that stores to a place counts; one stores elsewhere.
  CHECK(has("  %o = getelementptr i8, ptr %s, <4 x i64> <i64 4, i64 8, i64 4, "
            "i64 12>\n"
            "  %g = insertelement <4 x ptr> %o, ptr %p, i64 3\n"
            "  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> <float "
            "1.0, float 2.0, float 3.0, float 4.0>, <4 x ptr> %g, <4 x i1> "
            "splat (i1 true))\n" LOAD(
                "w", "s") "  %q = getelementptr i8, ptr %p, i64 64\n"
                          "  store <4 x float> %w, ptr %q\n",
            "<4 x float> <float 0.000000e+00, float 3.000000e+00, float "
            "2.000000e+00, float 0.000000e+00>"));
  CHECK(has("  %o = getelementptr i8, ptr %s, <4 x i64> <i64 4, i64 8, i64 4, "
            "i64 12>\n"
            "  %g = insertelement <4 x ptr> %o, ptr %p, i64 3\n"
            "  %x = extractelement <4 x ptr> %g, i64 1\n" SEVEN
            "  %y = extractelement <4 x ptr> %g, i64 3\n"
            "  store float 2.0, ptr %y\n",
            "store float 2.0"));
}

// What cannot be done.
static void test_left(void) {
  CHECK(is_left("  %x = getelementptr float, ptr %s, i64 %i\n" SEVEN));
  CHECK(is_left("  store ptr %s, ptr %p\n"));
  CHECK(is_left(AT("x", "4") "  store volatile float 1.0, ptr %x\n"));
  CHECK(is_left(AT("x", "4") SEVEN "  store i16 1, ptr %x\n"));
  CHECK(is_left(AT("x", "4") SEVEN "  store double 1.0, ptr %s\n"));
  CHECK(is_left(AT("x", "2") SEVEN));
  CHECK(is_left("  store float 1.0, ptr %s\n" AT("x", "4096") SEVEN));
  CHECK(is_left("  %x = select i1 true, ptr %s, ptr %p\n" SEVEN));
  // A lane of addresses that is not known.
  CHECK(is_left("  %g = getelementptr i8, ptr %s, <4 x i64> <i64 0, i64 4, i64 "
                "8, i64 12>\n"
                "  %x = extractelement <4 x ptr> %g, i64 %i\n" SEVEN));
  // Lanes that may be off, at the same place.
  CHECK(is_left("  %g = getelementptr i8, ptr %s, <4 x i64> <i64 4, i64 8, i64 "
                "4, i64 12>\n"
                "  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> "
                "splat (float 3.0), <4 x ptr> %g, <4 x i1> %m)\n"));
}

// More than registers hold, only loaded and stored again and again.
static void test_memory(void) {
  static char body[1 << 15];
  size_t at = 0;
  for (unsigned i = 0; i < 40 * 10; ++i)
    at += (size_t)snprintf(body + at, sizeof(body) - at,
                           "  %%a%u = getelementptr i8, ptr %%s, i64 %u\n"
                           "  store <8 x float> splat (float 2.0), ptr %%a%u\n",
                           i, i % 40 * 32, i);
  char *made = kept(body, false);
  CHECK(!made);
  made = kept(body, true);
  CHECK(made);
  LLVMDisposeMessage(made);
}

int main(void) {
  context = LLVMContextCreate();
  test_rows();
  test_lanes();
  test_left();
  test_memory();
  LLVMContextDispose(context);
  return 0;
}
