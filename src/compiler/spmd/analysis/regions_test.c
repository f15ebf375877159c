// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/frame.h"

#include "support/spmd_test.h"

// A barrier in a loop, and values that are live across it: one per lane, one
// per group, and one that is recomputed.
static const char in_loop[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "entry:\n"
           "  %t = load i32, ptr %c\n"
           "  %x = load ptr, ptr %args\n"
           "  %wide = zext i32 %t to i64\n"
           "  %p = getelementptr float, ptr %x, i64 %wide\n"
           "  %v = load float, ptr %p\n"
           "  br label %loop\n"
           "loop:\n"
           "  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
           "  call void @qn_cpu_barrier(ptr %c)\n"
           "  %next = add i32 %i, 1\n"
           "  %more = icmp ult i32 %next, 9\n"
           "  br i1 %more, label %loop, label %end\n"
           "end:\n"
           "  store float %v, ptr %p\n"
           "  ret void\n"
           "}\n";

static qn_spmd_shapes group_shapes(spmd_case *c) {
  qn_spmd_shapes group;
  qn_diag diag = {0};
  const qn_spmd_shape_params params = {.function = c->function,
                                       .graph = &c->graph,
                                       .layout =
                                           LLVMGetModuleDataLayout(c->module),
                                       .width = 8,
                                       .of_group = true,
                                       .arena = &c->arena};
  CHECK_OK(qn_spmd_shapes_init(&group, &params, &diag), &diag);
  return group;
}

static const uint64_t *place_of(const spmd_case *c, const char *name) {
  return qn_map_find(&c->regions.spills, (uintptr_t)spmd_find(c, name));
}

static uint64_t place_or_none(const spmd_case *c, LLVMValueRef value) {
  const uint64_t *place = qn_map_find(&c->regions.spills, (uintptr_t)value);
  return place ? *place : UINT64_MAX;
}

// The slot of the `index`th instruction of a kind: moved instructions have lost
// their names.
static uint64_t place_of_nth(const spmd_case *c, LLVMOpcode opcode,
                             unsigned index) {
  QN_EACH_BLOCK (block, c->function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMGetInstructionOpcode(i) == opcode && index-- == 0)
        return place_or_none(c, i);
  return UINT64_MAX;
}

static void place_values(spmd_case *c) {
  qn_diag diag = {0};
  qn_spmd_shapes group = group_shapes(c);
  const char *reason = NULL;
  CHECK_OK(qn_spmd_regions_check(&c->regions, &group, &reason, &diag), &diag);
  CHECK_OK(
      qn_spmd_regions_place(&c->regions, &c->shapes, &group, &reason, &diag),
      &diag);
  CHECK(!reason);
  qn_spmd_shapes_finish(&group);
}

static void test_places(void) {
  spmd_case c;
  spmd_begin(&c, in_loop, 8);
  CHECK_INT(c.regions.count, 2);
  place_values(&c);
  const uint64_t phi = place_of_nth(&c, LLVMPHI, 0);
  CHECK(place_of(&c, "v") && !(*place_of(&c, "v") & 1)); // of the packet
  CHECK(phi != UINT64_MAX && (phi & 1));                 // of the group
  CHECK(!place_of(&c, "p"));                             // recomputed
  CHECK(c.regions.frame_size >= 8 * sizeof(float));
  CHECK(c.regions.group_size >= sizeof(int));
  spmd_end(&c);
}

static void test_emission(void) {
  spmd_case c;
  qn_diag diag = {0};
  spmd_begin(&c, in_loop, 8);
  place_values(&c);
  for (unsigned part = 0; part < 2; ++part) {
    qn_spmd_graph graph;
    const qn_spmd_graph_params cut = {.start = c.regions.all[part].start,
                                      .is_end = qn_spmd_ends_region,
                                      .user = &c.regions,
                                      .arena = &c.arena};
    CHECK_OK(qn_spmd_graph_init(&graph, &cut, &diag), &diag);
    CHECK_INT(graph.loop_count, 0);
    const qn_spmd_emit_params params = {.shapes = &c.shapes,
                                        .graph = &graph,
                                        .regions = &c.regions,
                                        .region = part,
                                        .name = "made",
                                        .machine = {.mask_bits = 32},
                                        .arena = &c.arena};
    LLVMValueRef made;
    CHECK_OK(qn_spmd_emit(&params, &made, &diag), &diag);
    CHECK_OK(qn_ir_verify(c.module, "emitting a part", &diag), &diag);
    char *text = LLVMPrintValueToString(made);
    CHECK(strstr(text, "store i32 1, ptr %next")); // back to the barrier
    CHECK(!strstr(text, "@qn_cpu_barrier"));
    LLVMDisposeMessage(text);
    qn_spmd_graph_finish(&graph);
  }
  spmd_end(&c);
}

// A sum across two barriers, and a value that goes into a phi while both are
// still needed.
static const char sums[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "entry:\n"
           "  %x = load ptr, ptr %args\n"
           "  %t = load i32, ptr %c\n"
           "  %wide = zext i32 %t to i64\n"
           "  %p = getelementptr float, ptr %x, i64 %wide\n"
           "  %v = load float, ptr %p\n"
           "  br label %loop\n"
           "loop:\n"
           "  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
           "  %sum = phi float [ %v, %entry ], [ %more, %loop ]\n"
           "  %old = phi float [ %v, %entry ], [ %now, %loop ]\n"
           "  %now = phi float [ 1.0, %entry ], [ %old, %loop ]\n"
           "  call void @qn_cpu_barrier(ptr %c)\n"
           "  %one = load float, ptr %p\n"
           "  %more = fadd float %sum, %one\n"
           "  call void @qn_cpu_barrier(ptr %c)\n"
           "  %next = add i32 %i, 1\n"
           "  %again = icmp ult i32 %next, 9\n"
           "  br i1 %again, label %loop, label %end\n"
           "end:\n"
           "  %both = fadd float %more, %old\n"
           "  store float %both, ptr %p\n"
           "  ret void\n"
           "}\n";

// All values live across the barrier are uniform in the group.
static const char counting[] =
    LAYOUT "define void @f(ptr %c, ptr %args) {\n"
           "entry:\n"
           "  %x = load ptr, ptr %args\n"
           "  %t = load i32, ptr %c\n"
           "  br label %loop\n"
           "loop:\n"
           "  %i = phi i32 [ 64, %entry ], [ %next, %loop ]\n"
           "  call void @qn_cpu_barrier(ptr %c)\n"
           "  %below = icmp ult i32 %t, %i\n"
           "  br i1 %below, label %then, label %on\n"
           "then:\n"
           "  store i32 %i, ptr %x\n"
           "  br label %on\n"
           "on:\n"
           "  %next = lshr i32 %i, 1\n"
           "  %again = icmp ugt i32 %next, 0\n"
           "  br i1 %again, label %loop, label %end\n"
           "end:\n"
           "  ret void\n"
           "}\n";

static void test_shared_places(void) {
  spmd_case c;
  spmd_begin(&c, sums, 8);
  CHECK_INT(c.regions.count, 3);
  place_values(&c);
  const uint64_t sum = place_of_nth(&c, LLVMPHI, 1);
  const uint64_t old = place_of_nth(&c, LLVMPHI, 2);
  CHECK(place_of_nth(&c, LLVMFAdd, 0) == sum);
  CHECK(sum != UINT64_MAX);
  CHECK(old != place_of_nth(&c, LLVMPHI, 3));
  CHECK(old != sum);
  spmd_end(&c);
}

// Packets of another width find the group's values in the same slots, if there
// are no other values.
static void test_widths(const char *text, bool fit) {
  spmd_case c;
  spmd_begin(&c, text, 8);
  place_values(&c);
  qn_spmd_regions wide = c.regions;
  c.regions = (qn_spmd_regions){0};
  spmd_finish_analysis(&c);
  spmd_analyse(&c, 4, 1);
  place_values(&c);
  CHECK_INT(qn_spmd_regions_match(&wide, &c.regions), fit);
  c.regions.has_exits = true;
  CHECK(!qn_spmd_regions_match(&wide, &c.regions));
  qn_spmd_regions_finish(&wide);
  spmd_end(&c);
}

// A barrier that some lanes do not reach: they return, or reach another.
static void test_divergent(bool another) {
  spmd_case c;
  qn_diag diag = {0};
  char text[1024];
  snprintf(text, sizeof(text),
           LAYOUT "define void @f(ptr %%c, ptr %%args) {\n"
                  "entry:\n"
                  "  %%py = getelementptr i8, ptr %%c, i64 4\n"
                  "  %%y = load i32, ptr %%py\n"
                  "  %%odd = trunc i32 %%y to i1\n"
                  "  br i1 %%odd, label %%then, label %%end\n"
                  "then:\n"
                  "  call void @qn_cpu_barrier(ptr %%c)\n"
                  "  br label %%end\n"
                  "end:\n"
                  "%s"
                  "  ret void\n"
                  "}\n",
           another ? "  call void @qn_cpu_barrier(ptr %c)\n" : "");
  spmd_begin(&c, text, 8);
  qn_spmd_shapes group = group_shapes(&c);
  const char *reason = NULL;
  CHECK_OK(qn_spmd_regions_check(&c.regions, &group, &reason, &diag), &diag);
  CHECK(c.regions.has_exits != another);
  CHECK(another ? reason && strstr(reason, "a barrier that some") : !reason);
  qn_spmd_shapes_finish(&group);
  spmd_end(&c);
}

int main(void) {
  test_places();
  test_emission();
  test_shared_places();
  test_widths(sums, false); // has values per lane
  test_widths(counting, true);
  test_divergent(true);
  test_divergent(false);
  return 0;
}
