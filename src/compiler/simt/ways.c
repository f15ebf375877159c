// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/ways.h"

#include "compiler/simt/parts.h"
#include "compiler/simt/structure.h"

// ---- What is of which way

static bool add_target(qn_simt_ways *w, unsigned node) {
  for (unsigned k = 0; k < w->target_count; ++k)
    if (w->targets[k] == node)
      return true;
  if (w->target_count == QN_SIMT_TARGETS_MAX)
    return false;
  w->targets[w->target_count++] = node;
  return true;
}

static bool find_targets(const qn_spmd_graph *g, qn_simt_ways *w) {
  for (unsigned n = 0; n < g->count; ++n) {
    if (n != w->branch && !qn_spmd_bit(w->region, n))
      continue;
    for (unsigned k = 0; k < g->nodes[n].successor_count; ++k) {
      const unsigned to = g->nodes[n].successors[k];
      if (to != w->meet && !qn_spmd_bit(w->region, to) && !add_target(w, to))
        return false;
    }
  }
  return add_target(w, w->meet);
}

static bool is_entered_once(const qn_spmd_graph *g, const qn_simt_ways *w) {
  for (unsigned k = 0; k < 2; ++k) {
    const unsigned to = g->nodes[w->branch].successors[k];
    if (qn_spmd_bit(w->sides[k], to) && g->nodes[to].predecessor_count != 1)
      return false;
  }
  return true;
}

bool qn_simt_find_ways(qn_simt_body *body, unsigned branch, qn_simt_ways *out) {
  const qn_spmd_graph *g = &body->graph;
  const qn_spmd_node *node = &g->nodes[branch];
  *out = (qn_simt_ways){.branch = branch, .meet = node->postdominator};
  uint64_t *all[2] = {NULL, NULL};
  out->region = qn_spmd_bits(&body->arena, g->count + 1);
  for (unsigned k = 0; k < 2; ++k) {
    all[k] = qn_spmd_bits(&body->arena, g->count + 1);
    out->sides[k] = qn_spmd_bits(&body->arena, g->count + 1);
    if (!out->region || !all[k] || !out->sides[k])
      return false;
  }
  if (!qn_simt_find_region(g, branch, out->region) ||
      g->nodes[out->meet].loop != node->loop)
    return false;
  for (unsigned k = 0; k < 2; ++k)
    qn_spmd_reach(g, node->successors[k], out->meet, all[k]);
  for (unsigned i = 0; i <= g->count / 64; ++i) {
    out->sides[0][i] = all[0][i] & ~all[1][i];
    out->sides[1][i] = all[1][i] & ~all[0][i];
    out->region[i] = all[0][i] ^ all[1][i];
  }
  return (qn_spmd_bit(out->sides[0], node->successors[0]) ||
          qn_spmd_bit(out->sides[1], node->successors[1])) &&
         find_targets(g, out) && is_entered_once(g, out);
}

// ---- Ends

// Phis at the end of a way: for each target whether the way goes there, and
// what it brings to each phi of that.
typedef struct way {
  LLVMBasicBlockRef end;
  LLVMValueRef *goes; // by target
} way;

static LLVMTypeRef bit_type(const qn_simt_body *body) {
  return LLVMInt1TypeInContext(body->unit->context);
}

static LLVMValueRef bit_of(const qn_simt_body *body, bool value) {
  return LLVMConstInt(bit_type(body), value, false);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  LLVMValueRef found = qn_ir_incoming(phi, from);
  return found ? found : LLVMConstNull(LLVMTypeOf(phi));
}

