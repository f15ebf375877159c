// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/shape.h"

#include "support/spmd_test.h"

static void expect(const spmd_case *c, const char *name, qn_spmd_kind kind,
                   int64_t stride) {
  const qn_spmd_shape shape = qn_spmd_shape_of(&c->shapes, spmd_find(c, name));
  if (shape.kind != kind || shape.stride != stride)
    fprintf(stderr, "%%%s is %d, %lld\n", name, (int)shape.kind,
            (long long)shape.stride);
  CHECK(shape.kind == kind && shape.stride == stride);
}

// The global index, addresses of all kinds, and values computed from them.
static void test_values(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "  %t = load i32, ptr %c\n"
                    "  %py = getelementptr i8, ptr %c, i64 4\n"
                    "  %y = load i32, ptr %py\n"
                    "  %pb = getelementptr i8, ptr %c, i64 16\n"
                    "  %block = load i32, ptr %pb\n"
                    "  %pd = getelementptr i8, ptr %c, i64 32\n"
                    "  %dim = load i32, ptr %pd\n"
                    "  %start = mul i32 %block, %dim\n"
                    "  %id = add i32 %start, %t\n"
                    "  %x = load ptr, ptr %args\n"
                    "  %wide = zext i32 %id to i64\n"
                    "  %row = getelementptr float, ptr %x, i64 %wide\n"
                    "  %value = load float, ptr %row\n"
                    "  %first = load float, ptr %x\n"
                    "  %twice = shl nuw nsw i32 %t, 1\n"
                    "  %even = zext i32 %twice to i64\n"
                    "  %pair = getelementptr i64, ptr %x, i64 %even\n"
                    "  %less = sub i32 %id, 10\n"
                    "  %wrapped = zext i32 %less to i64\n"
                    "  %warp = lshr i32 %t, 5\n"
                    "  %lane = and i32 %t, 31\n"
                    "  %part = and i32 %t, 3\n"
                    "  %low = icmp ult i32 %t, 64\n"
                    "  %odd = icmp ult i32 %t, 65\n"
                    "  %back = sub i32 %y, %t\n"
                    "  %gone = sub i32 %id, %t\n"
                    "  %not = xor i32 %twice, -1\n"
                    "  %down = add i32 %y, %not\n"
                    "  %turned = xor i32 %t, 1\n"
                    "  %half = udiv i32 %t, 8\n"
                    "  %rest = srem i32 %t, 16\n"
                    "  %third = udiv i32 %t, 24\n"
                    "  %of_id = sdiv i32 %id, 8\n"
                    "  ret void\n"
                    "}\n",
             8);
  expect(&c, "t", QN_SPMD_LINEAR, 1);
  expect(&c, "y", QN_SPMD_UNIFORM, 0);
  expect(&c, "id", QN_SPMD_LINEAR, 1);
  expect(&c, "wide", QN_SPMD_LINEAR, 1);
  expect(&c, "row", QN_SPMD_LINEAR, 4);
  expect(&c, "value", QN_SPMD_VARYING, 0);
  expect(&c, "first", QN_SPMD_UNIFORM, 0);
  expect(&c, "even", QN_SPMD_LINEAR, 2);
  expect(&c, "pair", QN_SPMD_LINEAR, 16);
  expect(&c, "less", QN_SPMD_LINEAR, 1);
  expect(&c, "wrapped", QN_SPMD_VARYING, 0); // may wrap between two lanes
  expect(&c, "warp", QN_SPMD_UNIFORM, 0);
  expect(&c, "lane", QN_SPMD_LINEAR, 1);
  expect(&c, "part", QN_SPMD_VARYING, 0);
  expect(&c, "low", QN_SPMD_UNIFORM, 0);
  expect(&c, "odd", QN_SPMD_VARYING, 0);
  expect(&c, "back", QN_SPMD_LINEAR, -1);
  expect(&c, "gone", QN_SPMD_UNIFORM, 0);
  expect(&c, "not", QN_SPMD_LINEAR, -2);
  expect(&c, "down", QN_SPMD_LINEAR, -2);
  expect(&c, "turned", QN_SPMD_VARYING, 0);
  expect(&c, "half", QN_SPMD_UNIFORM, 0);
  expect(&c, "rest", QN_SPMD_LINEAR, 1);
  expect(&c, "third", QN_SPMD_VARYING, 0);
  expect(&c, "of_id", QN_SPMD_VARYING, 0); // blocks may have any width
  CHECK(!qn_spmd_needs_whole_warps(&c.shapes));
  CHECK(qn_spmd_is_total_index(spmd_find(&c, "id")));
  CHECK(!qn_spmd_is_total_index(spmd_find(&c, "less")));
  CHECK_INT(qn_spmd_context_field(spmd_find(&c, "dim")), 32);
  CHECK_INT(qn_spmd_context_field(spmd_find(&c, "x")), -1);
  spmd_end(&c);
}

