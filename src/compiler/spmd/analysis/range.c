// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/range.h"

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/condition.h"
#include "compiler/spmd/analysis/effect.h"

// ---- What has effects

static bool is_end(const qn_spmd_range *r, unsigned node) {
  return r->graph->nodes[node].successors[0] == r->graph->count;
}

// Whether no path from `node` to the region's end has an effect.
static bool does_nothing(const qn_spmd_range *r, unsigned node) {
  if (node == r->graph->count)
    return true;
  uint64_t *reached = qn_spmd_bits(r->arena, r->graph->count);
  if (!reached)
    return false; // out of memory: the safe answer
  qn_spmd_reach(r->graph, node, r->graph->count, reached);
  for (unsigned n = 0; n < r->graph->count; ++n)
    if (qn_spmd_bit(reached, n) &&
        (qn_spmd_block_has_effect(r->graph->nodes[n].block) ||
         (is_end(r, n) &&
          qn_spmd_leaves_lanes(r->regions, r->graph->nodes[n].block))))
      return false;
  return true;
}

// Whether nothing from `node` on reads what work-items before it may have
// written: the way on would be looked for too early.
static bool reads_nothing(const qn_spmd_range *r, unsigned node) {
  uint64_t *reached = qn_spmd_bits(r->arena, r->graph->count);
  if (!reached)
    return false; // out of memory: the safe answer
  qn_spmd_reach(r->graph, node, r->graph->count, reached);
  for (unsigned n = 0; n < r->graph->count; ++n)
    if (qn_spmd_bit(reached, n))
      QN_EACH_INSTRUCTION (i, r->graph->nodes[n].block)
        if (LLVMIsALoadInst(i) && !qn_spmd_is_recomputed(i) &&
            qn_spmd_is_uniform(r->group, i))
          return false;
  return true;
}

// ---- Conditions

// Whether it is a work-item's index in its row, perhaps extended; `*linear`:
// its index in the block.
static bool is_index(LLVMValueRef value, bool *linear) {
  while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    value = LLVMGetOperand(value, 0);
  const int64_t field =
      LLVMIsAInstruction(value) ? qn_spmd_context_field(value) : -1;
  *linear = field == QN_ITEM_LINEAR;
  return *linear || field == QN_ITEM_THREAD_X;
}

// The same of a product of an index and a factor that is uniform in the group.
static bool is_product(const qn_spmd_range *r, LLVMValueRef value,
                       qn_spmd_range_limit *out) {
  out->factor = NULL;
  if (is_index(value, &out->linear))
    return true;
  while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    value = LLVMGetOperand(value, 0);
  if (!LLVMIsAInstruction(value))
    return false;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if ((opcode != LLVMMul && opcode != LLVMShl) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32)
    return false;
  for (unsigned k = 0; k < (opcode == LLVMMul ? 2 : 1); ++k) {
    out->factor = LLVMGetOperand(value, 1 - k);
    out->is_shift = opcode == LLVMShl;
    if (is_index(LLVMGetOperand(value, k), &out->linear) &&
        qn_spmd_is_uniform(r->group, out->factor))
      return true;
  }
  return false;
}

// Reads a comparison of an index with a limit that is uniform in the group:
// with `met`, one that is true only for indices below the limit; else one that
// is false only for those.
static bool read_comparison(const qn_spmd_range *r, LLVMValueRef value,
                            bool met, qn_spmd_range_limit *out) {
  if (!LLVMIsAICmpInst(value) ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) !=
          LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) > 64)
    return false;
  LLVMIntPredicate p = LLVMGetICmpPredicate(value);
  LLVMValueRef index = LLVMGetOperand(value, 0);
  LLVMValueRef limit = LLVMGetOperand(value, 1);
  p = met ? p : qn_spmd_negated(p);
  if (!is_product(r, index, out)) {
    index = LLVMGetOperand(value, 1);
    limit = LLVMGetOperand(value, 0);
    p = qn_spmd_swapped(p);
  }
  if (!is_product(r, index, out) || !qn_spmd_is_uniform(r->group, limit))
    return false;
  out->limit = limit;
  out->is_signed = p == LLVMIntSLT || p == LLVMIntSLE;
  out->closed = p == LLVMIntULE || p == LLVMIntSLE || p == LLVMIntEQ;
  return out->closed || p == LLVMIntULT || p == LLVMIntSLT;
}

