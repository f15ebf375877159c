// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/plan.h"

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/check.h"
#include "compiler/spmd/analysis/collapse.h"
#include "compiler/spmd/analysis/invariant.h"
#include "compiler/spmd/analysis/legal.h"
#include "compiler/spmd/analysis/range.h"
#include "compiler/spmd/plan/cost.h"
#include "quern/cpu_abi.h"

// What a variant has to fulfil besides being legal.
typedef struct demands {
  bool convergent; // wider than usual: lanes stay together
  bool useful;     // faster than scalar code
} demands;

static void leave_out(qn_spmd_plan *plan, const qn_spmd_variant *v) {
  if (plan->left_out_count < QN_SPMD_LEFT_OUT_MAX)
    plan->left_out[plan->left_out_count++] =
        (qn_spmd_left_out){v->width, v->rows, v->reason};
}

static void finish_variant(qn_spmd_variant *v) {
  qn_spmd_shapes_finish(&v->shapes);
  qn_spmd_shapes_finish(&v->group);
  qn_spmd_regions_finish(&v->regions);
  if (v->half)
    finish_variant(v->half);
  if (v->single)
    finish_variant(v->single);
}

// ---- Analyses that all variants share

static qn_status find_graphs(qn_spmd_plan *plan, const char **out_reason,
                             qn_diag *diag) {
  qn_spmd_regions regions;
  const qn_spmd_graph_params whole = {
      .start = LLVMGetEntryBasicBlock(plan->item), .arena = &plan->arena};
  QN_TRY(qn_spmd_graph_init(&plan->graph, &whole, diag));
  *out_reason = plan->graph.reason;
#ifndef NDEBUG
  QN_TRY(qn_spmd_check_invariants(plan->item, &plan->graph, "preparing packets",
                                  diag));
#endif
  qn_status status =
      qn_spmd_regions_find(plan->item, &plan->arena, &regions, diag);
  plan->region_graphs =
      qn_arena_alloc(&plan->arena, regions.count, sizeof(*plan->region_graphs));
  if (!plan->region_graphs)
    status = qn_fail_memory(diag, "the regions of a kernel");
  for (unsigned i = 0; i < regions.count && !qn_failed(status) && !*out_reason;
       ++i) {
    const qn_spmd_graph_params params = {.start = regions.all[i].start,
                                         .is_end = qn_spmd_ends_region,
                                         .user = &regions,
                                         .arena = &plan->arena};
    qn_spmd_graph *graph = &plan->region_graphs[plan->region_count++];
    status = qn_spmd_graph_init(graph, &params, diag);
    if (!qn_failed(status))
      *out_reason = qn_spmd_graph_refusal(graph);
  }
  qn_spmd_regions_finish(&regions);
  return status;
}

// ---- One variant

static qn_status find_shapes(qn_spmd_plan *plan, qn_spmd_variant *v,
                             bool of_group, qn_diag *diag) {
  const qn_spmd_shape_params params = {
      .function = plan->item,
      .graph = &plan->graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(plan->item)),
      .width = v->width,
      .rows = v->rows,
      .packet_is_warp = plan->warp_use != QN_WARP_UNUSED,
      .of_group = of_group,
      .arena = &plan->arena};
  return qn_spmd_shapes_init(of_group ? &v->group : &v->shapes, &params, diag);
}

static qn_status find_regions(qn_spmd_plan *plan, qn_spmd_variant *v,
                              qn_diag *diag) {
  QN_TRY(qn_spmd_regions_find(plan->item, &plan->arena, &v->regions, diag));
  if (v->regions.count == 1)
    return qn_ok();
  QN_TRY(find_shapes(plan, v, true, diag));
  QN_TRY(qn_spmd_regions_check(&v->regions, &v->group, &v->reason, diag));
  return v->reason ? qn_ok()
                   : qn_spmd_regions_place(&v->regions, &v->shapes, &v->group,
                                           &v->reason, diag);
}

static const char *weigh(const qn_spmd_plan *plan, qn_spmd_variant *v,
                         demands wanted) {
  const char *reason = NULL;
  if (wanted.convergent)
    reason = qn_spmd_refuse_wide(plan->settings, &v->shapes);
  if (!reason && wanted.useful && plan->region_count == 1) {
    reason = qn_spmd_refuse_gathers(&v->shapes);
    v->is_declined = reason != NULL;
  }
  if (!reason && v->rows > 1 && plan->settings->tiles == QN_SPMD_TILES_USEFUL)
    reason = qn_spmd_refuse_rows(&v->shapes);
  return reason;
}

