// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/dump.h"

static void print_form(qn_buffer *out, unsigned width, unsigned rows) {
  if (rows > 1)
    qn_buffer_printf(out, "tiles of %u x %u", width / rows, rows);
  else
    qn_buffer_printf(out, "packets of %u", width);
}

static void print_range(const qn_spmd_variant *v, unsigned region,
                        qn_buffer *out) {
  qn_buffer_printf(out, "plan:     region %u ends early%s", region,
                   qn_spmd_has_half(v, region) ? ", also in half the width"
                                               : "");
  if (v->single)
    qn_buffer_printf(out, ", up to %u one by one", v->single_max[region]);
  qn_buffer_printf(out, "\n");
}

static void print_variant(const qn_spmd_plan *plan, const qn_spmd_variant *v,
                          qn_buffer *out) {
  qn_buffer_printf(out, "plan:   ");
  print_form(out, v->width, v->rows);
  if (v->regions.frame_size || v->regions.group_size)
    qn_buffer_printf(out, ", %u bytes kept for each, %u for the group",
                     v->regions.frame_size, v->regions.group_size);
  if (v->regions.has_exits)
    qn_buffer_printf(out, ", early returns");
  if (v->may_stream)
    qn_buffer_printf(out, ", may stream");
  qn_buffer_printf(out, "\n");
  for (unsigned i = 0; i < plan->region_count && plan->region_count > 1; ++i)
    if (v->has_range[i])
      print_range(v, i, out);
}

static void print_plan(const qn_spmd_plan *plan, qn_buffer *out) {
  static const char *const ways[] = {"packets", "scalar", "fibers"};
  static const char *const warps[] = {"", ", a packet is a warp",
                                      ", a packet is a warp, blocks are of "
                                      "whole warps"};
  const bool made = !plan->packets.reason;
  qn_buffer_printf(out, "plan:   %s%s", made ? "packets, otherwise " : "",
                   ways[plan->otherwise]);
  if (made) {
    qn_buffer_printf(out, ", %u region%s%s", plan->region_count,
                     plan->region_count == 1 ? "" : "s", warps[plan->warp_use]);
    if (plan->min_row)
      qn_buffer_printf(out, ", rows of %u and more", plan->min_row);
    if (plan->collapse_width == QN_COLLAPSE_ANY)
      qn_buffer_printf(out, ", the grid collapses");
    else if (plan->collapse_width != QN_COLLAPSE_NEVER)
      qn_buffer_printf(out, ", the grid collapses for blocks of %u",
                       plan->collapse_width);
  }
  qn_buffer_printf(out, "\n");
  if (made)
    print_variant(plan, &plan->packets, out);
  if (made && !plan->tiles.reason)
    print_variant(plan, &plan->tiles, out);
  for (unsigned i = 0; i < plan->width_count; ++i)
    print_variant(plan, &plan->widths[i], out);
  for (unsigned i = 0; i < plan->left_out_count; ++i) {
    qn_buffer_printf(out, "plan:   no ");
    print_form(out, plan->left_out[i].width, plan->left_out[i].rows);
    qn_buffer_printf(out, ": %s\n", plan->left_out[i].reason);
  }
}

// ---- Shapes and regions, of the packets

static void print_shape(qn_buffer *out, qn_spmd_shape shape) {
  static const char *const kinds[] = {[QN_SPMD_UNKNOWN] = "unknown",
                                      [QN_SPMD_UNIFORM] = "uniform",
                                      [QN_SPMD_LINEAR] = "linear",
                                      [QN_SPMD_ROWS] = "by row",
                                      [QN_SPMD_VARYING] = "varying"};
  qn_buffer_printf(out, "%s", kinds[shape.kind]);
  if (shape.kind == QN_SPMD_LINEAR || shape.kind == QN_SPMD_ROWS)
    qn_buffer_printf(out, " %lld", (long long)shape.stride);
}

static void print_value(qn_buffer *out, LLVMValueRef value) {
  char *text = LLVMPrintValueToString(value);
  qn_str line = qn_str_from(text);
  while (line.size && line.data[0] == ' ')
    line = qn_str_skip(line, 1);
  line.size = qn_str_find(line, '\n');
  qn_buffer_append_str(out, line);
  LLVMDisposeMessage(text);
}

static void print_shapes(const qn_spmd_plan *plan, qn_buffer *out) {
  const qn_spmd_shapes *shapes = &plan->packets.shapes;
  for (unsigned n = 0; shapes->graph && n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block) {
      if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind)
        continue;
      qn_buffer_printf(out, "plan:   ");
      print_shape(out, qn_spmd_shape_of(shapes, i));
      qn_buffer_printf(out, ": ");
      print_value(out, i);
      qn_buffer_printf(out, "\n");
    }
}

static void print_regions(const qn_spmd_plan *plan, qn_buffer *out) {
  const qn_spmd_regions *regions = &plan->packets.regions;
  for (unsigned i = 0; i < regions->count; ++i) {
    const qn_spmd_region *region = &regions->all[i];
    qn_buffer_printf(out, "plan:   region %u\n", i);
    for (unsigned k = 0; k < region->live_count; ++k) {
      const uint64_t *slot =
          qn_map_find(&regions->spills, (uintptr_t)region->live[k]);
      if (slot)
        qn_buffer_printf(out, "plan:     %s slot %llu: ",
                         qn_spmd_is_group_slot(*slot) ? "group" : "packet",
                         (unsigned long long)(*slot >> 1));
      else
        qn_buffer_printf(out, "plan:     computed again: ");
      print_value(out, region->live[k]);
      qn_buffer_printf(out, "\n");
    }
  }
}

void qn_spmd_dump_plan(const qn_spmd_plan *plan, qn_str name,
                       const char *target, qn_buffer *out) {
  const unsigned dump = plan->settings->dump;
  if (dump)
    qn_buffer_printf(out, "plan: '%.*s' for %s\n", QN_STR_ARG(name), target);
  if (dump & QN_SPMD_DUMP_PLAN)
    print_plan(plan, out);
  if (dump & QN_SPMD_DUMP_SHAPES)
    print_shapes(plan, out);
  if (dump & QN_SPMD_DUMP_REGIONS)
    print_regions(plan, out);
}