// Adds a path from the block `from`, over one of its own, to the end of a way
// that goes on with `target`. The end's phis are in the targets' order.
static void add_edge(qn_simt_body *body, const qn_simt_ways *w,
                     LLVMBasicBlockRef from, unsigned target,
                     LLVMBasicBlockRef end) {
  const qn_spmd_graph *g = &body->graph;
  LLVMBasicBlockRef to = g->nodes[target].block;
  LLVMBasicBlockRef edge = qn_simt_block_before(body, end);
  LLVMValueRef mine = LLVMGetFirstInstruction(end);
  for (unsigned t = 0; t < w->target_count; ++t) {
    LLVMValueRef goes = bit_of(body, w->targets[t] == target);
    LLVMAddIncoming(mine, &goes, &edge, 1);
    mine = LLVMGetNextInstruction(mine);
    QN_EACH_INSTRUCTION (phi, g->nodes[w->targets[t]].block) {
      if (!LLVMIsAPHINode(phi))
        break;
      LLVMValueRef value = w->targets[t] == target
                               ? incoming(phi, from)
                               : LLVMConstNull(LLVMTypeOf(phi));
      LLVMAddIncoming(mine, &value, &edge, 1);
      mine = LLVMGetNextInstruction(mine);
    }
  }
  qn_simt_redirect(from, to, edge);
  LLVMPositionBuilderAtEnd(body->b, edge);
  LLVMBuildBr(body->b, end);
}

static void add_phis(qn_simt_body *body, const qn_simt_ways *w,
                     LLVMBasicBlockRef end) {
  LLVMPositionBuilderAtEnd(body->b, end);
  for (unsigned t = 0; t < w->target_count; ++t) {
    LLVMBuildPhi(body->b, bit_type(body), "");
    QN_EACH_INSTRUCTION (phi, body->graph.nodes[w->targets[t]].block) {
      if (!LLVMIsAPHINode(phi))
        break;
      LLVMBuildPhi(body->b, LLVMTypeOf(phi), "");
    }
  }
}

static LLVMBasicBlockRef end_side(qn_simt_body *body, const qn_simt_ways *w,
                                  unsigned side) {
  const qn_spmd_graph *g = &body->graph;
  LLVMBasicBlockRef end = qn_simt_block_before(body, g->nodes[w->meet].block);
  add_phis(body, w, end);
  for (unsigned n = 0; n < g->count; ++n) {
    const qn_spmd_node *node = &g->nodes[n];
    if (!qn_spmd_bit(w->sides[side], n))
      continue;
    for (unsigned k = 0; k < node->successor_count; ++k)
      if (!qn_spmd_bit(w->region, node->successors[k]) &&
          (k == 0 || node->successors[k] != node->successors[0]))
        add_edge(body, w, node->block, node->successors[k], end);
  }
  return end;
}

// ---- Where each goes on

// Walks through what one way has for the targets and their phis.
typedef struct walk {
  LLVMValueRef at;    // a phi at the way's end; NULL: the way is the branch's
  unsigned successor; // its target then
} walk;

static LLVMValueRef next_goes(const qn_simt_body *body, walk *w,
                              unsigned target) {
  LLVMValueRef found = w->at;
  if (!found)
    return bit_of(body, w->successor == target);
  w->at = LLVMGetNextInstruction(found);
  return found;
}

static LLVMValueRef next_value(walk *w, LLVMBasicBlockRef branch,
                               LLVMValueRef phi, unsigned target) {
  LLVMValueRef found = w->at;
  if (!found)
    return w->successor == target ? incoming(phi, branch)
                                  : LLVMConstNull(LLVMTypeOf(phi));
  w->at = LLVMGetNextInstruction(found);
  return found;
}

// A new phi has what `from` brings, and what came from blocks of neither way.
static void replace_phi(const qn_simt_body *body, const qn_simt_ways *w,
                        LLVMValueRef phi, LLVMValueRef value,
                        LLVMBasicBlockRef from) {
  const qn_spmd_graph *g = &body->graph;
  LLVMPositionBuilderBefore(body->b, phi);
  LLVMValueRef made = LLVMBuildPhi(body->b, LLVMTypeOf(phi), "");
  LLVMAddIncoming(made, &value, &from, 1);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, k);
    LLVMValueRef other = LLVMGetIncomingValue(phi, k);
    const unsigned n = qn_spmd_node_of(g, block);
    if (n == QN_SPMD_NONE || (n != w->branch && !qn_spmd_bit(w->region, n)))
      LLVMAddIncoming(made, &other, &block, 1);
  }
  LLVMReplaceAllUsesWith(phi, made);
  LLVMInstructionEraseFromParent(phi);
}