static qn_status find_ranges(qn_spmd_plan *plan, qn_spmd_variant *v,
                             qn_diag *diag) {
  v->has_range = qn_arena_alloc(&plan->arena, plan->region_count, 1);
  if (!v->has_range)
    return qn_fail_memory(diag, "the regions of a kernel");
  for (unsigned i = 0; i < plan->region_count && plan->region_count > 1; ++i) {
    const qn_spmd_range range = {&v->regions, &plan->region_graphs[i],
                                 &v->group, &plan->arena};
    v->has_range[i] = qn_spmd_has_range(&range);
  }
  return qn_ok();
}

// Plans a variant whose width and rows are set.
static qn_status look_at(qn_spmd_plan *plan, qn_spmd_variant *v, demands wanted,
                         qn_diag *diag) {
  QN_TRY(find_shapes(plan, v, false, diag));
  v->reason = qn_spmd_check_waits(&v->shapes);
  if (!v->reason && plan->all_arrive)
    v->reason = qn_spmd_check_arrivals(&v->shapes);
  if (!v->reason)
    v->reason = weigh(plan, v, wanted);
  if (!v->reason)
    QN_TRY(find_regions(plan, v, diag));
  if (!v->reason)
    v->reason = qn_spmd_refusal(&v->shapes, &v->regions);
  if (!v->reason && v->rows > 1 && v->regions.has_exits)
    v->reason = "early returns";
  if (!v->reason && plan->all_arrive && v->regions.has_exits)
    v->reason = "returns before a barrier under --check=sync";
  if (v->reason)
    return qn_ok();
  // For kernels that compute little per store.
  v->may_stream = plan->settings->may_stream && plan->region_count == 1 &&
                  plan->graph.loop_count == 0 && v->rows == 1;
  return find_ranges(plan, v, diag);
}

// Plans narrower packets: the last rounds of a tree in shared memory have work
// for few lanes only. Not for kernels that keep values across barriers; NULL:
// they do.
static qn_status look_at_narrow(qn_spmd_plan *plan, const qn_spmd_variant *v,
                                unsigned width, qn_spmd_variant **out,
                                qn_diag *diag) {
  qn_spmd_variant *narrow = qn_arena_alloc(&plan->arena, 1, sizeof(*narrow));
  if (!narrow)
    return qn_fail_memory(diag, "narrow packets");
  narrow->width = width;
  narrow->rows = 1;
  const qn_status status = look_at(plan, narrow, (demands){0}, diag);
  if (!qn_failed(status) && !narrow->reason &&
      qn_spmd_regions_match(&v->regions, &narrow->regions))
    *out = narrow;
  else
    finish_variant(narrow);
  return status;
}

static qn_status look_at_few(qn_spmd_plan *plan, qn_spmd_variant *v,
                             qn_diag *diag) {
  bool has_range = false;
  for (unsigned i = 0; i < plan->region_count; ++i)
    has_range |= v->has_range[i];
  if (!has_range || plan->warp_use != QN_WARP_UNUSED || v->rows > 1 ||
      v->regions.frame_size)
    return qn_ok();
  if (v->width / 2 >= QN_COST_HALF_MIN)
    QN_TRY(look_at_narrow(plan, v, v->width / 2, &v->half, diag));
  v->single_max = qn_arena_alloc(&plan->arena, plan->region_count, 1);
  if (!v->single_max)
    return qn_fail_memory(diag, "narrow packets");
  for (unsigned i = 0; i < plan->region_count; ++i)
    if (v->has_range[i])
      v->single_max[i] =
          (uint8_t)qn_spmd_single_max(&v->shapes, &plan->region_graphs[i]);
  return look_at_narrow(plan, v, 1, &v->single, diag);
}

static qn_status try_variant(qn_spmd_plan *plan, qn_spmd_variant *v,
                             unsigned width, demands wanted, qn_diag *diag) {
  *v = (qn_spmd_variant){.width = width, .rows = 1};
  QN_TRY(look_at(plan, v, wanted, diag));
  if (!v->reason)
    QN_TRY(look_at_few(plan, v, diag));
  else
    leave_out(plan, v);
  return qn_ok();
}

// ---- All

