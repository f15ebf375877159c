// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/splats.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Whether a function of this body has `words` afterwards.
static bool has(const char *body, const char *words) {
  char text[4096];
  snprintf(text, sizeof(text),
           "define void @f(ptr %%p, i1 %%c, i1 %%d, <16 x i1> %%m) {\n%s"
           "  ret void\n}\n",
           body);
  return ir_has_after(context, text, qn_x86_widen_splats, words);
}

#define SPLAT(to, bit, count)                                                  \
  "  %i" to " = insertelement <" count " x i1> poison, i1 %" bit ", i64 0\n"   \
  "  %" to " = shufflevector <" count " x i1> %i" to ", <" count               \
  " x i1> poison, <" count " x i32> zeroinitializer\n"
#define STORE(value) "  store <16 x i1> %" value ", ptr %p\n"

// A condition that all lanes have in common is a byte in all of them.
static void test_bits(void) {
  CHECK(has(SPLAT("s", "c", "16") STORE("s"), "sext i1 %c to i32"));
  CHECK(has(SPLAT("s", "c", "16") STORE("s"),
            "shufflevector <16 x i8> %4, <16 x i8> poison, <16 x i32> "
            "zeroinitializer"));
  CHECK(has(SPLAT("s", "c", "16") STORE("s"), "icmp slt <16 x i8> %5, zero"));
}

#define LANES                                                                  \
  "i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 " \
  "10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 "   \
  "19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 "   \
  "28, i32 29, i32 30, i32 31"

// A block makes the masks that it uses of the bits that come to it, once for
// each user, but none that comes as it is.
static void test_blocks(void) {
  static const char body[] = SPLAT("s", "c", "16")
      SPLAT("t", "d", "16") "  %st = shufflevector <16 x i1> %s, <16 x i1> %t, "
                            "<32 x i32> <" LANES ">\n"
                            "  br label %next\n"
                            "next:\n"
                            "  store <32 x i1> %st, ptr %p\n"
                            "  store volatile <16 x i1> %m, ptr %p\n";
  CHECK(has(body, "next:                                             ; preds = "
                  "%0\n  %1 = insertelement"));
  CHECK(has(body, "store <32 x i1> %15, ptr %p"));
  CHECK(has(body, "store volatile <16 x i1> %m, ptr %p"));
}

// A mask that is made of another one and of what that is made of, too.
static void test_shared(void) {
  CHECK(has(
      SPLAT(
          "s", "c",
          "16") "  %a = shufflevector <16 x i1> %s, <16 x i1> %m, <16 x i32> "
                "<i32 0, i32 17, i32 2, i32 19, i32 4, i32 21, i32 6, i32 23, "
                "i32 8, i32 25, i32 10, i32 27, i32 12, i32 29, i32 14, i32 "
                "31>\n"
                "  %b = shufflevector <16 x i1> %a, <16 x i1> %s, <32 x i32> "
                "<" LANES ">\n"
                "  br label %next\n"
                "next:\n"
                "  store <32 x i1> %b, ptr %p\n",
      "  br label %next\n\nnext:                                       "
      "      ; preds = %0\n  %1 = insertelement"));
}

// Beside what is compared, or where it chooses, a bit is a word as long as what
// it meets; a byte where it meets several.
static void test_widths(void) {
  static const char words[] =
      SPLAT("s", "c", "16") "  %l = load <16 x i32>, ptr %p\n"
                            "  %o = icmp ugt <16 x i32> %l, splat (i32 7)\n"
                            "  %x = xor <16 x i1> %o, %s\n" STORE("x");
  CHECK(has(words, "icmp slt <16 x i32> %4, zero"));
  CHECK(has(SPLAT("s", "c", "16") "  %l = load <16 x double>, ptr %p\n"
                                  "  %x = select <16 x i1> %s, <16 x double> "
                                  "%l, <16 x double> zeroinitializer\n"
                                  "  store <16 x double> %x, ptr %p\n",
            "sext i1 %c to i64"));
  CHECK(has(SPLAT("s", "c", "16") "  %l = load <16 x i32>, ptr %p\n"
                                  "  %o = icmp ugt <16 x i32> %l, splat (i32 "
                                  "7)\n"
                                  "  %x = xor <16 x i1> %o, %s\n" STORE("x")
                                      STORE("s"),
            "icmp slt <16 x i8> %5, zero"));
}

// A comparison is made again in the block that has use for its bit.
static void test_compared(void) {
  CHECK(has("  %l = load i32, ptr %p\n"
            "  %e = icmp sgt i32 %l, 3\n"
            "  br label %next\n"
            "next:\n" SPLAT("s", "e", "16") STORE("s"),
            "poison, i1 %e, i64 0\n  %1 = icmp sgt i32 %l, 3\n  %2 = sext i1 "
            "%1 to i32"));
}

// What stays: few lanes, other lanes, constants.
static void test_left(void) {
  CHECK(has(SPLAT("s", "c", "4") "  store <4 x i1> %s, ptr %p\n",
            "store <4 x i1> %s"));
  CHECK(has("  %i = insertelement <16 x i1> %m, i1 %c, i64 1\n"
            "  %s = shufflevector <16 x i1> %i, <16 x i1> poison, <16 x i32> "
            "zeroinitializer\n" STORE("s"),
            "store <16 x i1> %s"));
  CHECK(has("  %i = insertelement <16 x i1> poison, i1 true, i64 0\n"
            "  %s = shufflevector <16 x i1> %i, <16 x i1> poison, <16 x i32> "
            "zeroinitializer\n" STORE("s"),
            "store <16 x i1> %s"));
}

int main(void) {
  context = LLVMContextCreate();
  test_bits();
  test_blocks();
  test_shared();
  test_widths();
  test_compared();
  test_left();
  LLVMContextDispose(context);
  return 0;
}