// Behind both ways: the first target that a lane goes to, by a branch for each
// but the last. Values are chosen at `last`, where all are known.
static void go_on(qn_simt_body *body, const qn_simt_ways *w,
                  LLVMBasicBlockRef last) {
  const qn_spmd_graph *g = &body->graph;
  LLVMBuilderRef b = body->b;
  LLVMBasicBlockRef branch = g->nodes[w->branch].block, at = last;
  walk walks[2];
  for (unsigned k = 0; k < 2; ++k)
    walks[k] =
        (walk){.at = w->ends[k] ? LLVMGetFirstInstruction(w->ends[k]) : NULL,
               .successor = g->nodes[w->branch].successors[k]};
  for (unsigned t = 0; t < w->target_count; ++t) {
    const unsigned target = w->targets[t];
    LLVMBasicBlockRef block = g->nodes[target].block;
    LLVMValueRef goes[] = {next_goes(body, &walks[0], target),
                           next_goes(body, &walks[1], target)};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
         LLVMIsAPHINode(phi); phi = next) {
      next = LLVMGetNextInstruction(phi);
      LLVMValueRef values[] = {next_value(&walks[0], branch, phi, target),
                               next_value(&walks[1], branch, phi, target)};
      LLVMPositionBuilderAtEnd(b, at);
      replace_phi(
          body, w, phi,
          LLVMBuildSelect(b, w->conditions[0], values[0], values[1], ""), at);
    }
    LLVMPositionBuilderAtEnd(b, at);
    if (t + 1 == w->target_count) {
      LLVMBuildBr(b, block);
      break;
    }
    LLVMValueRef mine =
        LLVMBuildSelect(b, w->conditions[0], goes[0], goes[1], "");
    LLVMBasicBlockRef more =
        qn_simt_block_before(body, g->nodes[w->meet].block);
    LLVMBuildCondBr(b, LLVMBuildFreeze(b, mine, ""), block, more);
    at = more;
  }
}

// ---- All

// A phi of one value becomes that value.
static void drop_phis(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; LLVMIsAPHINode(i);
       i = next) {
    next = LLVMGetNextInstruction(i);
    LLVMReplaceAllUsesWith(i, LLVMGetIncomingValue(i, 0));
    LLVMInstructionEraseFromParent(i);
  }
}

void qn_simt_join_ways(qn_simt_body *body, qn_simt_ways *w) {
  const qn_spmd_graph *g = &body->graph;
  const qn_spmd_node *branch = &g->nodes[w->branch];
  LLVMBuilderRef b = body->b;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(branch->block);
  LLVMPositionBuilderBefore(b, end);
  w->conditions[0] = LLVMBuildFreeze(b, LLVMGetCondition(end), "");
  w->conditions[1] = LLVMBuildNot(b, w->conditions[0], "");
  LLVMBasicBlockRef last = NULL;
  for (unsigned k = 0; k < 2; ++k)
    if (qn_spmd_bit(w->sides[k], branch->successors[k])) {
      w->ends[k] = end_side(body, w, k);
      drop_phis(g->nodes[branch->successors[k]].block);
      last = w->ends[k];
    }
  go_on(body, w, last);
  LLVMInstructionEraseFromParent(end);
  LLVMBasicBlockRef from = branch->block;
  for (unsigned k = 0; k < 2; ++k)
    if (w->ends[k]) {
      LLVMPositionBuilderAtEnd(b, from);
      LLVMBuildBr(b, g->nodes[branch->successors[k]].block);
      from = w->ends[k];
    }
}
