// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/collapse.h"

#include "support/spmd_test.h"

#define HEAD                                                                   \
  LAYOUT "declare void @other(ptr)\n"                                          \
         "define void @f(ptr %c, ptr %args) {\n"                               \
         "  %t = load i32, ptr %c\n"                                           \
         "  %pb = getelementptr i8, ptr %c, i64 16\n"                          \
         "  %block = load i32, ptr %pb\n"                                      \
         "  %pd = getelementptr i8, ptr %c, i64 32\n"                          \
         "  %dim = load i32, ptr %pd\n"                                        \
         "  %x = load ptr, ptr %args\n"
#define TAIL                                                                   \
  "  store i32 %id, ptr %x\n"                                                  \
  "  ret void\n"                                                               \
  "}\n"

static uint32_t width_of(const char *text) {
  spmd_case c;
  spmd_begin(&c, text, 8);
  const uint32_t width = qn_spmd_collapse_width(c.function);
  spmd_end(&c);
  return width;
}

#define CHECK_WIDTH(text, expected)                                            \
  CHECK_INT(width_of(HEAD text TAIL), (expected))

#define START "%start = mul i32 %block, %dim\n"

// The index in the grid, in all its forms.
static void test_flat(void) {
  CHECK_WIDTH(START "%id = add i32 %start, %t\n", QN_COLLAPSE_ANY);
  CHECK_WIDTH("%start = mul i32 %dim, %block\n"
              "%id = add nuw i32 %t, %start\n"
              "%next = add i32 %id, 1\n"
              "%py = getelementptr i8, ptr %c, i64 4\n"
              "%y = load i32, ptr %py\n"
              "%pg = getelementptr i8, ptr %c, i64 48\n"
              "%grid = load i32, ptr %pg\n",
              QN_COLLAPSE_ANY);
  CHECK_WIDTH("%wide = zext i32 %block to i64\n"
              "%by = zext i32 %dim to i64\n"
              "%start = mul i64 %wide, %by\n"
              "%own = zext i32 %t to i64\n"
              "%sum = add i64 %own, %start\n"
              "%id = trunc i64 %sum to i32\n",
              QN_COLLAPSE_ANY);
  CHECK_WIDTH(START "%wide = sext i32 %start to i64\n"
                    "%own = zext i32 %t to i64\n"
                    "%sum = add i64 %own, %wide\n"
                    "%id = trunc i64 %sum to i32\n",
              QN_COLLAPSE_ANY);
  CHECK_WIDTH("%start = shl i32 %block, 8\n"
              "%id = add i32 %start, %t\n",
              256);
  CHECK_WIDTH("%start = mul i32 %block, 96\n"
              "%id = add i32 %start, %t\n"
              "%again = add i32 %t, %start\n",
              96);
}

// Values that depend on a work-item's place in its group.
static void test_not_flat(void) {
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%lane = and i32 %t, 31\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%next = add i32 %block, 1\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%other = add i32 %start, 1\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "call void @other(ptr %c)\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%pl = getelementptr i8, ptr %c, i64 44\n"
                    "%linear = load i32, ptr %pl\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%ps = getelementptr i8, ptr %c, i64 64\n"
                    "%shared = load ptr, ptr %ps\n",
              0);
  CHECK_WIDTH(START "%id = add i32 %start, %t\n"
                    "%small = shl i32 %block, 5\n"
                    "%other = add i32 %small, %t\n",
              0);
  CHECK_WIDTH("%start = mul i32 %t, %dim\n"
              "%id = add i32 %start, %block\n",
              0);
  CHECK_WIDTH("%start = mul i32 %block, %block\n"
              "%id = add i32 %start, %t\n",
              0);
  CHECK_WIDTH("%start = shl i32 3, %block\n"
              "%id = add i32 %start, %t\n",
              0);
  CHECK_WIDTH("%id = add i32 %dim, 1\n", 0);
}

// In a collapsed grid the index exceeds the block, so an `or` has to carry.
static void test_or(void) {
  spmd_case c;
  spmd_begin(&c,
             HEAD "%start = shl i32 %block, 8\n"
                  "%id = or disjoint i32 %start, %t\n" TAIL,
             8);
  CHECK_INT(qn_spmd_collapse_width(c.function), 256);
  QN_EACH_BLOCK (block, c.function)
    QN_EACH_INSTRUCTION (i, block)
      CHECK(LLVMGetInstructionOpcode(i) != LLVMOr);
  CHECK_INT(qn_spmd_collapse_width(c.function), 256);
  spmd_end(&c);
  CHECK_WIDTH("%start = shl i32 %block, 8\n"
              "%id = or i32 %start, %t\n",
              0);
}

int main(void) {
  test_flat();
  test_not_flat();
  test_or();
  return 0;
}
