// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/leaving.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"

// Whether a node with a condition that all have in common leaves its loop, and
// is neither where a round begins nor where it ends.
static bool leaves(const qn_spirv_divergence *d, unsigned node) {
  const qn_spmd_graph *graph = d->graph;
  const qn_spmd_node *n = &graph->nodes[node];
  if (n->loop == QN_SPMD_NONE || n->successor_count < 2 ||
      qn_spmd_bit(d->branches, node) || graph->loops[n->loop].header == node)
    return false;
  bool leads_out = false;
  for (unsigned k = 0; k < n->successor_count; ++k) {
    if (n->successors[k] == graph->loops[n->loop].header)
      return false;
    leads_out |= !qn_spmd_in_loop(graph, n->loop, n->successors[k]);
  }
  return leads_out;
}

// Whether threads part in the node's loop before they come to it.
static bool is_parted(const qn_spirv_divergence *d, unsigned node,
                      uint64_t *parted) {
  const qn_spmd_graph *graph = d->graph;
  for (unsigned i = 0; i < graph->count; ++i) {
    if (i == node || !qn_spmd_bit(d->branches, i) ||
        !qn_spmd_in_loop(graph, graph->nodes[node].loop, i))
      continue;
    memset(parted, 0, (graph->count + 63) / 64 * sizeof(*parted));
    qn_spirv_parted(graph, i, parted);
    if (qn_spmd_bit(parted, node))
      return true;
  }
  return false;
}

// Never, but not as far as compilers know; for each thread by itself.
static LLVMValueRef hidden_never(qn_unit *unit, LLVMBuilderRef b) {
  static const char name[] = "llvm.spv.thread.id.in.group";
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  LLVMValueRef first = LLVMConstNull(LLVMInt32TypeInContext(unit->context));
  const unsigned id = LLVMLookupIntrinsicID(name, sizeof(name) - 1);
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(unit->module, id, &i64, 1);
  LLVMValueRef thread =
      LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &first, 1, "");
  LLVMValueRef both =
      LLVMBuildAnd(b, thread, qn_spirv_hidden_zero(unit, b, i64), "");
  return LLVMBuildICmp(b, LLVMIntNE, both, LLVMConstNull(i64), "");
}

static void hide(qn_unit *unit, LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
    return;
  LLVMPositionBuilderBefore(b, end);
  LLVMValueRef never = hidden_never(unit, b);
  LLVMSetCondition(end, LLVMBuildXor(b, LLVMGetCondition(end), never, ""));
}

static qn_status settle_all(qn_unit *unit, const qn_spirv_divergence *d,
                            qn_arena *arena, qn_diag *diag) {
  uint64_t *parted = qn_spmd_bits(arena, d->graph->count);
  if (!parted)
    return qn_fail_memory(diag, "a kernel's branches");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (unsigned i = 0; i < d->graph->count; ++i)
    if (leaves(d, i) && is_parted(d, i, parted))
      hide(unit, b, d->graph->nodes[i].block);
  LLVMDisposeBuilder(b);
  return qn_ok();
}

qn_status qn_spirv_settle_leaving(qn_unit *unit, qn_diag *diag) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    LLVMValueRef kernel = qn_spirv_kernel(unit, i);
    if (qn_spirv_has_switch(kernel))
      QN_TRY(qn_ir_run_function_passes(kernel, "lower-switch", unit->machine,
                                       diag));
  }
  return qn_spirv_each_divergence(unit, settle_all, diag);
}