// A warp's number in the grid is uniform, if blocks consist of whole warps.
static void test_warps_of_grid(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "  %t = load i32, ptr %c\n"
                    "  %pb = getelementptr i8, ptr %c, i64 16\n"
                    "  %block = load i32, ptr %pb\n"
                    "  %pd = getelementptr i8, ptr %c, i64 32\n"
                    "  %dim = load i32, ptr %pd\n"
                    "  %start = mul i32 %block, %dim\n"
                    "  %id = add i32 %start, %t\n"
                    "  %warp = sdiv i32 %id, 32\n"
                    "  %pair = ashr i32 %id, 6\n"
                    "  %lane = srem i32 %id, 32\n"
                    "  %half = sdiv i32 %id, 16\n"
                    "  ret void\n"
                    "}\n",
             32);
  expect(&c, "warp", QN_SPMD_UNIFORM, 0);
  expect(&c, "pair", QN_SPMD_UNIFORM, 0);
  expect(&c, "lane", QN_SPMD_LINEAR, 1);
  expect(&c, "half", QN_SPMD_VARYING, 0);
  CHECK(qn_spmd_needs_whole_warps(&c.shapes));
  spmd_end(&c);
}

// Packets of four rows with four work-items each.
static void test_rows(void) {
  spmd_case c;
  spmd_begin_rows(&c,
                  LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                         "  %t = load i32, ptr %c\n"
                         "  %py = getelementptr i8, ptr %c, i64 4\n"
                         "  %y = load i32, ptr %py\n"
                         "  %pl = getelementptr i8, ptr %c, i64 44\n"
                         "  %linear = load i32, ptr %pl\n"
                         "  %n = load i32, ptr %args\n"
                         "  %x = load ptr, ptr %args\n"
                         "  %start = mul i32 %y, %n\n"
                         "  %place = add i32 %start, %t\n"
                         "  %low = icmp ult i32 %y, %n\n"
                         "  %wide = zext i32 %t to i64\n"
                         "  %shared = getelementptr float, ptr %x, i64 %wide\n"
                         "  %own = getelementptr float, ptr %x, i32 %start\n"
                         "  %one = load float, ptr %own\n"
                         "  %same = load float, ptr %shared\n"
                         "  %sure = udiv i32 7, %y\n"
                         "  %four = and i32 %t, 3\n"
                         "  %chosen = select i1 %low, i32 %t, i32 %t\n"
                         "  %bit = trunc i32 %place to i1\n"
                         "  %by_bit = select i1 %bit, i32 %n, i32 0\n"
                         "  %private = alloca i32\n"
                         "  ret void\n"
                         "}\n",
                  16, 4);
  expect(&c, "t", QN_SPMD_LINEAR, 1);
  expect(&c, "y", QN_SPMD_ROWS, 0);
  expect(&c, "linear", QN_SPMD_ROWS, 1);
  expect(&c, "start", QN_SPMD_ROWS, 0);
  expect(&c, "place", QN_SPMD_ROWS, 1);
  expect(&c, "low", QN_SPMD_ROWS, 0);
  expect(&c, "shared", QN_SPMD_LINEAR, 4);
  expect(&c, "own", QN_SPMD_ROWS, 0);
  expect(&c, "one", QN_SPMD_ROWS, 0);
  expect(&c, "same", QN_SPMD_VARYING, 0);
  expect(&c, "sure", QN_SPMD_VARYING, 0); // a row without lanes must not divide
  expect(&c, "four", QN_SPMD_LINEAR, 1);  // packets start at multiples of four
  expect(&c, "chosen", QN_SPMD_ROWS, 1);
  expect(&c, "bit", QN_SPMD_ROWS, 1);
  expect(&c, "by_bit", QN_SPMD_VARYING, 0);
  expect(&c, "private", QN_SPMD_ROWS, 4);
  CHECK(!qn_spmd_is_uniform(&c.shapes, spmd_find(&c, "y")));
  CHECK(qn_spmd_is_row_uniform(&c.shapes, spmd_find(&c, "y")));
  CHECK(!qn_spmd_is_row_uniform(&c.shapes, spmd_find(&c, "place")));
  spmd_end(&c);
}

