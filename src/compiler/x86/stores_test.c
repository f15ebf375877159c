// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/stores.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static void split(LLVMValueRef function) {
  qn_x86_store_whole_registers(function, 128);
}

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

int main(void) {
  context = LLVMContextCreate();
  test_registers();
  test_alignment();
  test_ways();
  test_others();
  LLVMContextDispose(context);
  return 0;
}
