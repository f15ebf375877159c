// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/gathers.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, <4 x i32> %%i, <4 x i64> %%l, <4 x ptr> "
           "%%a, <4 x i1> %%m) {\n%s  ret void\n}\n"
           "declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, "
           "<4 x i1>, <4 x float>)\n"
           "declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, "
           "<4 x i1>, <4 x double>)\n",
           body);
  return ir_has_after(context, text, qn_x86_split_gathers, words);
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

int main(void) {
  context = LLVMContextCreate();
  test_words();
  test_others();
  LLVMContextDispose(context);
  return 0;
}
