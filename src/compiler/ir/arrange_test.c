// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/arrange.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function of this body, about vectors %a and %b, has `words` once
// its lanes are in another order.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, <8 x float> %%a, <8 x float> %%b, "
           "<16 x float> %%c, <16 x float> %%d) {\n%s  ret void\n}\n",
           body);
  return ir_has_after(context, text, qn_ir_arrange_lanes, words);
}

#define SHUFFLE(to, type, a, b, count, lanes)                                  \
  "  %" to " = shufflevector " type " %" a ", " type " " b ", <" count         \
  " x i32> <" lanes ">\n"
#define EVEN "i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14"
#define ODD "i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15"
#define PAIRS                                                                  \
  SHUFFLE("x", "<8 x float>", "a", "%b", "8", EVEN)                            \
  SHUFFLE("y", "<8 x float>", "a", "%b", "8", ODD)                             \
  "  %s = fadd <8 x float> %x, %y\n"
#define NEXT                                                                   \
  SHUFFLE("m", "<8 x float>", "s", "poison", "4",                              \
          "i32 0, i32 2, i32 4, i32 6")                                        \
  SHUFFLE("n", "<8 x float>", "s", "poison", "4",                              \
          "i32 1, i32 3, i32 5, i32 7")                                        \
  "  %t = fadd <4 x float> %m, %n\n  store <4 x float> %t, ptr %p\n"

// Sums of pairs of neighbours: those of each half of a register stay there.
static void test_pairs(void) {
  CHECK(has(PAIRS NEXT, "%a, <8 x float> %b, <8 x i32> <i32 0, i32 2, i32 8, "
                        "i32 10, i32 4, i32 6, i32 12, i32 14>"));
  CHECK(has(PAIRS NEXT, "%a, <8 x float> %b, <8 x i32> <i32 1, i32 3, i32 9, "
                        "i32 11, i32 5, i32 7, i32 13, i32 15>"));
  CHECK(has(PAIRS NEXT, "%s, <8 x float> poison, <4 x i32> <i32 0, i32 4, i32 "
                        "2, i32 6>"));
  CHECK(has(PAIRS NEXT, "%s, <8 x float> poison, <4 x i32> <i32 1, i32 5, i32 "
                        "3, i32 7>"));
  CHECK(has(PAIRS "  %e = extractelement <8 x float> %s, i64 3\n"
                  "  store float %e, ptr %p\n",
            "extractelement <8 x float> %s, i64 5"));
}

// Of two registers at once, each from two others, and taken from both sides.
static void test_wide(void) {
  static const char body[] = SHUFFLE(
      "x", "<16 x float>", "c", "%d", "16",
      EVEN ", i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 "
           "30")
      SHUFFLE("y", "<16 x float>", "c", "%d", "16",
              ODD ", i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, "
                  "i32 29, "
                  "i32 31") "  %s = fadd <16 x float> %x, "
                            "%y\n" SHUFFLE("m", "<16 x float>", "d", "%s", "4",
                                           "i32 2, i32 18, i32 20, "
                                           "i32 30") "  %t = fadd <4 "
                                                     "x float> %m, "
                                                     "splat (float "
                                                     "1.0)\n"
                                                     "  store <4 x "
                                                     "float> %t, ptr "
                                                     "%p\n";
  CHECK(has(body, "<i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14, "
                  "i32 16, i32 18, i32 24, i32 26, i32 20, i32 22, i32 28, "
                  "i32 30>"));
  CHECK(has(body, "<4 x i32> <i32 2, i32 20, i32 18, i32 30>"));
}

// What stays as it is.
static void test_left(void) {
  // Its lanes are stored in order.
  CHECK(has(PAIRS "  store <8 x float> %s, ptr %p\n", EVEN));
  CHECK(has(PAIRS NEXT "  store <8 x float> %s, ptr %p\n", EVEN));
  // They are put beside others.
  CHECK(has(PAIRS SHUFFLE("m", "<8 x float>", "s", "%a", "8", ODD) "  store <8 "
                                                                   "x float> "
                                                                   "%m, ptr "
                                                                   "%p\n",
            "%b, <8 x i32> <" EVEN ">"));
  // A half has three of them.
  CHECK(has(SHUFFLE("x", "<8 x float>", "a", "%b", "8",
                    "i32 0, i32 2, i32 3, i32 6, i32 8, i32 10, i32 12, i32 14")
                SHUFFLE("y", "<8 x float>", "a", "%b", "8",
                        ODD) "  %s = fadd <8 x float> %x, %y\n" NEXT,
            ODD));
  // The halves' lanes are not alike.
  CHECK(has(SHUFFLE("x", "<8 x float>", "a", "%b", "8",
                    "i32 0, i32 2, i32 4, i32 7, i32 8, i32 10, i32 12, i32 14")
                SHUFFLE("y", "<8 x float>", "a", "%b", "8",
                        ODD) "  %s = fadd <8 x float> %x, %y\n" NEXT,
            ODD));
}

int main(void) {
  context = LLVMContextCreate();
  test_pairs();
  test_wide();
  test_left();
  LLVMContextDispose(context);
  return 0;
}
