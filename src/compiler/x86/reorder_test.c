// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/reorder.h"

#include "support/ir_test.h"
#include "support/test.h"

static LLVMContextRef context;

// Vectors that nothing is computed from lane by lane, but whose lanes are
// known.
#define VECTORS                                                                \
  "  %a = add <8 x i32> <i32 3, i32 90, i32 4, i32 1, i32 7, i32 7, i32 80, "  \
  "i32 2>, zeroinitializer\n"                                                  \
  "  %b = add <8 x i32> <i32 55, i32 6, i32 11, i32 43, i32 5, i32 67, i32 9," \
  " i32 12>, zeroinitializer\n"                                                \
  "  %c = fsub <4 x double> <double 1.0, double 2.0, double 4.0, double 8.0>," \
  " zeroinitializer\n"                                                         \
  "  %d = fsub <4 x double> <double 16.0, double 32.0, double 64.0, double "   \
  "128.0>, zeroinitializer\n"

static void write(char text[8192], const char *body) {
  snprintf(text, 8192,
           "define void @f(ptr %%p, i1 %%w) {\n%s%s  ret void\n}\n"
           "declare <8 x i32> @llvm.umin.v8i32(<8 x i32>, <8 x i32>)\n"
           "declare <8 x i32> @llvm.umax.v8i32(<8 x i32>, <8 x i32>)\n"
           "declare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>)\n"
           "declare void @taken(<8 x i32>)\n",
           VECTORS, body);
}

// Whether a function of this body has `words` once it is reordered.
static bool has(const char *body, const char *words) {
  char text[8192];
  write(text, body);
  return ir_has_after(context, text, qn_x86_reorder_lanes, words);
}

// What the function does, with all folded that is known.
static char *folded(const char *body, bool reorders) {
  char text[8192];
  qn_diag diag = {0};
  write(text, body);
  LLVMModuleRef module = parse_ir(context, text);
  LLVMValueRef function = LLVMGetNamedFunction(module, "f");
  if (reorders)
    qn_x86_reorder_lanes(function);
  CHECK_OK(qn_ir_run_function_passes(function, "instcombine,simplifycfg", NULL,
                                     &diag),
           &diag);
  char *made = LLVMPrintValueToString(function);
  LLVMDisposeModule(module);
  return made;
}

// Whether a body becomes another one that stores the same.
static bool is_kept(const char *body) {
  char *before = folded(body, false), *after = folded(body, true);
  const bool same = strcmp(before, after) == 0;
  CHECK(strstr(before, "store") && !strstr(before, "shufflevector"));
  if (!same)
    fprintf(stderr, "%s\nis not\n%s\n", after, before);
  LLVMDisposeMessage(before);
  LLVMDisposeMessage(after);
  return same;
}

#define SHUFFLE(to, type, a, b, count, lanes)                                  \
  "  %" to " = shufflevector <" type "> %" a ", <" type "> %" b ", <" count    \
  " x i32> <" lanes ">\n"
#define EVEN "i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14"
#define ODD "i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15"
#define LOW "i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11"
#define HIGH "i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15"
#define PAIRS                                                                  \
  SHUFFLE("x", "8 x i32", "a", "b", "8", EVEN)                                 \
  SHUFFLE("y", "8 x i32", "a", "b", "8", ODD)
#define EXTREMES                                                               \
  "  %s = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %x, <8 x i32> %y)\n"       \
  "  %t = call <8 x i32> @llvm.umax.v8i32(<8 x i32> %x, <8 x i32> %y)\n"
#define STORED                                                                 \
  SHUFFLE("u", "8 x i32", "s", "t", "8", LOW)                                  \
  SHUFFLE("v", "8 x i32", "s", "t", "8", HIGH)                                 \
  "  store <8 x i32> %u, ptr %p\n  store <8 x i32> %v, ptr %p, align 4\n"

// An exchange of neighbours: what is taken apart and put together again.
static void test_exchange(void) {
  static const char body[] = PAIRS EXTREMES STORED;
  CHECK(is_kept(body));
  CHECK(has(body, "<i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 "
                  "14>"));
  CHECK(has(body, "<i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 "
                  "15>"));
  CHECK(has(body, "<i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 "
                  "13>"));
  CHECK(has(body, "<i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 "
                  "15>"));
}

#define QUARTER "i32 0, i32 2, i32 4, i32 6"
#define REST "i32 1, i32 3, i32 5, i32 7"

// Elements of 64 bits, whose sums do not become vhaddpd.
static void test_doubles(void) {
  static const char body[] =
      SHUFFLE("x", "4 x double", "c", "d", "4", QUARTER) SHUFFLE(
          "y", "4 x double", "c", "d", "4",
          REST) "  %s = fadd <4 x double> %x, %y\n"
                "  %t = fsub <4 x double> %x, %y\n" SHUFFLE(
                    "u", "4 x double", "s", "t", "4",
                    "i32 0, i32 4, i32 1, i32 5")
                    SHUFFLE(
                        "v", "4 x double", "s", "t", "4",
                        "i32 2, i32 6, i32 3, i32 7") "  store <4 x double> "
                                                      "%u, ptr %p\n"
                                                      "  store volatile <4 x "
                                                      "double> %v, ptr %p\n";
  CHECK(has(body, "<i32 0, i32 4, i32 2, i32 6>"));
  CHECK(has(body, "<i32 1, i32 5, i32 3, i32 7>"));
  CHECK(has(body, "call <4 x double> @llvm.arithmetic.fence"));
}

