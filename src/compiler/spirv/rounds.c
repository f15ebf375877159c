// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/rounds.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"
#include "compiler/spirv/meeting.h"

static bool has_warp_operations(const qn_unit *unit, LLVMValueRef kernel) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    if (qn_spirv_kernel(unit, i) == kernel)
      return unit->record.kernels[i].flags & QN_KERNEL_WARP_OPS;
  return false;
}

static bool leaves(const qn_spmd_graph *graph, unsigned loop, unsigned node) {
  const qn_spmd_node *n = &graph->nodes[node];
  for (unsigned k = 0; k < n->successor_count; ++k)
    if (!qn_spmd_in_loop(graph, loop, n->successors[k]))
      return true;
  return false;
}

// Whether a loop has branches but those that leave it: at which threads may
// part, or any.
static bool has_branches(const qn_spirv_divergence *d, unsigned loop,
                         bool may_be_common) {
  const qn_spmd_graph *graph = d->graph;
  for (unsigned i = 0; i < graph->count; ++i)
    if (qn_spmd_in_loop(graph, loop, i) &&
        graph->nodes[i].successor_count == 2 && !leaves(graph, loop, i) &&
        (may_be_common || qn_spmd_bit(d->branches, i)))
      return true;
  return false;
}

static bool has_barrier(const qn_spmd_graph *graph, unsigned loop) {
  for (unsigned i = 0; i < graph->count; ++i)
    if (qn_spmd_in_loop(graph, loop, i) &&
        qn_spirv_first_barrier(graph->nodes[i].block))
      return true;
  return false;
}

// In kernels without warp operations, hidden starts of loops with barriers gave
// threads the values of others.
static bool is_to_settle(const qn_spirv_divergence *d, unsigned loop,
                         bool has_warps) {
  return has_branches(d, loop, has_warps) &&
         (has_warps || !has_barrier(d->graph, loop));
}

static LLVMValueRef hide(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef value) {
  return LLVMBuildXor(b, value,
                      qn_spirv_hidden_zero(unit, b, LLVMTypeOf(value)), "");
}

static bool is_number(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) > 1;
}

static void hide_start(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef phi) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    if (!LLVMIsAConstantInt(value))
      continue;
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
    qn_spirv_set_incoming(phi, from, hide(unit, b, value));
  }
}

// ---- Kernels

static void settle_loop(qn_unit *unit, LLVMBuilderRef b,
                        const qn_spmd_graph *graph, unsigned loop) {
  LLVMBasicBlockRef header = graph->nodes[graph->loops[loop].header].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction(header); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    if (is_number(i))
      hide_start(unit, b, i);
}

static qn_status settle_all(qn_unit *unit, const qn_spirv_divergence *d,
                            qn_arena *arena, qn_diag *diag) {
  (void)arena, (void)diag;
  const qn_spmd_graph *graph = d->graph;
  const bool has_warps =
      has_warp_operations(unit, LLVMGetBasicBlockParent(graph->nodes[0].block));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (unsigned loop = 0; loop < graph->loop_count; ++loop)
    if (is_to_settle(d, loop, has_warps))
      settle_loop(unit, b, graph, loop);
  LLVMDisposeBuilder(b);
  return qn_ok();
}

qn_status qn_spirv_settle_rounds(qn_unit *unit, qn_diag *diag) {
  return qn_spirv_each_divergence(unit, settle_all, diag);
}
