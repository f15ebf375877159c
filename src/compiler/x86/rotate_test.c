// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/rotate.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function with these lanes of two vectors of 8 words has `words`
// afterwards.
static bool has(const char *type, const char *lanes, const char *words) {
  char text[2048];
  snprintf(text, sizeof(text),
           "define <8 x %s> @f(<8 x %s> %%a, <8 x %s> %%b) {\n"
           "  %%s = shufflevector <8 x %s> %%a, <8 x %s> %%b, <8 x i32> <%s>\n"
           "  ret <8 x %s> %%s\n}\n",
           type, type, type, type, type, lanes, type);
  return ir_has_after(context, text, qn_x86_rotate_lanes, words);
}

#define FROM(a, b, c, d, e, f, g, h)                                           \
  "i32 " #a ", i32 " #b ", i32 " #c ", i32 " #d ", i32 " #e ", i32 " #f        \
  ", i32 " #g ", i32 " #h
#define ONE FROM(1, 2, 3, 4, 5, 6, 7, 8)
#define HALVES "shufflevector <8 x float> %1, <8 x float> %2, <8 x i32> <i32 4"

// From a place in the lower half on the low register comes first, from one in
// the upper half on what is between both.
static void test_places(void) {
  CHECK(has("float", ONE, HALVES));
  CHECK(has("float", ONE,
            "asm \"vpalignr $$4, $1, $2, $0\", \"=x,x,x\"(<8 x float> %1, "
            "<8 x float> %3)"));
  CHECK(has("float", FROM(3, 4, 5, 6, 7, 8, 9, 10), "vpalignr $$12, $1, $2"));
  CHECK(has("float", FROM(5, 6, 7, 8, 9, 10, 11, 12),
            "vpalignr $$4, $1, $2, $0\", \"=x,x,x\"(<8 x float> %3, "
            "<8 x float> %2)"));
  CHECK(has("i32", FROM(7, 8, 9, 10, 11, 12, 13, 14), "vpalignr $$12, $1"));
}

// Registers of longer vectors are those of both, one behind the other.
static void test_registers(void) {
  static const char text[] =
      "define <16 x float> @f(<16 x float> %a, <16 x float> %b) {\n"
      "  %s = shufflevector <16 x float> %a, <16 x float> %b, <16 x i32> "
      "<" FROM(9, 10, 11, 12, 13, 14, 15, 16) ", " FROM(
          17, 18, 19, 20, 21, 22, 23, 24) ">\n"
                                          "  ret <16 x float> "
                                          "%s\n}\n";
  CHECK(ir_has_after(context, text, qn_x86_rotate_lanes,
                     "shufflevector <16 x float> %b, <16 x float> poison, <8 x "
                     "i32> <i32 8, i32 9"));
}

// Even places take one instruction as it is; lanes in another order stay.
static void test_others(void) {
  CHECK(!has("float", FROM(2, 3, 4, 5, 6, 7, 8, 9), "vpalignr"));
  CHECK(!has("float", FROM(1, 2, 3, 4, 5, 6, 7, 9), "vpalignr"));
  CHECK(!has("double", ONE, "vpalignr"));
}

int main(void) {
  context = LLVMContextCreate();
  test_places();
  test_registers();
  test_others();
  LLVMContextDispose(context);
  return 0;
}