static qn_status plan_packets(qn_spmd_plan *plan, qn_diag *diag) {
  const qn_spmd_settings *s = plan->settings;
  qn_spmd_variant *v = &plan->packets;
  const bool is_warp = plan->warp_use != QN_WARP_UNUSED;
  const unsigned width = is_warp || plan->is_warp_wide
                             ? QN_CPU_WARP_SIZE
                             : qn_spmd_first_width(s, plan->item);
  demands wanted = {.convergent =
                        !is_warp && !plan->is_warp_wide && width > s->width,
                    .useful = !s->forced && !s->width_given && !is_warp};
  QN_TRY(try_variant(plan, v, width, wanted, diag));
  if (v->reason && wanted.convergent) {
    finish_variant(v);
    wanted.convergent = false;
    QN_TRY(try_variant(plan, v, s->width, wanted, diag));
  }
  plan->is_declined = v->reason && v->is_declined;
  if (!v->reason && qn_spmd_needs_whole_warps(&v->shapes))
    plan->warp_use = QN_WARP_WHOLE;
  return qn_ok();
}

static qn_status plan_tiles(qn_spmd_plan *plan, qn_diag *diag) {
  qn_spmd_variant *v = &plan->tiles;
  *v = (qn_spmd_variant){.width = QN_COST_TILE_COLUMNS * QN_COST_TILE_ROWS,
                         .rows = QN_COST_TILE_ROWS};
  v->reason = plan->settings->tiles == QN_SPMD_TILES_NEVER
                  ? "the machine has too few registers"
                  : qn_spmd_refuse_tiles(plan->settings, plan->item);
  if (!v->reason)
    QN_TRY(look_at(plan, v, (demands){0}, diag));
  if (v->reason)
    leave_out(plan, v);
  return qn_ok();
}

static qn_status plan_widths(qn_spmd_plan *plan, qn_diag *diag) {
  unsigned widths[QN_SPMD_WIDTHS_MAX];
  const qn_spmd_settings *s = plan->settings;
  const unsigned count =
      plan->warp_use != QN_WARP_UNUSED
          ? 0
          : qn_spmd_more_widths(s, plan->item, plan->packets.width,
                                !plan->tiles.reason, widths);
  for (unsigned i = 0; i < count; ++i) {
    qn_spmd_variant *v = &plan->widths[plan->width_count];
    const demands wanted = {.convergent = !s->width_given &&
                                          widths[i] > plan->packets.width};
    QN_TRY(try_variant(plan, v, widths[i], wanted, diag));
    if (v->reason)
      finish_variant(v);
    else
      ++plan->width_count;
  }
  return qn_ok();
}

qn_status qn_spmd_plan_make(const qn_spmd_plan_params *params,
                            qn_spmd_plan *plan, qn_diag *diag) {
  const char *reason = NULL;
  *plan =
      (qn_spmd_plan){.item = params->item,
                     .settings = params->settings,
                     .otherwise = params->otherwise,
                     .all_arrive = params->all_arrive,
                     .packets = {.width = params->settings->width, .rows = 1}};
  plan->collapse_width = params->can_fail ? QN_COLLAPSE_NEVER
                         : params->is_row_of_blocks
                             ? 1
                             : qn_spmd_collapse_width(params->item);
  if (qn_spmd_works_as_warp(params->item))
    plan->warp_use = QN_WARP_PACKET;
  // In blocks with rows, a warp may span several; packets do not.
  plan->is_warp_wide = params->goes_in_step && !params->settings->width_given &&
                       !qn_spmd_reads_rows(params->item);
  if (qn_spmd_count_instructions(params->item) > QN_COST_KERNEL_MAX)
    reason = "its size, more than 4000 instructions";
  _Static_assert(QN_COST_KERNEL_MAX == 4000, "the text above");
  if (!reason)
    reason = qn_spmd_check_calls(params->item);
  if (!reason) {
    qn_spmd_split_barriers(params->item);
    QN_TRY(find_graphs(plan, &reason, diag));
  }
  if (reason) {
    plan->packets.reason = reason;
    leave_out(plan, &plan->packets);
    return qn_ok();
  }
  QN_TRY(plan_packets(plan, diag));
  if (plan->packets.reason)
    return qn_ok();
  // Not with warp operations; and fibers would be slower than any packets.
  if (plan->otherwise == QN_SPMD_SCALAR && plan->warp_use == QN_WARP_UNUSED)
    plan->min_row = params->settings->min_row;
  QN_TRY(plan_tiles(plan, diag));
  return plan_widths(plan, diag);
}

void qn_spmd_plan_finish(qn_spmd_plan *plan) {
  finish_variant(&plan->packets);
  finish_variant(&plan->tiles);
  for (unsigned i = 0; i < plan->width_count; ++i)
    finish_variant(&plan->widths[i]);
  for (unsigned i = 0; i < plan->region_count; ++i)
    qn_spmd_graph_finish(&plan->region_graphs[i]);
  qn_spmd_graph_finish(&plan->graph);
  qn_arena_finish(&plan->arena);
}
