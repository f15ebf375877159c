// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/pieces.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static void split(LLVMValueRef function) { qn_x86_split_stored(function, 256); }

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, ptr %%q, <32 x float> %%a) {\n%s"
           "  ret void\n}\n"
           "declare <32 x float> @llvm.fma.v32f32(<32 x float>, <32 x float>, "
           "<32 x float>)\n",
           body);
  return ir_has_after(context, text, split, words);
}

#define LOADS                                                                  \
  "  %x = load <32 x float>, ptr %q, align 4\n"                                \
  "  %y = load <32 x float>, ptr %p, align 4\n"
#define SUM "  %s = fadd contract <32 x float> %x, %y\n"
#define STORE "  store <32 x float> %s, ptr %p, align 128\n"

// Register by register, first all operations and then all stores, which are
// aligned as their places are.
static void test_pieces(void) {
  static const char body[] = LOADS SUM STORE;
  CHECK(has(body, "%3 = fadd contract <8 x float> %1, %2"));
  CHECK(has(body, "<8 x i32> <i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, "
                  "i32 30, i32 31>"));
  CHECK(has(body, "%13 = getelementptr i8, ptr %p, i64 0\n"
                  "  store <8 x float> %3, ptr %13, align 128\n"
                  "  %14 = getelementptr i8, ptr %p, i64 32\n"
                  "  store <8 x float> %6, ptr %14, align 32\n"));
  CHECK(!has(body, "fadd contract <32 x float>"));
  CHECK(has(LOADS "  %s = call <32 x float> @llvm.fma.v32f32(<32 x float> %a, "
                  "<32 x float> %x, <32 x float> %y)\n" STORE,
            "call <8 x float> @llvm.fma.v8f32(<8 x float>"));
  CHECK(has("  %x = load <16 x i32>, ptr %q\n"
            "  %s = add nsw <16 x i32> %x, splat (i32 7)\n"
            "  store <16 x i32> %s, ptr %p, align 4\n",
            "add nsw <8 x i32> %1, splat (i32 7)"));
}

// Operations of operations, up to what is used elsewhere.
static void test_trees(void) {
  static const char twice[] =
      LOADS SUM "  %t = fmul <32 x float> %s, %a\n"
                "  %u = fmul <32 x float> %t, %t\n"
                "  %z = load <32 x float>, ptr %q\n"
                "  %v = fsub <32 x float> %u, %z\n"
                "  store <32 x float> %v, ptr %p, align 4\n";
  CHECK(has(LOADS SUM "  %t = fmul <32 x float> %s, %a\n"
                      "  store <32 x float> %t, ptr %p, align 4\n",
            "fmul <8 x float>"));
  CHECK(has(twice, "%t = fmul <32 x float> %s, %a"));
  CHECK(has(twice, "fsub <8 x float>"));
}

// What stays whole.
static void test_others(void) {
  static const char whole[] = "store <32 x float>";
  CHECK(has("  %s = load <32 x float>, ptr %q, align 4\n" STORE, whole));
  CHECK(has("  %s = fmul <32 x float> %a, %a\n" STORE, whole));
  CHECK(has(LOADS SUM "  store volatile <32 x float> %s, ptr %p, align 4\n",
            "store volatile <32 x float>"));
  CHECK(
      has(LOADS SUM STORE "  store <32 x float> %s, ptr %q, align 4\n", whole));
  CHECK(has("  %x = load <8 x float>, ptr %q\n"
            "  %s = fadd <8 x float> %x, %x\n"
            "  store <8 x float> %s, ptr %p, align 4\n",
            "fadd <8 x float> %x, %x"));
  // Many operations take longer than memory does.
  CHECK(has(LOADS "  %1 = fadd <32 x float> %x, %y\n"
                  "  %2 = fmul <32 x float> %1, %a\n"
                  "  %3 = fadd <32 x float> %2, %a\n"
                  "  %4 = fmul <32 x float> %3, %a\n"
                  "  %s = fadd <32 x float> %4, %a\n" STORE,
            whole));
}

int main(void) {
  context = LLVMContextCreate();
  test_pieces();
  test_trees();
  test_others();
  LLVMContextDispose(context);
  return 0;
}
