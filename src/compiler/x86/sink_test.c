// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/sink.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, <8 x i32> %%a, <8 x i32> %%b, i1 %%c) {\n"
           "%s}\n",
           body);
  return ir_has_after(context, text, qn_x86_sink_masks, words);
}

#define BRANCH "  br i1 %c, label %all, label %some\n"
#define ALL "all:\n  br label %end\n"
#define END "end:\n  ret void\n"
#define MASK                                                                   \
  "  %s = add <8 x i32> %a, %b\n"                                              \
  "  %m = icmp sgt <8 x i32> %s, %b\n"                                         \
  "  %n = icmp slt <8 x i32> %a, %b\n"                                         \
  "  %k = select <8 x i1> %m, <8 x i1> %n, <8 x i1> zeroinitializer\n"

// What a mask is made of goes along, in its order, also to where it is used
// behind a further branch.
static void test_ways(void) {
  static const char body[] =
      MASK BRANCH ALL "some:\n"
                      "  %l = bitcast <8 x i1> %k to i8\n"
                      "  %z = icmp eq i8 %l, 0\n"
                      "  br i1 %z, label %end, label %few\n"
                      "few:\n"
                      "  store <8 x i1> %k, ptr %p\n"
                      "  br label %end\n" END;
  CHECK(has(body, "; preds = %0\n"
                  "  %1 = add <8 x i32> %a, %b\n"
                  "  %2 = icmp sgt <8 x i32> %1, %b\n"
                  "  %3 = icmp slt <8 x i32> %a, %b\n"
                  "  %4 = select <8 x i1> %2, <8 x i1> %3, <8 x i1> "
                  "zeroinitializer\n"
                  "  %l = bitcast"));
}

#define SOME(what) "some:\n" what "  br label %end\n"

// Masks that both ways use stay, and so does what is no mask: else a mask would
// go from block to block in its place.
static void test_stays(void) {
  CHECK(has(MASK BRANCH
            "all:\n  store <8 x i1> %n, ptr %p\n  br label %end\n" SOME(
                "  store <8 x i1> %k, ptr %p\n") END,
            "f(ptr %p, <8 x i32> %a, <8 x i32> %b, i1 %c) {\n" MASK BRANCH));
  CHECK(has("  %m = icmp sgt <8 x i32> %a, %b\n"
            "  %v = select <8 x i1> %m, <8 x i32> %a, <8 x i32> %b\n"
            "  store <8 x i32> %v, ptr %p\n"
            "  %w = select <8 x i1> %m, <8 x i32> %b, <8 x i32> %a\n" BRANCH ALL
                SOME("  store <8 x i32> %w, ptr %p\n") END,
            "%b, <8 x i32> %a\n" BRANCH));
}

// A block that is come to from elsewhere, too, gets nothing; nor does a phi
// move what it takes.
static void test_joins(void) {
  CHECK(has(MASK "  br i1 %c, label %end, label %some\n"
                 "some:\n  br label %end\n"
                 "end:\n  store <8 x i1> %k, ptr %p\n  ret void\n",
            "f(ptr %p, <8 x i32> %a, <8 x i32> %b, i1 %c) {\n" MASK));
  CHECK(has(
      MASK BRANCH ALL SOME(
          "") "end:\n"
              "  %x = phi <8 x i1> [ %k, %some ], [ zeroinitializer, %all ]\n"
              "  store <8 x i1> %x, ptr %p\n"
              "  ret void\n",
      "f(ptr %p, <8 x i32> %a, <8 x i32> %b, i1 %c) {\n" MASK));
}

int main(void) {
  context = LLVMContextCreate();
  test_ways();
  test_stays();
  test_joins();
  LLVMContextDispose(context);
  return 0;
}
