// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/range.h"

#include "compiler/spmd/analysis/range.h"

#include "support/spmd_test.h"

// A step of a tree in shared memory: `condition` is about %t and %n, `before`
// and `behind` are code before and after it for all work-items.
static const char step[] =
    LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
           "entry:\n"
           "  %%t = load i32, ptr %%c\n"
           "  %%x = load ptr, ptr %%args\n"
           "  call void @qn_cpu_barrier(ptr %%c)\n"
           "  br label %%next\n"
           "next:\n"
           "  %%n = load i32, ptr %%args\n"
           "%s"
           "  %%in = %s\n"
           "  br i1 %%in, label %%then, label %%join\n"
           "then:\n"
           "  %%p = getelementptr float, ptr %%x, i32 %%t\n"
           "  store float 1.0, ptr %%p\n"
           "  br label %%join\n"
           "join:\n"
           "%s"
           "  call void @qn_cpu_barrier(ptr %%c)\n"
           "  ret void\n"
           "}\n";

// The text of region 1's range function, which the caller disposes of; NULL: it
// has none.
static char *range_of(const char *before, const char *condition,
                      const char *behind) {
  char text[2048];
  spmd_case c;
  qn_diag diag = {0};
  qn_spmd_shapes group;
  qn_spmd_graph graph;
  LLVMValueRef made = NULL;
  snprintf(text, sizeof(text), step, before, condition, behind);
  spmd_begin(&c, text, 8);
  const qn_spmd_shape_params shapes = {.function = c.function,
                                       .graph = &c.graph,
                                       .layout =
                                           LLVMGetModuleDataLayout(c.module),
                                       .width = 8,
                                       .of_group = true,
                                       .arena = &c.arena};
  CHECK_OK(qn_spmd_shapes_init(&group, &shapes, &diag), &diag);
  const char *reason = NULL;
  CHECK_OK(qn_spmd_regions_check(&c.regions, &group, &reason, &diag), &diag);
  CHECK_OK(qn_spmd_regions_place(&c.regions, &c.shapes, &group, &reason, &diag),
           &diag);
  CHECK(!reason);
  const qn_spmd_graph_params region = {.start = c.regions.all[1].start,
                                       .is_end = qn_spmd_ends_region,
                                       .user = &c.regions,
                                       .arena = &c.arena};
  CHECK_OK(qn_spmd_graph_init(&graph, &region, &diag), &diag);
  const qn_spmd_emit_params params = {.shapes = &c.shapes,
                                      .graph = &graph,
                                      .regions = &c.regions,
                                      .region = 1,
                                      .name = "made",
                                      .machine = {.mask_bits = 32},
                                      .arena = &c.arena};
  const qn_spmd_range range = {&c.regions, &graph, &group, &c.arena};
  if (qn_spmd_has_range(&range))
    CHECK_OK(qn_spmd_emit_range(&params, &group, &made, &diag), &diag);
  CHECK_OK(qn_ir_verify(c.module, "emitting a range", &diag), &diag);
  char *shown = made ? LLVMPrintValueToString(made) : NULL;
  qn_spmd_graph_finish(&graph);
  qn_spmd_shapes_finish(&group);
  spmd_end(&c);
  return shown;
}

static void expect(const char *before, const char *condition,
                   const char *behind, const char *words) {
  char *text = range_of(before, condition, behind);
  if (words ? !text || !strstr(text, words) : text != NULL)
    fprintf(stderr, "'%s' gives %s\n", condition, text ? text : "no range");
  CHECK(words ? text && strstr(text, words) : !text);
  if (text)
    LLVMDisposeMessage(text);
}

static const char first[] = "  %z = icmp ult i32 %t, 4\n"
                            "  br i1 %z, label %last, label %end\n"
                            "last:\n"
                            "  store float 2.0, ptr %x\n"
                            "  br label %end\n"
                            "end:\n";
// The same, by what may have been written just before.
static const char read_first[] = "  %y = load i32, ptr %x\n"
                                 "  %z = icmp ult i32 %t, %y\n"
                                 "  br i1 %z, label %last, label %end\n"
                                 "last:\n"
                                 "  store float 2.0, ptr %x\n"
                                 "  br label %end\n"
                                 "end:\n";

int main(void) {
  expect("", "icmp ult i32 %t, %n", "", "@llvm.umin.i64");
  expect("", "icmp slt i32 %t, %n", "", "@llvm.smax.i32");
  expect("", "icmp ugt i32 %n, %t", "", "@llvm.umin.i64");
  expect("", "icmp eq i32 %t, 0", "", "add i64");
  expect("  %a = icmp ult i32 %t, %n\n  %b = icmp ne i32 %t, 3\n",
         "and i1 %a, %b", "", "@llvm.umin.i64");
  // Multiples of the index: as often as the factor goes into the limit.
  expect("  %m = mul i32 %t, %n\n", "icmp ult i32 %m, 256", "", "udiv i64");
  expect("  %m = shl i32 %t, 3\n", "icmp slt i32 %m, %n", "", "udiv i64");
  expect("  %m = shl i32 3, %t\n", "icmp ult i32 %m, %n", "", NULL);
  // No upper limit, or one that is not uniform.
  expect("", "icmp ugt i32 %t, %n", "", NULL);
  expect("  %own = load i32, ptr %c\n", "icmp ult i32 3, %own", "", NULL);
  // There are side effects before or after it.
  expect("  store float 2.0, ptr %x\n", "icmp ult i32 %t, %n", "", NULL);
  expect("", "icmp ult i32 %t, %n", "  store float 2.0, ptr %x\n", NULL);
  expect("", "icmp ult i32 %t, %n",
         "  %old = atomicrmw add ptr %x, i32 1 monotonic\n", NULL);
  // Others have something to do when all have met again: as many as either.
  expect("", "icmp ult i32 %t, %n", first, "@llvm.umax.i32");
  expect("", "icmp ult i32 %t, %n", read_first, NULL);
  return 0;
}