// A value with which lanes leave a loop at different times; a phi that merges
// divergent lanes; one that does not.
static void test_divergence(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  %t = load i32, ptr %c\n"
                    "  %n = load i32, ptr %args\n"
                    "  %odd = trunc i32 %t to i1\n"
                    "  br i1 %odd, label %then, label %join\n"
                    "then:\n"
                    "  br label %join\n"
                    "join:\n"
                    "  %merged = phi i32 [ 1, %entry ], [ 2, %then ]\n"
                    "  %same = icmp eq i32 %n, 7\n"
                    "  br i1 %same, label %other, label %head\n"
                    "other:\n"
                    "  br label %head\n"
                    "head:\n"
                    "  %chosen = phi i32 [ 1, %join ], [ 2, %other ]\n"
                    "  br label %loop\n"
                    "loop:\n"
                    "  %i = phi i32 [ 0, %head ], [ %next, %loop ]\n"
                    "  %next = add i32 %i, 1\n"
                    "  %more = icmp ult i32 %next, %t\n"
                    "  br i1 %more, label %loop, label %end\n"
                    "end:\n"
                    "  %last = phi i32 [ %next, %loop ]\n"
                    "  ret void\n"
                    "}\n",
             8);
  expect(&c, "merged", QN_SPMD_VARYING, 0);
  expect(&c, "chosen", QN_SPMD_UNIFORM, 0);
  expect(&c, "i", QN_SPMD_UNIFORM, 0); // for the lanes in the loop
  expect(&c, "last", QN_SPMD_VARYING, 0);
  CHECK(qn_spmd_loop_diverges(&c.shapes, &c.graph, 0));
  CHECK(qn_spmd_bit(c.shapes.divergent_nodes, spmd_node(&c, "then")));
  CHECK(!qn_spmd_bit(c.shapes.divergent_nodes, spmd_node(&c, "join")));
  spmd_end(&c);
}

// Lanes go back to a header directly or around an outer loop.
static void test_shared_header(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT "define void @f(ptr %c, ptr %args) {\n"
                    "entry:\n"
                    "  %t = load i32, ptr %c\n"
                    "  br label %outer\n"
                    "outer:\n"
                    "  %k = phi i32 [ 3, %entry ], [ %less.end, %around ]\n"
                    "  br label %inner\n"
                    "inner:\n"
                    "  %i = phi i32 [ %k, %outer ], [ %less, %body ]\n"
                    "  %done = icmp eq i32 %i, 0\n"
                    "  br i1 %done, label %end, label %body\n"
                    "body:\n"
                    "  %less = sub i32 %i, 1\n"
                    "  %some = icmp ult i32 %t, %less\n"
                    "  br i1 %some, label %inner, label %around\n"
                    "around:\n"
                    "  %less.end = phi i32 [ %less, %body ]\n"
                    "  br label %outer\n"
                    "end:\n"
                    "  ret void\n"
                    "}\n",
             8);
  CHECK_INT(c.graph.loop_count, 2);
  CHECK(qn_spmd_loop_diverges(&c.shapes, &c.graph, 1));
  expect(&c, "less.end", QN_SPMD_VARYING, 0);
  expect(&c, "done", QN_SPMD_VARYING, 0);
  spmd_end(&c);
}