static bool read_condition(const qn_spmd_range *r, LLVMValueRef value, bool met,
                           qn_spmd_range_limit *out) {
  LLVMValueRef parts[2];
  bool is_and;
  if (read_comparison(r, value, met, out))
    return true;
  return qn_spmd_read_junction(value, parts, &is_and) && is_and == met &&
         (read_condition(r, parts[0], met, out) ||
          read_condition(r, parts[1], met, out));
}

// Finds the limit below which work-items that diverge at `node` still have
// something to do: at all, or until they meet the others again.
static qn_spmd_range_step find_limit(const qn_spmd_range *r, unsigned node,
                                     qn_spmd_range_limit *out) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  LLVMValueRef value = LLVMGetCondition(LLVMGetBasicBlockTerminator(n->block));
  for (unsigned k = 0; k < 2; ++k) {
    if (!read_condition(r, value, k == 0, out))
      continue;
    if (does_nothing(r, n->successors[1 - k]))
      return QN_SPMD_RANGE_LIMIT;
    if (n->successors[1 - k] == n->postdominator && n->postdominator > node &&
        n->postdominator < r->graph->count &&
        reads_nothing(r, n->postdominator))
      return QN_SPMD_RANGE_PART;
  }
  return QN_SPMD_RANGE_ALL;
}

// ---- The way through a region

qn_spmd_range_step qn_spmd_range_step_at(const qn_spmd_range *r, unsigned node,
                                         qn_spmd_range_limit *out_limit) {
  const qn_spmd_node *n = &r->graph->nodes[node];
  if (qn_spmd_block_has_effect(n->block))
    return QN_SPMD_RANGE_ALL;
  if (is_end(r, node))
    return qn_spmd_leaves_lanes(r->regions, n->block) ? QN_SPMD_RANGE_ALL
                                                      : QN_SPMD_RANGE_ONE;
  if (n->successor_count == 1 || n->successors[0] == n->successors[1])
    return QN_SPMD_RANGE_ON;
  if (!qn_spmd_diverges(r->group, r->graph, node))
    return QN_SPMD_RANGE_CHOICE;
  return find_limit(r, node, out_limit);
}

bool qn_spmd_has_range(const qn_spmd_range *r) {
  uint64_t *reached = qn_spmd_bits(r->arena, r->graph->count);
  bool found = false;
  // With early returns all lanes have to store whether they go on.
  if (!reached || r->regions->has_exits)
    return false;
  qn_spmd_set_bit(reached, 0);
  // Only edges to nodes with higher numbers are followed.
  for (unsigned n = 0; n < r->graph->count; ++n) {
    const qn_spmd_node *node = &r->graph->nodes[n];
    qn_spmd_range_limit limit;
    if (!qn_spmd_bit(reached, n))
      continue;
    const qn_spmd_range_step step = qn_spmd_range_step_at(r, n, &limit);
    found |= step == QN_SPMD_RANGE_ONE || step == QN_SPMD_RANGE_LIMIT;
    if (step == QN_SPMD_RANGE_PART)
      qn_spmd_set_bit(reached, node->postdominator);
    if (step != QN_SPMD_RANGE_ON && step != QN_SPMD_RANGE_CHOICE)
      continue;
    for (unsigned k = 0; k < node->successor_count; ++k)
      if (node->successors[k] > n && node->successors[k] < r->graph->count)
        qn_spmd_set_bit(reached, node->successors[k]);
  }
  return found;
}
