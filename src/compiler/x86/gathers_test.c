// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/gathers.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static void split(LLVMValueRef function) { qn_x86_split_gathers(function, 4); }

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, <4 x i32> %%i, <4 x i64> %%l, <4 x ptr> "
           "%%a, <4 x i1> %%m) {\n%s  ret void\n}\n"
           "declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, "
           "<4 x i1>, <4 x float>)\n"
           "declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, "
           "<4 x i1>, <4 x double>)\n"
           "declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, "
           "<8 x i1>, <8 x i32>)\n",
           body);
  return ir_has_after(context, text, split, words);
}

#define GATHER(type, name, places, mask)                                       \
  "  %g = call <4 x " type "> @llvm.masked.gather." name ".v4p0(<4 x ptr> "    \
  "align 4 " places ", <4 x i1> " mask ", <4 x " type "> poison)\n"            \
  "  store <4 x " type "> %g, ptr %p\n"
#define WORDS(places, mask) GATHER("float", "v4f32", places, mask)
#define EXTENDED                                                               \
  "  %w = sext <4 x i32> %i to <4 x i64>\n"                                    \
  "  %q = getelementptr float, ptr %p, <4 x i64> %w\n"
#define ALL "splat (i1 true)"

// Each lane's index is extended for itself.
static void test_words(void) {
  static const char body[] = EXTENDED WORDS("%q", ALL);
  CHECK(has(body, "  %11 = extractelement <4 x i32> %i, i32 2\n"
                  "  %12 = sext i32 %11 to i64\n"
                  "  %13 = getelementptr float, ptr %p, i64 %12\n"
                  "  %14 = load float, ptr %13, align 1\n"));
  CHECK(!has(body, "call <4 x float>"));
  CHECK(has("  %q = getelementptr i8, ptr %p, <4 x i64> %l\n" WORDS("%q", ALL),
            "getelementptr i8, ptr %p, i64 %"));
}

// Under a mask, of longer elements and of any addresses they stay.
static void test_others(void) {
  CHECK(has(EXTENDED WORDS("%q", "%m"), "call <4 x float>"));
  CHECK(has(EXTENDED WORDS("%q", "<i1 true, i1 true, i1 false, i1 true>"),
            "call <4 x float>"));
  CHECK(
      has(EXTENDED GATHER("double", "v4f64", "%q", ALL), "call <4 x double>"));
  CHECK(has(WORDS("%a", ALL), "call <4 x float>"));
  CHECK(has("  %q = getelementptr float, <4 x ptr> %a, <4 x i64> %l\n" WORDS(
                "%q", ALL),
            "call <4 x float>"));
}

#define WIDE(mask)                                                             \
  "  %k = shufflevector <4 x i1> %m, <4 x i1> splat (i1 true), <8 x i32> "     \
  "<" mask ">\n"                                                               \
  "  %v = load <8 x i64>, ptr %p\n"                                            \
  "  %q = getelementptr i32, ptr %p, <8 x i64> %v\n"                           \
  "  %g = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 "    \
  "%q, <8 x i1> %k, <8 x i32> poison)\n"                                       \
  "  store <8 x i32> %g, ptr %p\n"

// Of a gather of several registers those whose lanes are all on are loaded, the
// others gathered as they were.
static void test_registers(void) {
  static const char half[] = WIDE("i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, "
                                  "i32 2, i32 3");
  CHECK(has(half, "extractelement <8 x i64> %v, i32 3"));
  CHECK(!has(half, "extractelement <8 x i64> %v, i32 4"));
  CHECK(has(half, "shufflevector <8 x i1> %k, <8 x i1> poison, <4 x i32> <i32 "
                  "4, i32 5, i32 6, i32 7>"));
  CHECK(has(half, "call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> "
                  "align 4 "));
  CHECK(has(WIDE("i32 4, i32 5, i32 6, i32 0, i32 7, i32 1, i32 2, i32 3"),
            "call <8 x i32>"));
  CHECK(has(WIDE("i32 4, i32 5, i32 6, i32 7, i32 7, i32 6, i32 5, i32 4"),
            "extractelement <8 x i64> %v, i32 7"));
}

int main(void) {
  context = LLVMContextCreate();
  test_words();
  test_others();
  test_registers();
  LLVMContextDispose(context);
  return 0;
}
