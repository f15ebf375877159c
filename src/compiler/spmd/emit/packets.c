// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/packets.h"

#include <llvm-c/Analysis.h>

#include "compiler/spmd/emit/alike.h"
#include "compiler/spmd/emit/emit.h"
#include "compiler/spmd/emit/range.h"

typedef struct work {
  const qn_spmd_plan *plan;
  const qn_spmd_variant *variant;
  qn_spmd_machine machine;
  bool is_alike;
  qn_arena arena; // of the emitter
} work;

static qn_spmd_machine machine_of(const qn_target_cpu *cpu) {
  return (qn_spmd_machine){.mask_bits = cpu->mask_bits,
                           .mask_cast = cpu->mask_cast,
                           .has_scatter = cpu->has_scatter,
                           .madd_bits = !cpu->has_madd        ? 0
                                        : cpu->mask_bits == 1 ? 512
                                                              : 256,
                           .has_estimate = qn_target_has_avx512(cpu),
                           .mask_memory = cpu->masks_nothing ? 128
                                          : cpu->masks_words ? 32
                                                             : 0,
                           .only_words = cpu->only_words,
                           .fuses_choices = cpu->fuses_choices};
}

// Runs LLVM's verifier in builds with assertions, to find errors where they are
// made.
static qn_status verify(LLVMValueRef function, qn_diag *diag) {
#ifndef NDEBUG
  if (function && LLVMVerifyFunction(function, LLVMReturnStatusAction))
    return qn_ir_verify(LLVMGetGlobalParent(function), "emitting packets",
                        diag);
#else
  (void)function, (void)diag;
#endif
  return qn_ok();
}

static qn_spmd_emit_params params_of(work *w, const qn_spmd_variant *v,
                                     unsigned region, const char *name) {
  const bool is_only = w->plan->region_count == 1;
  return (qn_spmd_emit_params){.shapes = &v->shapes,
                               .graph = &w->plan->region_graphs[region],
                               .regions = is_only ? NULL : &v->regions,
                               .region = region,
                               .name = name,
                               .may_return = is_only && !v->is_ahead,
                               .machine = w->machine,
                               .may_stream = v->may_stream,
                               .is_whole = v->is_whole,
                               .is_alike = w->is_alike,
                               .is_ahead = v->is_ahead,
                               .arena = &w->arena};
}

static qn_status emit(const qn_spmd_emit_params *params, LLVMValueRef *out,
                      qn_diag *diag) {
  QN_TRY(qn_spmd_emit(params, out, diag));
  return verify(*out, diag);
}

static qn_status emit_region(work *w, unsigned region, qn_spmd_packet *packet,
                             qn_diag *diag) {
  const qn_spmd_variant *v = w->variant;
  qn_spmd_emit_params params = params_of(w, v, region, "quern.packet");
  QN_TRY(emit(&params, &packet->full, diag));
  if (v->has_range[region]) {
    params.name = "quern.range";
    QN_TRY(qn_spmd_emit_range(&params, &v->group, &packet->range, diag));
    QN_TRY(verify(packet->range, diag));
  }
  if (v->rows > 1 || v->is_whole)
    return qn_ok();
  params.name = "quern.masked";
  params.masked = true;
  params.may_return = false;
  return emit(&params, &packet->masked, diag);
}

// Emits `narrow`, which is not NULL, of a region.
static qn_status emit_narrow(work *w, const qn_spmd_variant *narrow,
                             unsigned region, const char *name,
                             LLVMValueRef *out, qn_diag *diag) {
  qn_spmd_emit_params params = params_of(w, narrow, region, name);
  params.may_stream = false;
  return emit(&params, out, diag);
}

static qn_status emit_few(work *w, qn_spmd_code *code, qn_diag *diag) {
  const qn_spmd_variant *v = w->variant;
  for (unsigned i = 0; i < code->count; ++i) {
    qn_spmd_packet *packet = &code->packets[i];
    if (qn_spmd_has_half(v, i))
      QN_TRY(emit_narrow(w, v->half, i, "quern.half", &packet->half, diag));
    if (!v->single || !v->has_range[i])
      continue;
    packet->single_max = v->single_max[i];
    QN_TRY(emit_narrow(w, v->single, i, "quern.single", &packet->single, diag));
  }
  return qn_ok();
}

void qn_spmd_delete_code(qn_spmd_code *code) {
  for (unsigned i = 0; i < code->count; ++i) {
    const qn_spmd_packet *p = &code->packets[i];
    LLVMValueRef all[] = {p->full, p->masked, p->range, p->half, p->single};
    for (unsigned k = 0; k < 5; ++k)
      if (all[k])
        LLVMDeleteFunction(all[k]);
  }
  *code = (qn_spmd_code){0};
}

qn_status qn_spmd_emit_variant(const qn_spmd_plan *plan,
                               const qn_spmd_variant *variant,
                               const qn_target_cpu *cpu, qn_arena *arena,
                               qn_spmd_code *out_code, qn_diag *diag) {
  work w = {.plan = plan, .variant = variant, .machine = machine_of(cpu)};
  qn_spmd_code code = {.width = variant->width,
                       .rows = variant->rows,
                       .count = plan->region_count,
                       .frame_size = variant->regions.frame_size,
                       .group_size = variant->regions.group_size,
                       .group_used = variant->regions.group_used,
                       .has_exits = variant->regions.has_exits};
  code.packets = qn_arena_alloc(arena, code.count, sizeof(*code.packets));
  if (!code.packets)
    return qn_fail_memory(diag, "the packets of a kernel");
  qn_status status = qn_ok();
  if (code.count > 1)
    status = qn_spmd_are_groups_alike(plan->item, &plan->graph, &w.arena,
                                      &w.is_alike, diag);
  code.is_alike = w.is_alike;
  for (unsigned i = 0; i < code.count && !qn_failed(status); ++i)
    status = emit_region(&w, i, &code.packets[i], diag);
  if (!qn_failed(status))
    status = emit_few(&w, &code, diag);
  qn_arena_finish(&w.arena);
  if (qn_failed(status))
    qn_spmd_delete_code(&code);
  *out_code = code;
  return status;
}
