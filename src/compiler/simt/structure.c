// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/structure.h"

#include <string.h>

#include "compiler/ir/joins.h"
#include "compiler/simt/parts.h"

// Marks branches at which lanes part, while values are in memory.
#define PARTS "quern.parts"

// ---- The form

// A loop's only way out, which every round passes: lanes may leave there in
// different rounds.
static bool is_only_exit(const qn_spmd_graph *g, unsigned n) {
  const unsigned loop = g->nodes[n].loop;
  if (loop == QN_SPMD_NONE)
    return false;
  for (unsigned k = 0; k < g->count; ++k) {
    if (!qn_spmd_in_loop(g, loop, k))
      continue;
    for (unsigned i = 0; i < g->nodes[k].successor_count; ++i) {
      const unsigned to = g->nodes[k].successors[i];
      if (!qn_spmd_in_loop(g, loop, to) && k != n)
        return false;
      if (to == g->loops[loop].header && !qn_spmd_dominates(g, n, k))
        return false;
    }
  }
  const qn_spmd_node *node = &g->nodes[n];
  return qn_spmd_in_loop(g, loop, node->successors[0]) !=
         qn_spmd_in_loop(g, loop, node->successors[1]);
}

bool qn_simt_find_region(const qn_spmd_graph *g, unsigned n, uint64_t *region) {
  const qn_spmd_node *node = &g->nodes[n];
  if (node->postdominator >= g->count)
    return false;
  for (unsigned i = 0; i < node->successor_count; ++i)
    qn_spmd_reach(g, node->successors[i], node->postdominator, region);
  if (qn_spmd_bit(region, n))
    return false;
  for (unsigned k = 0; k < g->count; ++k)
    if (qn_spmd_bit(region, k) && !qn_spmd_dominates(g, n, k))
      return false;
  return true;
}

unsigned qn_simt_only_exit(const qn_spmd_graph *g, unsigned loop) {
  unsigned found = QN_SPMD_NONE;
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_in_loop(g, loop, n))
      continue;
    for (unsigned k = 0; k < g->nodes[n].successor_count; ++k) {
      const unsigned to = g->nodes[n].successors[k];
      if (qn_spmd_in_loop(g, loop, to) || to == found)
        continue;
      if (found != QN_SPMD_NONE || to >= g->count)
        return QN_SPMD_NONE;
      found = to;
    }
  }
  if (found != QN_SPMD_NONE)
    for (unsigned k = 0; k < g->nodes[found].predecessor_count; ++k)
      if (!qn_spmd_in_loop(g, loop, g->nodes[found].predecessors[k]))
        return QN_SPMD_NONE;
  return found;
}

static bool differs_at(const qn_simt_body *body, unsigned node) {
  return qn_spmd_diverges(&body->shapes, &body->graph, node);
}

static bool is_marked(const qn_simt_body *body, unsigned node) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(body->graph.nodes[node].block);
  return LLVMGetMetadata(end, qn_simt_metadata(body, PARTS)) != NULL;
}

static qn_status check_form(qn_simt_body *body, bool *out_has, qn_diag *diag) {
  const qn_spmd_graph *g = &body->graph;
  *out_has = g->reducible;
  for (unsigned n = 0; n < g->count && *out_has; ++n) {
    if (!differs_at(body, n) || is_only_exit(g, n))
      continue;
    uint64_t *region = qn_spmd_bits(&body->arena, g->count + 1);
    if (!region)
      return qn_fail_memory(diag, "where lanes part");
    *out_has = qn_simt_find_region(g, n, region);
  }
  return qn_ok();
}

qn_status qn_simt_make_structured(qn_simt_body *body, qn_diag *diag) {
  static const char pipeline[] =
      "break-crit-edges,fix-irreducible,unify-loop-exits,structurizecfg,"
      "loop-simplify,lcssa";
  bool has = false;
  QN_TRY(qn_simt_analyse(body, diag));
  if (qn_simt_is_refused(body))
    return qn_ok();
  QN_TRY(check_form(body, &has, diag));
  qn_simt_forget(body);
  if (has)
    return qn_ok();
  qn_ir_part_joined(body->function);
  QN_TRY(qn_ir_run_function_passes(body->function, pipeline,
                                   body->unit->machine, diag));
  QN_TRY(qn_simt_analyse(body, diag));
  if (qn_simt_is_refused(body))
    return qn_ok();
  QN_TRY(check_form(body, &has, diag));
  qn_simt_forget(body);
  if (!has)
    qn_simt_refuse(body, "control flow that is not structured");
  return qn_ok();
}

// ---- Loops