// Numbers beside them, single lanes, votes and sums.
static void test_others(void) {
  static const char body[] =
      PAIRS "  %m = icmp ult <8 x i32> %x, <i32 1, i32 2, i32 3, i32 4, i32 5, "
            "i32 6, i32 7, i32 80>\n"
            "  %s = select <8 x i1> %m, <8 x i32> %y, <8 x i32> <i32 0, i32 1, "
            "i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>\n"
            "  %t = or <8 x i32> %x, splat (i32 64)\n" STORED
            "  %bits = bitcast <8 x i1> %m to i8\n"
            "  %any = icmp ne i8 %bits, 0\n"
            "  store volatile i1 %any, ptr %p\n"
            "  %e = extractelement <8 x i32> %s, i64 2\n"
            "  store volatile i32 %e, ptr %p\n"
            "  %r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %t)\n"
            "  store volatile i32 %r, ptr %p\n";
  CHECK(is_kept(body));
  CHECK(has(body, "<i32 1, i32 2, i32 5, i32 6, i32 3, i32 4, i32 7, i32 80>"));
  CHECK(has(body, "<8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 2, i32 3, i32 6, "
                  "i32 7>\n"));
  CHECK(has(body, "extractelement <8 x i32> %s, i64 4"));
}

// What is handed on from block to block.
static void test_blocks(void) {
  static const char body[] = PAIRS EXTREMES
      "  br i1 true, label %then, label %end\n"
      "then:\n"
      "  %n = sub <8 x i32> %s, %t\n"
      "  br label %end\n"
      "end:\n"
      "  %z = phi <8 x i32> [ %n, %then ], [ <i32 0, i32 1, i32 2, i32 3, i32 "
      "4, i32 5, i32 6, i32 7>, %0 ]\n" SHUFFLE("u", "8 x i32", "z", "z", "8",
                                                LOW)
          SHUFFLE("v", "8 x i32", "z", "t", "8",
                  HIGH) "  store <8 x i32> %u, ptr %p\n"
                        "  store volatile <8 x i32> %v, ptr %p\n";
  CHECK(is_kept(body));
  CHECK(
      has(body, "[ <i32 0, i32 1, i32 4, i32 5, i32 2, i32 3, i32 6, i32 7>"));
}

// What stays as it is.
static void test_left(void) {
  // Lanes are stored in order, or taken by a function.
  CHECK(has(PAIRS EXTREMES STORED "  store <8 x i32> %t, ptr %p\n", EVEN));
  CHECK(has(PAIRS EXTREMES STORED "  call void @taken(<8 x i32> %t)\n", EVEN));
  // Which lanes a vote was of is asked.
  CHECK(has(PAIRS EXTREMES STORED "  %m = icmp ult <8 x i32> %x, %y\n"
                                  "  %bits = bitcast <8 x i1> %m to i8\n"
                                  "  store i8 %bits, ptr %p\n",
            EVEN));
  // They are computed from others that come in order.
  CHECK(has(PAIRS EXTREMES STORED "  %l = load <8 x i32>, ptr %p\n"
                                  "  %m = icmp ult <8 x i32> %x, %l\n",
            EVEN));
  // A lane that is not known is asked for.
  CHECK(has(PAIRS EXTREMES STORED
            "  %k = load i32, ptr %p\n"
            "  %e = extractelement <8 x i32> %s, i32 %k\n",
            EVEN));
  // It is as many instructions either way.
  CHECK(has(
      SHUFFLE(
          "x", "8 x i32", "a", "b", "8",
          "i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14") "  %s = "
                                                                       "add <8 "
                                                                       "x i32> "
                                                                       "%x, "
                                                                       "%x\n"
                                                                       "  %t = "
                                                                       "add <8 "
                                                                       "x i32> "
                                                                       "%s, "
                                                                       "%x"
                                                                       "\n" STORED,
      "<i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>"));
  // A loop's shuffles take more.
  CHECK(has(
      PAIRS EXTREMES
      "  br label %loop\n"
      "loop:\n" SHUFFLE("u", "8 x i32", "s", "t", "8",
                        "i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 "
                        "14, i32 15") "  store volatile <8 x i32> %u, ptr %p\n"
                                      "  br i1 %w, label %loop, label %end\n"
                                      "end:\n",
      EVEN));
}

int main(void) {
  context = LLVMContextCreate();
  test_exchange();
  test_doubles();
  test_others();
  test_blocks();
  test_left();
  LLVMContextDispose(context);
  return 0;
}
