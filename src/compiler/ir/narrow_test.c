// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/narrow.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

static unsigned count_of(const char *text, const char *words) {
  unsigned count = 0;
  for (; (text = strstr(text, words)); ++count)
    text += strlen(words);
  return count;
}

// Narrows a function of this body, and counts `words` in what it becomes.
static unsigned count_in(const char *body, const char *words) {
  char text[4096];
  qn_diag diag = {0};
  snprintf(text, sizeof(text),
           "declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>)\n"
           "define void @f(ptr %%p, <8 x float> %%a, <8 x i1> %%m) {\n%s"
           "  ret void\n}\n",
           body);
  LLVMModuleRef module = parse_ir(context, text);
  qn_ir_narrow_vectors(module);
  CHECK_OK(qn_ir_verify(module, "narrowing", &diag), &diag);
  char *made = LLVMPrintModuleToString(module);
  const unsigned count = count_of(made, words);
  LLVMDisposeMessage(made);
  LLVMDisposeModule(module);
  return count;
}

#define DOWN(to, from, lanes)                                                  \
  "  %" to " = shufflevector <8 x float> %" from ", <8 x float> poison, "      \
  "<8 x i32> <" lanes ">\n"
#define FOUR "i32 4, i32 5, i32 6, i32 7, i32 4, i32 5, i32 6, i32 7"
#define TWO "i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 6, i32 7"
#define ONE "i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 7"
#define SUM                                                                    \
  DOWN("s4", "a", FOUR)                                                        \
  "  %a4 = fadd contract <8 x float> %a, %s4\n" DOWN(                          \
      "s2", "a4", TWO) "  %f2 = freeze <8 x float> %s2\n"                      \
                       "  %a2 = fadd contract <8 x float> %a4, %f2\n" DOWN(    \
                           "s1", "a2",                                         \
                           ONE) "  %a1 = fadd contract <8 x float> %a2, %s1\n"
#define FIRST                                                                  \
  "  %r = extractelement <8 x float> %a1, i64 0\n"                             \
  "  store float %r, ptr %p\n"

// Each step of a sum of which one lane is used.
static void test_sum(void) {
  CHECK_INT(count_in(SUM FIRST, "fadd contract <4 x float>"), 3);
  CHECK_INT(count_in(SUM FIRST, "fadd contract <8 x float>"), 0);
  CHECK_INT(count_in(SUM FIRST, "freeze <8 x float>"), 0);
}

// A step of which all lanes are used stays, and what it is made of.
static void test_used(void) {
  CHECK_INT(count_in(SUM FIRST "  store <8 x float> %a1, ptr %p\n",
                     "fadd contract <8 x float>"),
            3);
  CHECK_INT(count_in(SUM FIRST "  store <8 x float> %a4, ptr %p\n",
                     "fadd contract <8 x float>"),
            1);
  // Another element, of the upper half.
  CHECK_INT(count_in(SUM "  %r = extractelement <8 x float> %a1, i64 7\n"
                         "  store float %r, ptr %p\n",
                     "fadd contract <8 x float>"),
            3);
  // An element that is not known.
  CHECK_INT(count_in(SUM "  %k = load i32, ptr %p\n"
                         "  %r = extractelement <8 x float> %a1, i32 %k\n"
                         "  store float %r, ptr %p\n",
                     "fadd contract <8 x float>"),
            3);
}

// One lane for all, choices, calls and casts.
static void test_others(void) {
  CHECK_INT(count_in(SUM DOWN("all", "a1",
                              "i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 "
                              "0, i32 0") "  store <8 x float> %all, ptr %p\n",
                     "fadd contract <4 x float>"),
            3);
  static const char others[] = DOWN(
      "s4", "a",
      FOUR) "  %n = fneg <8 x float> %s4\n"
            "  %c = fcmp olt <8 x float> %a, %n\n"
            "  %k = select <8 x i1> %c, <8 x float> %a, <8 x float> %n\n"
            "  %g = select <8 x i1> %m, <8 x float> %k, <8 x float> "
            "zeroinitializer\n"
            "  %x = call nnan <8 x float> @llvm.maxnum.v8f32(<8 x float> %g, "
            "<8 x float> %a)\n"
            "  %i = bitcast <8 x float> %x to <8 x i32>\n"
            "  %u = add <8 x i32> %i, splat (i32 1)\n"
            "  %r = extractelement <8 x i32> %u, i64 2\n"
            "  store i32 %r, ptr %p\n";
  CHECK_INT(count_in(others, "add <4 x i32>"), 1);
  CHECK_INT(count_in(others, "call nnan <4 x float>"), 1);
  CHECK_INT(count_in(others, "select <4 x i1>"), 2);
  CHECK_INT(count_in(others, "fcmp olt <4 x float>"), 1);
}

