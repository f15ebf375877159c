// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/stores.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static void split(LLVMValueRef function) {
  qn_x86_store_whole_registers(function, 128);
}

static void keep(LLVMValueRef function) { qn_x86_keep_choices(function, 128); }

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, i1 %%c, <8 x float> %%v, <4 x double> %%d, "
           "<8 x i1> %%m, <4 x i1> %%k, <8 x half> %%h) {\n%s}\n"
           "declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, "
           "<8 x i1>)\n"
           "declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, "
           "<4 x i1>)\n"
           "declare void @llvm.masked.store.v8f16.p0(<8 x half>, ptr, "
           "<8 x i1>)\n",
           body);
  return ir_has_after(context, text, split, words);
}

#define STORE(type, name, value, align, mask)                                  \
  "  call void @llvm.masked.store." name ".p0(" type " " value                 \
  ", ptr align " align " %p, " mask ")\n"
#define FLOATS(align, mask) STORE("<8 x float>", "v8f32", "%v", align, mask)
#define CALL "call void @llvm.masked.store."

// Each register has a way for when all its lanes are on, and one for others.
static void test_registers(void) {
  static const char body[] = FLOATS("16", "<8 x i1> %m") "  ret void\n";
  CHECK(has(body, "sext <4 x i1> %2 to <4 x i32>"));
  CHECK(has(body, "icmp eq i4 %"));
  CHECK(has(body, "  store <4 x float> %1, ptr %"));
  CHECK(has(body, CALL "v4f32.p0(<4 x float> %1, ptr align 16 %"));
  CHECK(has(body, "getelementptr i8, ptr %p, i64 16"));
  CHECK(!has(body, CALL "v8f32"));
  static const char doubles[] =
      STORE("<4 x double>", "v4f64", "%d", "8", "<4 x i1> %k") "  ret void\n";
  CHECK(has(doubles, "sext <2 x i1> %2 to <2 x i64>"));
  CHECK(has(doubles, "store <2 x double> %1, ptr %"));
  CHECK(has(doubles, ", align 8\n"));
}

// The second register of a row is not aligned more than the row.
static void test_alignment(void) {
  static const char body[] = FLOATS("64", "<8 x i1> %m") "  ret void\n";
  CHECK(has(body, ", align 64\n"));
  CHECK(has(body, ", align 16\n"));
}

// Several in a block, in front of values that later blocks take from it.
static void test_ways(void) {
  CHECK(has("  br i1 %c, label %a, label %b\n"
            "a:\n" FLOATS("4", "<8 x i1> %m")
                FLOATS("4", "<8 x i1> %m") "  br label %b\n"
                                           "b:\n"
                                           "  %w = phi <8 x float> [ %v, %a ], "
                                           "[ zeroinitializer, %0 ]\n"
                                           "  store <8 x float> %w, ptr %p\n"
                                           "  ret void\n",
            "%w = phi <8 x float> [ %v, %a ], [ zeroinitializer, %0 ]"));
}

// Masks that are known, shorter elements and other functions stay.
static void test_others(void) {
  CHECK(has(FLOATS("4", "<8 x i1> splat (i1 true)") "  ret void\n",
            CALL "v8f32"));
  CHECK(
      has(STORE("<8 x half>", "v8f16", "%h", "2", "<8 x i1> %m") "  ret void\n",
          CALL "v8f16"));
}

// What was loaded from another place may be any operand.
static void test_choices(void) {
#define CHOICE(type, from)                                                     \
  "  %l = load <8 x " type ">, ptr " from "\n"                                 \
  "  %s = select <8 x i1> %m, <8 x " type "> zeroinitializer, <8 x " type      \
  "> %l\n"                                                                     \
  "  store <8 x " type "> %s, ptr %p\n  ret void\n"
  static const char fence[] = "call <8 x float> @llvm.arithmetic.fence.v8f32";
  static const char *const bodies[] = {
      CHOICE("float", "%p"), CHOICE("i32", "%p"), CHOICE("i64", "%p"),
      "  %q = getelementptr i8, ptr %p, i64 4\n" CHOICE("float", "%q"),
      CHOICE("i16", "%p")};
  for (unsigned k = 0; k < 5; ++k) {
    char text[2048];
    snprintf(text, sizeof(text), "define void @f(ptr %%p, <8 x i1> %%m) {\n%s}",
             bodies[k]);
    CHECK(ir_has_after(context, text, keep,
                       k == 2 ? "arithmetic.fence.v8f64" : fence) == (k < 3));
  }
}

// Whole registers of what was loaded, chosen and stored in another order.
static void test_shuffled(void) {
  static const char text[] =
      "define void @f(ptr %p, <4 x i1> %m) {\n"
      "  %l = load <8 x i32>, ptr %p\n"
      "  %a = shufflevector <8 x i32> %l, <8 x i32> poison, <4 x i32> <i32 4, "
      "i32 5, i32 6, i32 7>\n"
      "  %s = select <4 x i1> %m, <4 x i32> zeroinitializer, <4 x i32> %a\n"
      "  %t = shufflevector <4 x i32> %s, <4 x i32> %a, <8 x i32> <i32 4, i32 "
      "5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3>\n"
      "  store <8 x i32> %t, ptr %p\n"
      "  ret void\n}\n";
  CHECK(ir_has_after(context, text, keep,
                     "call <4 x float> @llvm.arithmetic.fence.v4f32"));
}

// Lanes from all over the place are no registers of what was loaded.
static void test_sorted(void) {
  static const char text[] =
      "define void @f(ptr %p, <4 x i1> %m) {\n"
      "  %l = load <4 x i32>, ptr %p\n"
      "  %a = shufflevector <4 x i32> %l, <4 x i32> poison, <4 x i32> <i32 1, "
      "i32 0, i32 3, i32 2>\n"
      "  %s = select <4 x i1> %m, <4 x i32> zeroinitializer, <4 x i32> %a\n"
      "  store <4 x i32> %s, ptr %p\n"
      "  ret void\n}\n";
  CHECK(!ir_has_after(context, text, keep, "fence"));
}

// Elements that memory has no masks for: halves, pointers.
static void test_no_words(void) {
  static const char *const types[] = {"half", "ptr"};
  for (unsigned k = 0; k < 2; ++k) {
    char text[1024];
    snprintf(text, sizeof(text),
             "define void @f(ptr %%p, <8 x %s> %%a) {\n"
             "  %%l = load <8 x %s>, ptr %%p\n"
             "  %%s = shufflevector <8 x %s> %%l, <8 x %s> %%a, <8 x i32> <i32 "
             "8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>\n"
             "  store <8 x %s> %%s, ptr %%p\n"
             "  ret void\n}\n",
             types[k], types[k], types[k], types[k], types[k]);
    CHECK(!ir_has_after(context, text, keep, "fence"));
  }
}

// The smaller of two is one instruction, and none is if it is not seen.
static void test_extremes(void) {
  static const char text[] =
      "define void @f(ptr %p, <4 x i32> %a) {\n"
      "  %l = load <4 x i32>, ptr %p\n"
      "  %c = icmp ugt <4 x i32> %l, %a\n"
      "  %s = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %l\n"
      "  store <4 x i32> %s, ptr %p\n"
      "  ret void\n}\n";
  CHECK(!ir_has_after(context, text, keep, "fence"));
}

int main(void) {
  context = LLVMContextCreate();
  test_registers();
  test_alignment();
  test_ways();
  test_others();
  test_choices();
  test_shuffled();
  test_sorted();
  test_no_words();
  test_extremes();
  LLVMContextDispose(context);
  return 0;
}
