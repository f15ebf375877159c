// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/back_branches.h"

#include "support/ir_test.h"
#include "support/test.h"

// The inner loop goes back where its condition is false, the outer one where it
// is true; the branch of `leave` ends no loop.
static const char source[] =
    "define i32 @f(i32 %n, float %x) {\n"
    "start:\n"
    "  br label %outer\n"
    "outer:\n"
    "  %i = phi i32 [ 0, %start ], [ %i1, %next ]\n"
    "  br label %inner\n"
    "inner:\n"
    "  %k = phi i32 [ 0, %outer ], [ %k1, %inner ]\n"
    "  %k1 = add i32 %k, 1\n"
    "  %done = icmp uge i32 %k1, %n\n"
    "  br i1 %done, label %next, label %inner, !prof !0\n"
    "next:\n"
    "  %i1 = add i32 %i, 1\n"
    "  %more = icmp slt i32 %i1, %n\n"
    "  br i1 %more, label %outer, label %leave\n"
    "leave:\n"
    "  %some = fcmp olt float %x, 0.0\n"
    "  br i1 %some, label %a, label %b\n"
    "a:\n"
    "  br label %real\n"
    "b:\n"
    "  br label %real\n"
    "real:\n"
    "  %y = phi float [ %x, %a ], [ 1.0, %b ], [ %y1, %real ]\n"
    "  %y1 = fmul float %y, 0.5\n"
    "  %small = fcmp nnan olt float %y1, 0.25\n"
    "  br i1 %small, label %both, label %real\n"
    "both:\n"
    "  %c = phi i32 [ 0, %real ], [ %c1, %choose ]\n"
    "  %c1 = add i32 %c, 1\n"
    "  br label %choose\n"
    "choose:\n"
    "  %flag = trunc i32 %c1 to i1\n"
    "  switch i32 %c1, label %last [ i32 1, label %both ]\n"
    "last:\n"
    "  %d = phi i1 [ %flag, %choose ], [ %e, %last ]\n"
    "  %e = xor i1 %d, %flag\n"
    "  br i1 %e, label %end, label %last\n"
    "end:\n"
    "  ret i32 %c1\n"
    "}\n"
    "!0 = !{!\"branch_weights\", i32 1, i32 2}\n";

static LLVMValueRef end_of(LLVMValueRef function, const char *name) {
  QN_EACH_BLOCK (block, function)
    if (qn_str_equal(qn_str_from(LLVMGetBasicBlockName(block)),
                     qn_str_from(name)))
      return LLVMGetBasicBlockTerminator(block);
  return NULL;
}

static bool goes_first_to(LLVMValueRef branch, const char *name) {
  return qn_str_equal(
      qn_str_from(LLVMGetBasicBlockName(LLVMGetSuccessor(branch, 0))),
      qn_str_from(name));
}

static void test_turned(LLVMValueRef f) {
  LLVMValueRef inner = end_of(f, "inner"), real = end_of(f, "real");
  CHECK(goes_first_to(inner, "inner"));
  CHECK_INT(LLVMGetICmpPredicate(LLVMGetCondition(inner)), LLVMIntULT);
  // Weights would be those of the other way.
  CHECK(!LLVMHasMetadata(inner));
  // Not less, or no number: what is no number goes back as before.
  CHECK(goes_first_to(real, "real"));
  CHECK_INT(LLVMGetFCmpPredicate(LLVMGetCondition(real)), LLVMRealUGE);
  CHECK_INT(LLVMGetFastMathFlags(LLVMGetCondition(real)), LLVMFastMathNoNaNs);
  // A condition that is no comparison is turned by itself.
  LLVMValueRef last = end_of(f, "last");
  CHECK(goes_first_to(last, "last"));
  CHECK_INT(LLVMGetInstructionOpcode(LLVMGetCondition(last)), LLVMXor);
}

static void test_left(LLVMValueRef f) {
  LLVMValueRef next = end_of(f, "next"), leave = end_of(f, "leave");
  CHECK(goes_first_to(next, "outer"));
  CHECK_INT(LLVMGetICmpPredicate(LLVMGetCondition(next)), LLVMIntSLT);
  CHECK(goes_first_to(leave, "a"));
  CHECK_INT(LLVMGetFCmpPredicate(LLVMGetCondition(leave)), LLVMRealOLT);
}

int main(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse_ir(context, source);
  LLVMValueRef f = LLVMGetNamedFunction(module, "f");
  qn_diag diag = {0};
  CHECK_OK(qn_ir_turn_back_branches(module, &diag), &diag);
  CHECK_OK(qn_ir_verify(module, "turning", &diag), &diag);
  test_turned(f);
  test_left(f);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return 0;
}