static void expect_node(const spmd_case *c, const char *name, bool divergent) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(spmd_find(c, name));
  CHECK(qn_spmd_bit(c->shapes.divergent_nodes,
                    qn_spmd_node_of(&c->graph, block)) == divergent);
}

// The same work-item of all blocks: its place in the block, the launch and
// arguments are the same, what is read and the place in the grid are not.
static void test_blocks(void) {
  spmd_case c;
  spmd_begin(&c,
             LAYOUT
             "define void @f(ptr %c, ptr %args) {\n"
             "entry:\n"
             "  %t = load i32, ptr %c\n"
             "  %pb = getelementptr i8, ptr %c, i64 16\n"
             "  %block = load i32, ptr %pb\n"
             "  %pd = getelementptr i8, ptr %c, i64 32\n"
             "  %dim = load i32, ptr %pd\n"
             "  %x = load ptr, ptr %args\n"
             "  %value = load i32, ptr %x\n"
             "  %lane = and i32 %t, 31\n"
             "  %sum = add i32 %lane, %dim\n"
             "  %id = add i32 %block, %t\n"
             "  %low = icmp ult i32 %t, 7\n"
             "  br i1 %low, label %few, label %next\n"
             "few:\n"
             "  %one = add i32 %t, 1\n"
             "  br label %next\n"
             "next:\n"
             "  %both = phi i32 [ %t, %entry ], [ %one, %few ]\n"
             "  %small = icmp ult i32 %id, 7\n"
             "  br i1 %small, label %some, label %loop\n"
             "some:\n"
             "  %two = add i32 %t, 2\n"
             "  br label %loop\n"
             "loop:\n"
             "  %k = phi i32 [ 0, %next ], [ 0, %some ], [ %more, %loop ]\n"
             "  %other = phi i32 [ %t, %next ], [ %two, %some ], "
             "[ %other, %loop ]\n"
             "  %more = add i32 %k, 1\n"
             "  %again = icmp ult i32 %more, %value\n"
             "  br i1 %again, label %loop, label %end\n"
             "end:\n"
             "  %last = phi i32 [ %more, %loop ]\n"
             "  %behind = add i32 %t, 3\n"
             "  ret void\n"
             "}\n",
             8);
  qn_spmd_shapes_finish(&c.shapes);
  qn_diag diag = {0};
  const qn_spmd_shape_params params = {.function = c.function,
                                       .graph = &c.graph,
                                       .layout =
                                           LLVMGetModuleDataLayout(c.module),
                                       .width = 1,
                                       .of_group = true,
                                       .of_blocks = true,
                                       .arena = &c.arena};
  CHECK_OK(qn_spmd_shapes_init(&c.shapes, &params, &diag), &diag);
  static const char *const same[] = {"t",   "dim", "x",    "lane",  "sum",
                                     "low", "one", "both", "behind"};
  static const char *const others[] = {"block", "value", "id",  "small",
                                       "other", "again", "last"};
  for (unsigned i = 0; i < sizeof(same) / sizeof(*same); ++i)
    expect(&c, same[i], QN_SPMD_UNIFORM, 0);
  for (unsigned i = 0; i < sizeof(others) / sizeof(*others); ++i)
    expect(&c, others[i], QN_SPMD_VARYING, 0);
  expect_node(&c, "one", false);
  expect_node(&c, "two", true);
  expect_node(&c, "more", true);
  expect_node(&c, "behind", false);
  spmd_end(&c);
}

int main(void) {
  test_values();
  test_warps_of_grid();
  test_rows();
  test_divergence();
  test_shared_header();
  test_blocks();
  return 0;
}
