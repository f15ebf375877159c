// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/remake.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/analysis/shape.h"
#include "quern/cpu_abi.h"

enum { COST_MAX = 4 }; // instructions that are done again

typedef struct work {
  LLVMValueRef item;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *group; // for whole groups
  uint64_t **behind;           // by node: what is reached past its barrier
  LLVMBuilderRef b;
  unsigned count; // of values that were made again
} work;

// ---- What lies behind barriers

static bool ends_by_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  LLVMValueRef last = end ? LLVMGetPreviousInstruction(end) : NULL;
  return last && qn_spmd_is_barrier(last);
}

// Finds, for each node, the nodes that are reached from it past a barrier.
static bool find_behind(work *w) {
  const qn_spmd_graph *g = w->graph;
  qn_arena *arena = w->group->arena;
  w->behind = qn_arena_alloc(arena, g->count, sizeof(*w->behind));
  uint64_t *from = qn_spmd_bits(arena, g->count + 1);
  if (!w->behind || !from)
    return false;
  for (unsigned n = 0; n < g->count; ++n) {
    w->behind[n] = qn_spmd_bits(arena, g->count + 1);
    if (!w->behind[n])
      return false;
    memset(from, 0, (g->count / 64 + 1) * sizeof(*from));
    qn_spmd_reach(g, n, g->count, from);
    for (unsigned k = 0; k < g->count; ++k)
      if (qn_spmd_bit(from, k) && ends_by_barrier(g->nodes[k].block))
        qn_spmd_reach(g, g->nodes[k].successors[0], g->count, w->behind[n]);
  }
  return true;
}

// ---- Values

static bool is_kept_once(const work *w, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || qn_spmd_is_uniform(w->group, value) ||
         qn_spmd_context_field(value) >= 0;
}

static bool can_remake(const work *w, LLVMValueRef value, unsigned *budget) {
  if (is_kept_once(w, value))
    return true;
  if (!*budget || !qn_spmd_is_cheap(value))
    return false;
  --*budget;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!can_remake(w, LLVMGetOperand(value, k), budget))
      return false;
  return true;
}

static LLVMValueRef remake(work *w, LLVMValueRef value) {
  LLVMValueRef operands[QN_SPMD_OPERANDS_MAX];
  if (is_kept_once(w, value))
    return value;
  const unsigned count = (unsigned)LLVMGetNumOperands(value);
  for (unsigned k = 0; k < count; ++k)
    operands[k] = remake(w, LLVMGetOperand(value, k));
  LLVMValueRef made = LLVMInstructionClone(value);
  for (unsigned k = 0; k < count; ++k)
    LLVMSetOperand(made, k, operands[k]);
  LLVMInsertIntoBuilder(w->b, made);
  return made;
}

// Whether `user`, no phi, is where the value would have to be kept.
static bool is_behind(const work *w, unsigned node, LLVMValueRef user) {
  const unsigned at = qn_spmd_node_of(w->graph, LLVMGetInstructionParent(user));
  return !LLVMIsAPHINode(user) && at != QN_SPMD_NONE && at != node &&
         qn_spmd_bit(w->behind[node], at);
}

static void remake_uses(work *w, unsigned node, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_behind(w, node, user))
      continue;
    LLVMPositionBuilderBefore(w->b, user);
    LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(user));
    LLVMValueRef made = remake(w, value);
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); ++k)
      if (LLVMGetOperand(user, k) == value)
        LLVMSetOperand(user, k, made);
    ++w->count;
    next = LLVMGetFirstUse(value); // the list has changed
  }
}

static void remake_all(work *w) {
  for (unsigned n = 0; n < w->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, w->graph->nodes[n].block) {
      unsigned budget = COST_MAX;
      if (!is_kept_once(w, i) && qn_spmd_is_cheap(i) &&
          !qn_spmd_is_recomputed(i) && can_remake(w, i, &budget))
        remake_uses(w, n, i);
    }
}

qn_status qn_cpu_remake(LLVMValueRef item, LLVMTargetMachineRef machine,
                        qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph = {0};
  qn_spmd_shapes group = {0};
  const qn_spmd_graph_params whole = {.start = LLVMGetEntryBasicBlock(item),
                                      .arena = &arena};
  const qn_spmd_shape_params params = {
      .function = item,
      .graph = &graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(item)),
      .width = QN_CPU_WARP_SIZE,
      .rows = 1,
      .of_group = true,
      .arena = &arena};
  work w = {.item = item, .graph = &graph, .group = &group};
  qn_status status = qn_spmd_graph_init(&graph, &whole, diag);
  if (!qn_failed(status) && !graph.reason)
    status = qn_spmd_shapes_init(&group, &params, diag);
  if (!qn_failed(status) && group.graph) {
    w.b = LLVMCreateBuilderInContext(
        LLVMGetModuleContext(LLVMGetGlobalParent(item)));
    if (find_behind(&w))
      remake_all(&w);
    else
      status = qn_fail_memory(diag, "what a kernel keeps");
    LLVMDisposeBuilder(w.b);
  }
  qn_spmd_shapes_finish(&group);
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return w.count && !qn_failed(status)
             ? qn_ir_run_function_passes(item, "adce", machine, diag)
             : status;
}
