// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/lanes.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function of this body, about vectors %a, %b and %c, has `words`
// once lanes are followed.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, <4 x i32> %%a, <4 x i32> %%b, "
           "<4 x i32> %%c, <8 x i32> %%wide) {\n%s  ret void\n}\n",
           body);
  return ir_has_after(context, text, qn_ir_follow_lanes, words);
}

#define STORE(value) "  store <4 x i32> %" value ", ptr %p\n"
#define SHUFFLE(to, a, b, lanes)                                               \
  "  %" to " = shufflevector <4 x i32> %" a ", <4 x i32> %" b                  \
  ", <4 x i32> <" lanes ">\n"

// Of what two shuffles put together the third one takes other lanes.
static void test_shuffles(void) {
  static const char three[] =
      SHUFFLE("x", "a", "b", "i32 0, i32 5, i32 2, i32 7")
          SHUFFLE("y", "c", "b", "i32 4, i32 1, i32 6, i32 3")
              SHUFFLE("z", "x", "y", "i32 1, i32 3, i32 4, i32 6") STORE("z");
  CHECK(has(three, "shufflevector <4 x i32> %b, <4 x i32> poison, <4 x i32> "
                   "<i32 1, i32 3, i32 0, i32 2>"));
  // From three vectors it stays.
  CHECK(has(SHUFFLE("x", "a", "b", "i32 0, i32 5, i32 2, i32 7")
                SHUFFLE("y", "x", "c", "i32 0, i32 1, i32 4, i32 5") STORE("y"),
            "shufflevector <4 x i32> %x, <4 x i32> %c"));
  // Lanes without a value have none after it.
  CHECK(has(SHUFFLE("x", "a", "b", "i32 poison, i32 5, i32 2, i32 7")
                SHUFFLE("y", "x", "x", "i32 0, i32 1, i32 1, i32 3") STORE("y"),
            "<4 x i32> <i32 poison, i32 1, i32 1, i32 3>"));
}

// Elements that were put in, and vectors of several lengths.
static void test_elements(void) {
  CHECK(has("  %x = insertelement <4 x i32> %a, i32 7, i32 2\n" SHUFFLE(
                "y", "x", "b", "i32 0, i32 1, i32 5, i32 4") STORE("y"),
            "%a, <4 x i32> %b, <4 x i32> <i32 0, i32 1, i32 5, i32 4>"));
  CHECK(has("  %x = insertelement <4 x i32> %a, i32 7, i32 2\n" SHUFFLE(
                "y", "x", "b", "i32 0, i32 2, i32 5, i32 4") STORE("y"),
            "shufflevector <4 x i32> %x, <4 x i32> %b"));
  static const char cut[] =
      "  %low = shufflevector <8 x i32> %wide, <8 x i32> poison, "
      "<4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
      "  %high = shufflevector <8 x i32> %wide, <8 x i32> poison, "
      "<4 x i32> <i32 4, i32 5, i32 6, i32 7>\n";
  char body[1024];
  snprintf(body, sizeof(body), "%s%s", cut,
           SHUFFLE("y", "low", "high", "i32 1, i32 3, i32 5, i32 7")
               STORE("y"));
  CHECK(has(body, "%wide, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, "
                  "i32 7>"));
  snprintf(body, sizeof(body), "%s%s", cut,
           "  %e = extractelement <4 x i32> %high, i32 1\n"
           "  store i32 %e, ptr %p\n");
  CHECK(has(body, "extractelement <8 x i32> %wide, i32 5"));
  // Of two types it stays.
  snprintf(body, sizeof(body), "%s%s", cut,
           SHUFFLE("y", "low", "a", "i32 1, i32 3, i32 5, i32 7") STORE("y"));
  CHECK(has(body, "shufflevector <4 x i32> %low, <4 x i32> %a"));
}

static void follow_stored(LLVMValueRef function) {
  qn_ir_follow_stored(LLVMGetGlobalParent(function));
}

// What was put together to be stored is taken apart again; other shuffles of
// shuffles stay.
static void test_stored(void) {
  char text[4096], body[1024];
  for (unsigned stores = 0; stores < 2; ++stores) {
    snprintf(body, sizeof(body), "%s%s%s",
             SHUFFLE("x", "a", "b", "i32 0, i32 4, i32 1, i32 5"),
             stores ? STORE("x") : "",
             SHUFFLE("y", "x", "c", "i32 1, i32 3, i32 1, i32 3") STORE("y"));
    snprintf(text, sizeof(text),
             "define void @f(ptr %%p, <4 x i32> %%a, <4 x i32> %%b, "
             "<4 x i32> %%c) {\n%s  ret void\n}\n",
             body);
    CHECK(ir_has_after(context, text, follow_stored,
                       stores ? "%b, <4 x i32> poison, <4 x i32> <i32 0, i32 "
                                "1, i32 0, i32 1>"
                              : "%x, <4 x i32> %c"));
  }
}

// Two lanes that change places, each put together and stored by itself: the
// second one is the maximum of the same two.
static void test_exchange(void) {
  static const char text[] =
      "declare <4 x i32> @llvm.umin.v4i32(<4 x i32>, <4 x i32>)\n"
      "define void @f(ptr %p, <4 x i32> %a, <4 x i32> %b) {\n"
      "  %over = icmp ugt <4 x i32> %a, %b\n"
      "  %low = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %a, <4 x i32> %b)\n"
      //
      SHUFFLE("x", "low", "b", "i32 0, i32 4, i32 1, i32 5") STORE("x")
          SHUFFLE("y", "low", "b", "i32 2, i32 6, i32 3, i32 7") STORE("y")
              SHUFFLE("old", "x", "y", "i32 1, i32 3, i32 5, i32 7")
      //
      "  %high = select <4 x i1> %over, <4 x i32> %a, <4 x i32> %old\n"
      //
      STORE("high") "  ret void\n}\n";
  CHECK(ir_has_after(context, text, follow_stored, "@llvm.umax.v4i32("));
}

// What was stored beside a constant is that constant.
static void test_constant(void) {
  static const char text[] =
      "define void @f(ptr %p, <4 x i32> %a) {\n"
      "  %x = shufflevector <4 x i32> %a, <4 x i32> <i32 5, i32 6, i32 7, "
      "i32 8>, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n"
      "  %y = shufflevector <4 x i32> %a, <4 x i32> <i32 5, i32 6, i32 7, "
      "i32 8>, <4 x i32> <i32 2, i32 6, i32 3, i32 7>\n"
      //
      STORE("x") STORE("y")
          SHUFFLE("old", "x", "y", "i32 1, i32 3, i32 5, i32 7") STORE("old")
      //
      "  ret void\n}\n";
  CHECK(ir_has_after(context, text, follow_stored,
                     "store <4 x i32> <i32 5, i32 6, i32 7, i32 8>, ptr %p"));
}

int main(void) {
  context = LLVMContextCreate();
  test_shuffles();
  test_elements();
  test_stored();
  test_exchange();
  test_constant();
  LLVMContextDispose(context);
  return 0;
}