#define STEP(to, from, lanes)                                                  \
  DOWN("x" to, from, lanes)                                                    \
  "  %" to " = fadd <8 x float> %x" to ", %" from "\n"
#define BY_4 "i32 4, i32 5, i32 6, i32 7, i32 0, i32 1, i32 2, i32 3"
#define BY_2 "i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5"
#define BY_1 "i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6"
#define ALL "  store <8 x float> %r, ptr %p\n"

// Sums by exchange, which all lanes have in the end.
static void test_exchange(void) {
  CHECK_INT(count_in(STEP("b", "a", BY_4) STEP("c", "b", BY_2)
                         STEP("r", "c", BY_1) ALL,
                     "fadd <4 x float>"),
            3);
  // A bit that was taken twice, and one that was not.
  CHECK_INT(count_in(STEP("b", "a", BY_4) STEP("c", "b", BY_2)
                         STEP("r", "c", BY_2) ALL,
                     "fadd <8 x float>"),
            3);
  CHECK_INT(count_in(STEP("b", "a", BY_4) STEP("r", "b", BY_1) ALL,
                     "fadd <8 x float>"),
            2);
  // Down, lanes have different sums; and a difference has a direction.
  CHECK_INT(count_in(SUM "  store <8 x float> %a1, ptr %p\n",
                     "fadd contract <8 x float>"),
            3);
  CHECK_INT(count_in(STEP("b", "a", BY_4) STEP("c", "b", BY_2)
                         DOWN("xr", "c",
                              BY_1) "  %r = fsub <8 x float> %c, %xr\n" ALL,
                     "<8 x float> %c, %xr"),
            1);
}

// A sum of which one lane is used before the others are, which are known to be
// used only once the first is narrow.
static void test_used_later(void) {
  static const char body[] =
      DOWN("x", "a", BY_4) "  %b = fadd <8 x float> %a, %x\n" DOWN(
          "o", "b",
          "i32 1, i32 0, i32 3, i32 2, i32 1, i32 0, i32 3, i32 "
          "2") "  store <8 x float> %o, ptr %p\n"
               "  %f = fadd <8 x float> %o, %a\n"
               "  %r = extractelement <8 x float> %f, i64 1\n"
               "  store float %r, ptr %p\n" DOWN(
                   "w", "f",
                   "i32 0, i32 2, i32 0, i32 2, i32 0, i32 2, i32 "
                   "0, i32 2") "  %two = shufflevector <8 x float> "
                               "%w, <8 x float> %a, <8 x i32> <i32 "
                               "0, i32 1, i32 8, i32 9, i32 10, i32 "
                               "11, i32 12, i32 13>\n"
                               "  store <8 x float> %two, ptr %p\n";
  CHECK_INT(count_in(body, "i32 poison, i32 0, i32 poison, i32 poison"), 0);
}

// A step of which lanes that are gone were put together, for nobody.
static void test_unused(void) {
  CHECK_INT(count_in(SUM FIRST "  %w = shufflevector <8 x float> %a1, "
                               "<8 x float> poison, <16 x i32> <i32 0, i32 9, "
                               "i32 2, i32 7, i32 7, i32 7, i32 7, i32 7, i32 "
                               "0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, "
                               "i32 7>\n",
                     "fadd contract <8 x float>"),
            0);
}

int main(void) {
  context = LLVMContextCreate();
  test_sum();
  test_used();
  test_others();
  test_exchange();
  test_used_later();
  test_unused();
  LLVMContextDispose(context);
  return 0;
}
