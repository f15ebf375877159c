// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/graph.h"

#include "support/spmd_test.h"

// A loop with a condition in it, and code before and after it.
static const char with_loop[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "entry:\n"
           "  %n = load i32, ptr %args\n"
           "  br label %head\n"
           "head:\n"
           "  %i = phi i32 [ 0, %entry ], [ %next, %latch ]\n"
           "  %odd = trunc i32 %i to i1\n"
           "  br i1 %odd, label %then, label %latch\n"
           "then:\n"
           "  br label %latch\n"
           "latch:\n"
           "  %next = add i32 %i, 1\n"
           "  %more = icmp ult i32 %next, %n\n"
           "  br i1 %more, label %head, label %end\n"
           "end:\n"
           "  ret void\n"
           "}\n";

static void test_loop(void) {
  spmd_case c;
  spmd_begin(&c, with_loop, 8);
  const qn_spmd_graph *g = &c.graph;
  CHECK_INT(g->count, 5);
  CHECK(g->reducible && g->ends);
  CHECK_INT(g->loop_count, 1);
  const unsigned head = spmd_node(&c, "head");
  const unsigned then = spmd_node(&c, "then");
  const unsigned latch = spmd_node(&c, "latch");
  const unsigned end = spmd_node(&c, "end");
  CHECK_INT(g->loops[0].header, head);
  CHECK_INT(g->loops[0].latch, latch);
  CHECK(qn_spmd_in_loop(g, 0, then) && !qn_spmd_in_loop(g, 0, end));
  CHECK(qn_spmd_in_loop(g, QN_SPMD_NONE, end));
  CHECK_INT(g->nodes[head].postdominator, latch);
  CHECK_INT(g->nodes[end].postdominator, g->count);
  CHECK_INT(g->nodes[latch].dominator, head);
  CHECK(qn_spmd_dominates(g, head, end) && !qn_spmd_dominates(g, then, latch));
  CHECK(then < latch && latch < end);
  uint64_t *set = qn_spmd_bits(&c.arena, g->count);
  qn_spmd_reach(g, then, end, set);
  CHECK(qn_spmd_bit(set, head) && !qn_spmd_bit(set, end) &&
        !qn_spmd_bit(set, 0));
  spmd_end(&c);
}

// Some lanes go round the loop once more before they meet the others.
static void test_around(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  %b = load i1, ptr %args\n"
                    "  br label %head\n"
                    "head:\n"
                    "  br i1 %b, label %middle, label %latch\n"
                    "latch:\n"
                    "  br label %head\n"
                    "middle:\n"
                    "  br i1 %b, label %one, label %two\n"
                    "one:\n"
                    "  br label %two\n"
                    "two:\n"
                    "  br i1 %b, label %latch, label %end\n"
                    "end:\n"
                    "  ret void\n"
                    "}\n",
             8);
  const qn_spmd_graph *g = &c.graph;
  const unsigned head = spmd_node(&c, "head");
  const unsigned middle = spmd_node(&c, "middle");
  CHECK_INT(g->loop_count, 1);
  CHECK_INT(g->nodes[head].postdominator, middle);
  CHECK(!qn_spmd_meets_in_loop(g, 0, head));
  CHECK(qn_spmd_meets_in_loop(g, QN_SPMD_NONE, head));
  CHECK(qn_spmd_meets_in_loop(g, 0, middle));
  CHECK(!qn_spmd_meets_in_loop(g, 0, spmd_node(&c, "two")));
  spmd_end(&c);
}

static void test_irreducible(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  %b = load i1, ptr %args\n"
                    "  br i1 %b, label %one, label %two\n"
                    "one:\n"
                    "  br i1 %b, label %two, label %end\n"
                    "two:\n"
                    "  br label %one\n"
                    "end:\n"
                    "  ret void\n"
                    "}\n",
             8);
  CHECK(!c.graph.reducible);
  spmd_end(&c);
}

static void test_endless(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  br label %on\n"
                    "on:\n"
                    "  br label %on\n"
                    "}\n",
             8);
  CHECK(!c.graph.ends);
  spmd_end(&c);
}

static void test_limits(void) {
  spmd_case c;
  spmd_begin(&c, with_loop, 8);
  LLVMModuleRef m = c.module;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c.context);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(c.context);
  LLVMValueRef f = LLVMAddFunction(
      m, "wide",
      LLVMFunctionType(LLVMVoidTypeInContext(c.context), &i32, 1, 0));
  LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(c.context, f, "");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(c.context, f, "");
  LLVMPositionBuilderAtEnd(b, first);
  LLVMValueRef jump = LLVMBuildSwitch(b, LLVMGetParam(f, 0), end, 2);
  LLVMAddCase(jump, LLVMConstInt(i32, 1, 0), end);
  LLVMAddCase(jump, LLVMConstInt(i32, 2, 0), end);
  LLVMPositionBuilderAtEnd(b, end);
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  qn_spmd_graph g;
  qn_diag diag = {0};
  const qn_spmd_graph_params params = {.start = first, .arena = &c.arena};
  CHECK_OK(qn_spmd_graph_init(&g, &params, &diag), &diag);
  CHECK_TEXT(qn_spmd_graph_refusal(&g), "a jump with more than two targets");
  qn_spmd_graph_finish(&g);
  spmd_end(&c);
}

int main(void) {
  test_loop();
  test_around();
  test_irreducible();
  test_endless();
  test_limits();
  return 0;
}