static void leave_loop(qn_simt_body *body, unsigned n) {
  const qn_spmd_graph *g = &body->graph;
  const unsigned loop = g->nodes[n].loop;
  const unsigned before = qn_spmd_preheader(g, loop);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->nodes[n].block);
  if (before == QN_SPMD_NONE) {
    qn_simt_refuse(body, "a loop that is entered in several ways");
    return;
  }
  LLVMPositionBuilderBefore(
      body->b, LLVMGetBasicBlockTerminator(g->nodes[before].block));
  LLVMValueRef mask = qn_simt_active(body);
  const bool stays = qn_spmd_in_loop(g, loop, g->nodes[n].successors[0]);
  LLVMPositionBuilderBefore(body->b, end);
  LLVMValueRef condition = LLVMGetCondition(end);
  if (!stays)
    condition = LLVMBuildNot(body->b, condition, "");
  condition = qn_simt_pred(body, condition, mask);
  LLVMSetCondition(end,
                   stays ? condition : LLVMBuildNot(body->b, condition, ""));
}

// ---- Branches

typedef struct meeting {
  unsigned branch;
  LLVMBasicBlockRef block; // where the branch's ways meet
} meeting;

// Values are in memory: blocks have no phis. Branches further in come first.
static qn_status part(qn_simt_body *body, unsigned n, meeting *meetings,
                      unsigned count, qn_diag *diag) {
  const qn_spmd_graph *g = &body->graph;
  LLVMBasicBlockRef block = g->nodes[n].block;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  uint64_t *region = qn_spmd_bits(&body->arena, g->count + 1);
  if (!region)
    return qn_fail_memory(diag, "where lanes part");
  if (!qn_simt_find_region(g, n, region)) {
    qn_simt_refuse(body, "control flow that is not structured");
    return qn_ok();
  }
  LLVMBasicBlockRef to = g->nodes[g->nodes[n].postdominator].block;
  LLVMBasicBlockRef made =
      LLVMInsertBasicBlockInContext(body->unit->context, to, "");
  for (unsigned k = 0; k < g->count; ++k)
    if (k == n || qn_spmd_bit(region, k))
      qn_simt_redirect(g->nodes[k].block, to, made);
  for (unsigned k = 0; k < count; ++k)
    if (qn_spmd_bit(region, meetings[k].branch))
      qn_simt_redirect(meetings[k].block, to, made);
  LLVMValueRef condition;
  LLVMPositionBuilderBefore(body->b, end);
  LLVMValueRef token = qn_simt_split(body, LLVMGetCondition(end), &condition);
  LLVMSetCondition(end, condition);
  LLVMPositionBuilderAtEnd(body->b, made);
  qn_simt_join(body, token);
  LLVMBuildBr(body->b, to);
  meetings[count] = (meeting){n, made};
  return qn_ok();
}

static qn_status add_all(qn_simt_body *body, qn_diag *diag) {
  const qn_spmd_graph *g = &body->graph;
  unsigned count = 0;
  meeting *meetings =
      qn_arena_alloc(&body->arena, g->count + 1, sizeof(*meetings));
  if (!meetings)
    return qn_fail_memory(diag, "where lanes part");
  for (unsigned n = g->count; n-- && !qn_simt_is_refused(body);) {
    if (!is_marked(body, n))
      continue;
    if (is_only_exit(g, n))
      leave_loop(body, n);
    else
      QN_TRY(part(body, n, meetings, count++, diag));
  }
  return qn_ok();
}

static void mark_branches(qn_simt_body *body) {
  LLVMContextRef context = body->unit->context;
  LLVMValueRef none =
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
  for (unsigned n = 0; n < body->graph.count; ++n)
    if (differs_at(body, n))
      LLVMSetMetadata(LLVMGetBasicBlockTerminator(body->graph.nodes[n].block),
                      qn_simt_metadata(body, PARTS), none);
}

qn_status qn_simt_add_splits(qn_simt_body *body, qn_diag *diag) {
  mark_branches(body);
  qn_simt_forget(body);
  QN_TRY(qn_ir_run_function_passes(body->function, "reg2mem",
                                   body->unit->machine, diag));
  const qn_spmd_graph_params params = {
      .start = LLVMGetEntryBasicBlock(body->function),
      .arena = &body->arena,
      .may_be_large = true};
  QN_TRY(qn_spmd_graph_init(&body->graph, &params, diag));
  if (body->graph.reason)
    qn_simt_refuse(body, "%s", body->graph.reason);
  else
    QN_TRY(add_all(body, diag));
  qn_simt_forget(body);
  return qn_ir_run_function_passes(body->function, "mem2reg",
                                   body->unit->machine, diag);
}
