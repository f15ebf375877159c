// SPDX-License-Identifier: Apache-2.0
// Control flow of a packet.
//
// With all lanes active ("plain") the emitted blocks follow the source one to
// one. Where lanes may diverge, a test decides whether all go one way; if so,
// plain code goes on. Else the blocks up to where lanes meet again run
// linearised, each under the mask of its lanes ("masked"). Loops that lanes
// leave at different times run masked as a whole, until no lane is left.
#include "compiler/spmd/emit/emit.h"

#include "compiler/spmd/analysis/legal.h"
#include "compiler/spmd/analysis/rounds.h"

#include "compiler/spmd/emit/frame.h"

// Masked emission of a part of the graph.
typedef struct frame {
  LLVMValueRef *edges; // by node and successor: variable of the edge's mask
  LLVMValueRef *masks; // by node: variable of its mask
  LLVMValueRef *start; // by node: its mask, where edges do not make it
  uint64_t *nodes;     // the nodes of the part
  uint64_t *some;      // nodes that are known to have an active lane
  unsigned parted;     // the node at which lanes parted, or NONE
  unsigned last;       // the loop whose last round is emitted, or NONE
} frame;

static LLVMValueRef terminator(const qn_spmd_emitter *e, unsigned node) {
  return LLVMGetBasicBlockTerminator(e->graph->nodes[node].block);
}

static bool frame_init(qn_spmd_emitter *e, frame *f) {
  const unsigned count = e->graph->count;
  f->parted = f->last = QN_SPMD_NONE;
  f->edges = qn_arena_alloc(e->arena, 2 * (size_t)count, sizeof(*f->edges));
  f->masks = qn_arena_alloc(e->arena, count, sizeof(*f->masks));
  f->start = qn_arena_alloc(e->arena, count, sizeof(*f->start));
  f->nodes = qn_spmd_bits(e->arena, count);
  f->some = qn_spmd_bits(e->arena, count);
  if (!f->edges || !f->masks || !f->start || !f->nodes || !f->some) {
    qn_spmd_no_memory(e);
    return false;
  }
  return true;
}

static LLVMValueRef words_variable(qn_spmd_emitter *e) {
  return qn_spmd_variable(e, qn_spmd_words_type(e), "mask");
}

static LLVMValueRef load_words(qn_spmd_emitter *e, LLVMValueRef variable) {
  return LLVMBuildLoad2(e->b, qn_spmd_words_type(e), variable, "");
}

// The slot of an edge's variable.
static LLVMValueRef *edge_slot(const frame *f, unsigned from, unsigned which) {
  return &f->edges[2 * (size_t)from + which];
}

static void set_edge(qn_spmd_emitter *e, frame *f, unsigned from,
                     unsigned which, LLVMValueRef words) {
  LLVMValueRef *slot = edge_slot(f, from, which);
  if (!*slot)
    *slot = words_variable(e);
  LLVMBuildStore(e->b, words, *slot);
}

// ---- Phis

static bool has_phis(const qn_spmd_emitter *e, unsigned node) {
  return node < e->graph->count &&
         LLVMIsAPHINode(LLVMGetFirstInstruction(e->graph->nodes[node].block));
}

// A phi's value over an edge; of a row where phis differ by row.
typedef struct passed {
  LLVMValueRef phi, value;
  unsigned row;
} passed;

static bool add_passed(qn_spmd_emitter *e, passed *all, unsigned *count,
                       LLVMValueRef phi, LLVMValueRef value) {
  const qn_spmd_kind kind = qn_spmd_shape_of(e->shapes, phi).kind;
  const unsigned rows = kind == QN_SPMD_ROWS ? e->rows : 1;
  if (*count + rows > QN_SPMD_PASSED_MAX || !value) {
    qn_spmd_unforeseen(e, phi, "a block with very many merged values");
    return false;
  }
  for (e->row = 0; e->row < rows; ++e->row)
    all[(*count)++] =
        (passed){phi,
                 kind == QN_SPMD_VARYING ? qn_spmd_vector(e, value)
                                         : qn_spmd_scalar(e, value),
                 e->row};
  e->row = 0;
  return true;
}

// Reads all values before it writes the first.
void qn_spmd_pass_edge(qn_spmd_emitter *e, unsigned from, unsigned to,
                       LLVMValueRef mask, bool keeps) {
  passed all[QN_SPMD_PASSED_MAX];
  unsigned count = 0;
  if (!has_phis(e, to))
    return;
  for (LLVMValueRef i = LLVMGetFirstInstruction(e->graph->nodes[to].block);
       LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    LLVMValueRef value = qn_ir_incoming(i, e->graph->nodes[from].block);
    if ((e->group && !qn_spmd_is_uniform(e->group, i)) ||
        (value && (LLVMIsUndef(value) || LLVMIsPoison(value))))
      continue;
    if (!add_passed(e, all, &count, i, value))
      return;
  }
  for (unsigned k = 0; k < count && !qn_spmd_failed(e); ++k) {
    e->row = all[k].row;
    qn_spmd_store_slot(
        e, all[k].phi,
        mask && (keeps || qn_spmd_keeps_lanes(e, all[k].phi))
            ? qn_spmd_keep_others(e, all[k].phi, all[k].value, mask)
            : all[k].value);
  }
  e->row = 0;
}

// ---- Masked emission

static bool is_back_edge(const qn_spmd_emitter *e, unsigned from, unsigned to) {
  return to <= from && to < e->graph->count;
}

static bool leaves_loop(const qn_spmd_emitter *e, unsigned from, unsigned to) {
  const unsigned loop = e->graph->nodes[from].loop;
  return loop != QN_SPMD_NONE && !qn_spmd_in_loop(e->graph, loop, to);
}

static LLVMValueRef load_edge(qn_spmd_emitter *e, const frame *f, unsigned from,
                              unsigned which) {
  LLVMValueRef slot = *edge_slot(f, from, which);
  return slot ? load_words(e, slot) : NULL;
}

// The mask of a node: the lanes of the edges into it; where all lanes of its
// dominator meet again, the dominator's mask.
static LLVMValueRef words_of(qn_spmd_emitter *e, const frame *f,
                             unsigned node) {
  const qn_spmd_graph *g = e->graph;
  const unsigned above = g->nodes[node].dominator;
  LLVMValueRef all = NULL;
  if (f->start[node])
    return f->start[node];
  if (above != QN_SPMD_NONE && f->masks[above] &&
      g->nodes[above].postdominator == node &&
      g->nodes[above].loop == g->nodes[node].loop &&
      qn_spmd_meets_in_loop(g, g->nodes[node].loop, above) &&
      (g->nodes[node].loop == QN_SPMD_NONE ||
       g->loops[g->nodes[node].loop].header != node))
    return load_words(e, f->masks[above]);
  for (unsigned i = 0; i < g->nodes[node].predecessor_count; ++i) {
    const unsigned from = g->nodes[node].predecessors[i];
    if (is_back_edge(e, from, node))
      continue;
    for (unsigned k = 0; k < g->nodes[from].successor_count; ++k) {
      LLVMValueRef words = g->nodes[from].successors[k] == node
                               ? load_edge(e, f, from, k)
                               : NULL;
      if (words)
        all = all ? qn_spmd_words_or(e, all, words) : words;
    }
  }
  return all ? all : qn_spmd_no_words(e);
}

// The loop whose header a node is, or NONE.
static unsigned loop_led_by(const qn_spmd_graph *g, unsigned node) {
  const unsigned loop = g->nodes[node].loop;
  return loop != QN_SPMD_NONE && g->loops[loop].header == node
             ? loop
             : (unsigned)QN_SPMD_NONE;
}

// Whether the phis of `to` may hold values of other lanes, from another edge or
// from an earlier round of a loop that lanes leave at different times. A loop's
// header has none from earlier rounds, but may have several edges into it, as a
// region often begins in the middle of a loop.
static bool keeps_others(const qn_spmd_emitter *e, const frame *f,
                         unsigned from, unsigned to) {
  const qn_spmd_graph *g = e->graph;
  if (leaves_loop(e, from, to))
    return true;
  const bool leads = loop_led_by(g, to) != QN_SPMD_NONE;
  for (unsigned i = 0; i < g->nodes[to].predecessor_count; ++i) {
    const unsigned other = g->nodes[to].predecessors[i];
    if (leads && is_back_edge(e, other, to))
      continue;
    for (unsigned k = 0; other != from && k < 2; ++k)
      if (g->nodes[other].successors[k] == to && *edge_slot(f, other, k))
        return true;
  }
  return g->nodes[from].successor_count == 2 &&
         g->nodes[from].successors[0] == g->nodes[from].successors[1];
}

static void leave_masked(qn_spmd_emitter *e, frame *f, unsigned node,
                         unsigned which, LLVMValueRef words) {
  const qn_spmd_graph *g = e->graph;
  const unsigned to = g->nodes[node].successors[which];
  if (to == g->count)
    return;
  LLVMValueRef *slot = edge_slot(f, node, which);
  const bool leaves = leaves_loop(e, node, to);
  const bool keeps = keeps_others(e, f, node, to);
  if (leaves && *slot) // lanes leave in several rounds
    LLVMBuildStore(e->b, qn_spmd_words_or(e, load_words(e, *slot), words),
                   *slot);
  else
    set_edge(e, f, node, which, words);
  qn_spmd_pass_edge(e, node, to,
                    has_phis(e, to) ? qn_spmd_mask_of(e, words) : NULL, keeps);
}

// Empties the mask of an edge that no lane takes in this round.
static void clear_edge(qn_spmd_emitter *e, frame *f, unsigned node,
                       unsigned which) {
  const unsigned to = e->graph->nodes[node].successors[which];
  if (to < e->graph->count &&
      !(leaves_loop(e, node, to) && *edge_slot(f, node, which)))
    set_edge(e, f, node, which, qn_spmd_no_words(e));
}

// Emits a branch on which all active lanes go one of two ways.
static void leave_together(qn_spmd_emitter *e, frame *f, unsigned node,
                           LLVMValueRef words) {
  // Frozen: without active lanes it may be poison.
  LLVMValueRef condition = LLVMBuildFreeze(
      e->b, qn_spmd_scalar(e, LLVMGetCondition(terminator(e, node))), "");
  LLVMBasicBlockRef ways[] = {qn_spmd_block(e, "masked.way"),
                              qn_spmd_block(e, "masked.way")};
  LLVMBasicBlockRef after = qn_spmd_block(e, "masked.gone");
  LLVMBuildCondBr(e->b, condition, ways[0], ways[1]);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    clear_edge(e, f, node, 1 - k);
    leave_masked(e, f, node, k, words);
    LLVMBuildBr(e->b, after);
  }
  LLVMPositionBuilderAtEnd(e->b, after);
  qn_spmd_forget(e);
}

static void end_masked_block(qn_spmd_emitter *e, frame *f, unsigned node,
                             LLVMValueRef words) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  LLVMValueRef ways[2] = {words, NULL};
  if (n->successors[0] == e->graph->count) {
    qn_spmd_end_region(e, n->block);
    return;
  }
  if (f->last != QN_SPMD_NONE && e->graph->loops[f->last].latch == node) {
    leave_masked(e, f, node, is_back_edge(e, node, n->successors[0]), words);
    return;
  }
  if (n->successor_count == 2 && n->successors[0] != n->successors[1] &&
      qn_spmd_is_uniform(e->shapes, LLVMGetCondition(terminator(e, node)))) {
    leave_together(e, f, node, words);
    return;
  }
  if (n->successor_count == 2) {
    LLVMValueRef condition =
        qn_spmd_vector(e, LLVMGetCondition(terminator(e, node)));
    ways[0] = qn_spmd_words_and(e, words, condition);
    ways[1] = qn_spmd_words_and(e, words, LLVMBuildNot(e->b, condition, ""));
  }
  // The back edge comes last: it overwrites values that edges out still read.
  for (unsigned pass = 0; pass < 2; ++pass)
    for (unsigned k = 0; k < 2 && k < n->successor_count; ++k)
      if (is_back_edge(e, node, n->successors[k]) == (pass == 1))
        leave_masked(e, f, node, k, ways[k]);
}

// Empties the masks of the edges out of a block that is skipped.
static void clear_edges(qn_spmd_emitter *e, frame *f, unsigned node) {
  for (unsigned k = 0; k < e->graph->nodes[node].successor_count; ++k)
    clear_edge(e, f, node, k);
}

// Sets the line of what is emitted from here on to that of instruction `i`.
static void go_to_line(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMSetCurrentDebugLocation2(e->b, qn_lines_of(&e->lines, i));
}

// Emits a block's instructions; the builder is left on the terminator's line.
static void emit_instructions(qn_spmd_emitter *e, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block);
       i != end && !qn_spmd_failed(e); i = LLVMGetNextInstruction(i)) {
    go_to_line(e, i);
    qn_spmd_instruction(e, i);
  }
  go_to_line(e, end);
}

// The outermost loop that lanes leave at different times because of the branch
// at `node`; NONE when they meet again in its innermost loop.
static unsigned left_loop(const qn_spmd_graph *g, unsigned node) {
  unsigned left = QN_SPMD_NONE;
  for (unsigned loop = g->nodes[node].loop;
       loop != QN_SPMD_NONE && !qn_spmd_meets_in_loop(g, loop, node);
       loop = g->loops[loop].parent)
    left = loop;
  return left;
}

// Whether two addresses are one, be it computed twice.
static bool are_same(LLVMValueRef a, LLVMValueRef b) {
  if (a == b)
    return true;
  if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
      LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b))
    return false;
  if (LLVMIsASExtInst(a) || LLVMIsAZExtInst(a))
    return LLVMTypeOf(a) == LLVMTypeOf(b) &&
           LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0);
  return LLVMIsAGetElementPtrInst(a) && LLVMGetNumOperands(a) == 2 &&
         LLVMGetNumOperands(b) == 2 &&
         LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b) &&
         LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) &&
         are_same(LLVMGetOperand(a, 1), LLVMGetOperand(b, 1));
}

// Whether the block loads from or stores to the address.
static bool accesses(LLVMBasicBlockRef block, LLVMValueRef address) {
  QN_EACH_INSTRUCTION (i, block)
    if ((LLVMIsALoadInst(i) && are_same(LLVMGetOperand(i, 0), address)) ||
        (LLVMIsAStoreInst(i) && are_same(LLVMGetOperand(i, 1), address)))
      return true;
  return false;
}

// Of assembly of no instructions (cpu/cases.c).
static bool is_nothing(LLVMValueRef i) {
  size_t size = 1;
  LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  if (called && LLVMIsAInlineAsm(called))
    (void)LLVMGetInlineAsmAsmString(called, &size);
  return size == 0;
}

// Whether an instruction behind a branch at the end of `before` is as well done
// for all lanes: it computes, or stores what lanes that go there have to a
// place in shared memory that all accessed before.
static bool can_merge(const qn_spmd_emitter *e, LLVMBasicBlockRef before,
                      LLVMValueRef i) {
  if (!LLVMIsAStoreInst(i))
    return is_nothing(i) || qn_devlib_is_check(qn_devlib_called_by(i)) ||
           (!LLVMIsALoadInst(i) && !LLVMIsACallInst(i) &&
            !qn_spmd_has_effect(i));
  LLVMValueRef address = LLVMGetOperand(i, 1);
  return !LLVMGetVolatile(i) && qn_spmd_is_group_memory(address) &&
         accesses(before, address) && qn_spmd_merges_store(e, i);
}

// Whether what lanes do between the branch at `node` and where they meet again
// is so little that it is done without a look at how many go there, as the
// exchange of a sort: what keys are decides that, and is foreseen by nobody.
static bool merges(const qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_graph *g = e->graph;
  const qn_spmd_node *n = &g->nodes[node];
  LLVMValueRef condition = LLVMGetCondition(terminator(e, node));
  uint64_t *nodes = qn_spmd_bits(e->arena, g->count);
  unsigned size = 0;
  if (e->rows > 1 || !nodes || left_loop(g, node) != QN_SPMD_NONE ||
      qn_spmd_has_lane_test(e, condition, n->block))
    return false;
  for (unsigned k = 0; k < 2; ++k)
    qn_spmd_reach(g, n->successors[k], n->postdominator, nodes);
  for (unsigned m = 0; m < g->count; ++m) {
    if (!qn_spmd_bit(nodes, m))
      continue;
    if (g->nodes[m].loop != n->loop || g->nodes[m].successor_count > 1 ||
        g->nodes[m].successors[0] == g->count)
      return false;
    QN_EACH_INSTRUCTION (i, g->nodes[m].block)
      if (!LLVMIsATerminatorInst(i) &&
          (++size > QN_COST_MERGE_MAX || !can_merge(e, n->block, i)))
        return false;
  }
  return size > 0;
}

// Whether the block at `node` does so little behind a branch of a block with
// active lanes that it is done without a look at whether any comes here.
static bool merges_masked(const qn_spmd_emitter *e, const frame *f,
                          unsigned node) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  const unsigned from = n->predecessor_count == 1 ? n->predecessors[0] : 0;
  if (n->predecessor_count != 1 || !qn_spmd_bit(f->some, from) ||
      e->graph->nodes[from].successor_count != 2 ||
      e->graph->nodes[from].successors[0] ==
          e->graph->nodes[from].successors[1] ||
      qn_spmd_is_uniform(e->shapes, LLVMGetCondition(terminator(e, from))) ||
      !merges(e, from))
    return false;
  QN_EACH_INSTRUCTION (i, n->block)
    if (LLVMIsAStoreInst(i) && !qn_spmd_has_first_address(e, i))
      return false;
  return true;
}

static void emit_masked_block(qn_spmd_emitter *e, frame *f, unsigned node) {
  LLVMBasicBlockRef source = e->graph->nodes[node].block;
  LLVMValueRef words = words_of(e, f, node);
  LLVMValueRef mask = qn_spmd_mask_of(e, words);
  f->masks[node] = words_variable(e);
  LLVMBuildStore(e->b, words, f->masks[node]);
  LLVMBasicBlockRef after = NULL;
  if (!qn_spmd_bit(f->some, node) && qn_spmd_needs_lane(e, source) &&
      !merges_masked(e, f, node)) {
    LLVMBasicBlockRef on = qn_spmd_block(e, "masked");
    after = qn_spmd_block(e, "masked.end");
    clear_edges(e, f, node);
    LLVMBuildCondBr(e->b, qn_spmd_any(e, mask), on, after);
    LLVMPositionBuilderAtEnd(e->b, on);
    qn_spmd_forget(e);
  }
  e->mask = mask;
  emit_instructions(e, source);
  if (!qn_spmd_failed(e))
    end_masked_block(e, f, node, words);
  if (after) {
    LLVMBuildBr(e->b, after);
    LLVMPositionBuilderAtEnd(e->b, after);
  }
  qn_spmd_forget(e);
}

static void emit_masked_level(qn_spmd_emitter *e, frame *f, unsigned loop);

// Empties, before a loop begins, the edges of which it is the outermost loop
// that they leave.
static void clear_exits(qn_spmd_emitter *e, frame *f, unsigned loop) {
  const qn_spmd_graph *g = e->graph;
  const unsigned outer = g->loops[loop].parent;
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_in_loop(g, loop, n))
      continue;
    for (unsigned k = 0; k < g->nodes[n].successor_count; ++k) {
      const unsigned to = g->nodes[n].successors[k];
      // An edge that also leaves outer loops was emptied before those began,
      // unless they are not part of this emission.
      if (to == g->count || qn_spmd_in_loop(g, loop, to) ||
          (outer != QN_SPMD_NONE && !qn_spmd_in_loop(g, outer, to) &&
           *edge_slot(f, n, k)))
        continue;
      set_edge(e, f, n, k, qn_spmd_no_words(e));
    }
  }
}

// The mask of the back edge to the loop's header.
static LLVMValueRef load_way_back(qn_spmd_emitter *e, const frame *f,
                                  const qn_spmd_loop *l) {
  const qn_spmd_node *latch = &e->graph->nodes[l->latch];
  LLVMValueRef words =
      load_edge(e, f, l->latch, latch->successors[0] == l->header ? 0 : 1);
  return words ? words : qn_spmd_no_words(e);
}

// Emits the rounds of a loop, until all lanes of `entering` have left it.
static void emit_rounds(qn_spmd_emitter *e, frame *f, unsigned loop,
                        LLVMValueRef entering) {
  const qn_spmd_loop *l = &e->graph->loops[loop];
  LLVMValueRef active = words_variable(e);
  LLVMBuildStore(e->b, entering, active);
  LLVMBasicBlockRef head = qn_spmd_block(e, "loop");
  LLVMBasicBlockRef after = qn_spmd_block(e, "loop.end");
  LLVMBuildCondBr(e->b, qn_spmd_any(e, qn_spmd_mask_of(e, entering)), head,
                  after);
  LLVMPositionBuilderAtEnd(e->b, head);
  qn_spmd_forget(e);
  LLVMValueRef outside = f->start[l->header];
  f->start[l->header] = load_words(e, active);
  emit_masked_level(e, f, loop);
  f->start[l->header] = outside;
  if (qn_spmd_failed(e))
    return;
  LLVMValueRef left = load_way_back(e, f, l);
  LLVMBuildStore(e->b, left, active);
  LLVMBuildCondBr(e->b, qn_spmd_any(e, qn_spmd_mask_of(e, left)), head, after);
  LLVMPositionBuilderAtEnd(e->b, after);
  qn_spmd_forget(e);
}

// Whether a loop has gathers, which masks make slow.
static bool has_gathers(const qn_spmd_emitter *e, unsigned loop) {
  const qn_spmd_graph *g = e->graph;
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_in_loop(g, loop, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        if (LLVMIsALoadInst(i) &&
            qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, 0)).kind ==
                QN_SPMD_VARYING)
          return true;
  return false;
}

// Emits a loop of which no lane has more than one round left
// (spmd/analysis/rounds.h).
static void emit_last_round(qn_spmd_emitter *e, frame *f, unsigned loop,
                            LLVMValueRef words) {
  const unsigned header = e->graph->loops[loop].header;
  LLVMValueRef outside = f->start[header];
  const unsigned around = f->last;
  f->start[header] = words;
  f->last = loop;
  emit_masked_level(e, f, loop);
  f->start[header] = outside;
  f->last = around;
}

static void emit_masked_loop(qn_spmd_emitter *e, frame *f, unsigned loop) {
  const qn_spmd_loop *l = &e->graph->loops[loop];
  if (l->latch == QN_SPMD_NONE) {
    qn_spmd_unforeseen(e, NULL, "a loop with several ways back");
    return;
  }
  LLVMValueRef entering = words_of(e, f, l->header);
  clear_exits(e, f, loop);
  const unsigned ahead = qn_spmd_preheader(e->graph, loop);
  if (ahead != QN_SPMD_NONE && qn_spmd_bit(f->some, ahead))
    qn_spmd_set_bit(f->some, l->header);
  if (f->parted != QN_SPMD_NONE &&
      qn_spmd_parts_for_last_round(e->shapes, e->graph, loop, f->parted))
    emit_last_round(e, f, loop, entering);
  else
    emit_rounds(e, f, loop, entering);
}

// Emits the frame's nodes that are directly in `loop`, and each loop within as
// a whole.
static void emit_masked_level(qn_spmd_emitter *e, frame *f, unsigned loop) {
  const qn_spmd_graph *g = e->graph;
  for (unsigned n = 0; n < g->count && !qn_spmd_failed(e); ++n) {
    if (!qn_spmd_bit(f->nodes, n) || !qn_spmd_in_loop(g, loop, n))
      continue;
    const unsigned led = loop_led_by(g, n);
    if (g->nodes[n].loop == loop)
      emit_masked_block(e, f, n);
    else if (led != QN_SPMD_NONE && g->loops[led].parent == loop)
      emit_masked_loop(e, f, led);
  }
  e->mask = NULL;
}

// ---- Plain emission

static LLVMBasicBlockRef plain_block(qn_spmd_emitter *e, unsigned node) {
  if (!e->plain[node])
    e->plain[node] = qn_spmd_block(e, "plain");
  return e->plain[node];
}

static void end_packet(qn_spmd_emitter *e) {
  LLVMBuildRet(e->b, LLVMBuildLoad2(e->b, e->i32, e->next, ""));
}

static void plain_goto(qn_spmd_emitter *e, unsigned node) {
  if (node == e->graph->count)
    end_packet(e);
  else
    LLVMBuildBr(e->b, plain_block(e, node));
}

// The loop entered at `node` that has to run masked, or NONE.
static unsigned masked_loop(const qn_spmd_emitter *e, unsigned node) {
  const unsigned loop = loop_led_by(e->graph, node);
  if (loop == QN_SPMD_NONE || !qn_spmd_loop_diverges(e->shapes, e->graph, loop))
    return QN_SPMD_NONE;
  return loop;
}

// Emits a whole loop masked, from its start, with all lanes active, to where
// they meet again.
static void emit_loop_of_all(qn_spmd_emitter *e, unsigned loop) {
  const unsigned header = e->graph->loops[loop].header;
  const unsigned end = qn_spmd_loop_end(e->graph, loop, header);
  frame f;
  if (!frame_init(e, &f))
    return;
  qn_spmd_reach(e->graph, header, end, f.nodes);
  f.start[header] = LLVMConstAllOnes(qn_spmd_words_type(e));
  // Nodes around the loop that come before it are not included, as the way to
  // them leads through the header of the loop around.
  emit_masked_level(e, &f, e->graph->loops[loop].parent);
  if (!qn_spmd_failed(e))
    plain_goto(e, end);
}

// Notes that `to` has active lanes: some divergent lanes go to each side, and
// no other edge leads there.
static void note_some(const qn_spmd_emitter *e, const frame *f, unsigned from,
                      unsigned to) {
  const qn_spmd_node *n = &e->graph->nodes[from];
  if (e->graph->nodes[to].predecessor_count == 1 &&
      n->successors[0] != n->successors[1])
    qn_spmd_set_bit(f->some, to);
}

// Emits a branch at which lanes diverge, up to `join`, where they meet again.
static void emit_mixed(qn_spmd_emitter *e, unsigned node, unsigned join,
                       LLVMValueRef condition) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  frame f;
  if (!frame_init(e, &f))
    return;
  f.parted = node;
  LLVMValueRef masks[] = {condition, LLVMBuildNot(e->b, condition, "")};
  for (unsigned k = 0; k < 2; ++k) {
    qn_spmd_reach(e->graph, n->successors[k], join, f.nodes);
    if (n->successors[k] == e->graph->count)
      continue;
    const bool keeps = keeps_others(e, &f, node, n->successors[k]);
    set_edge(e, &f, node, k, qn_spmd_words(e, masks[k]));
    note_some(e, &f, node, n->successors[k]);
    qn_spmd_pass_edge(e, node, n->successors[k], masks[k], keeps);
  }
  qn_spmd_forget(e);
  emit_masked_level(e, &f, n->loop);
  if (!qn_spmd_failed(e))
    plain_goto(e, join);
}

static unsigned size_of_loop(const qn_spmd_graph *g, unsigned loop) {
  unsigned size = 0;
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_in_loop(g, loop, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        ++size;
  return size;
}

// Whether a loop that lanes leave at different times starts with plain rounds,
// until the first lane leaves: if comparing the first and last lane tests that,
// or if it has gathers; unless it is large, as its code is emitted again for
// every divergent branch.
static bool starts_plainly(const qn_spmd_emitter *e, unsigned loop) {
  const qn_spmd_graph *g = e->graph;
  unsigned branches = 0;
  if (g->loops[loop].latch == QN_SPMD_NONE)
    return false;
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_in_loop(g, loop, n) || g->nodes[n].successor_count < 2)
      continue;
    LLVMValueRef condition = LLVMGetCondition(terminator(e, n));
    if (qn_spmd_is_uniform(e->shapes, condition) ||
        left_loop(g, n) == QN_SPMD_NONE)
      continue;
    if (left_loop(g, n) != loop || g->nodes[n].loop != loop ||
        (!qn_spmd_has_lane_test(e, condition, g->nodes[n].block) &&
         !has_gathers(e, loop)))
      return false;
    ++branches;
  }
  return branches * size_of_loop(g, loop) <= QN_COST_PLAIN_LOOP_MAX;
}

// Whether lanes that part at `node` have one more round of `loop` at most.
static bool is_last_round(const qn_spmd_emitter *e, unsigned node,
                          unsigned loop) {
  return node == e->graph->loops[loop].latch &&
         qn_spmd_has_last_round(e->shapes, e->graph, loop);
}

// Lanes of a gather: of words, but those of longer elements are two together.
static unsigned gathered_lanes(const qn_spmd_emitter *e) {
  return e->machine.mask_bits == 1 ? QN_COST_GATHERED_LANES_MASKED
                                   : QN_COST_GATHERED_LANES;
}

// In how many parts lanes leave out gathers in a loop's last round.
static unsigned count_parts(const qn_spmd_emitter *e, unsigned loop) {
  const unsigned all = e->width / gathered_lanes(e);
  const bool is_small = size_of_loop(e->graph, loop) <= QN_COST_PARTS_LOOP_MAX;
  return all < QN_SPMD_PARTS_MAX && is_small ? all
         : is_small                          ? QN_SPMD_PARTS_MAX
                                             : 2;
}

// Of the last round of a loop with gathers there are copies in which lanes
// behind the last part of them that has any do nothing: a gather takes as long
// without lanes.
static void find_parts(qn_spmd_emitter *e, unsigned node, unsigned loop,
                       LLVMValueRef condition, qn_spmd_parts *out) {
  *out = (qn_spmd_parts){0};
  if (loop == QN_SPMD_NONE || !is_last_round(e, node, loop) || e->rows > 1 ||
      e->width < 2 * gathered_lanes(e) || !has_gathers(e, loop))
    return;
  const qn_spmd_graph *g = e->graph;
  qn_spmd_part_lanes(e, condition,
                     g->nodes[node].successors[0] == g->loops[loop].header,
                     count_parts(e, loop), out);
}

// The loop whose first round is the last one of those lanes that enter it where
// they part at `node`; NONE: there is none.
static unsigned entered_once(const qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_graph *g = e->graph;
  for (unsigned l = 0; l < g->loop_count; ++l)
    if (qn_spmd_parts_for_last_round(e->shapes, g, l, node))
      return l;
  return QN_SPMD_NONE;
}

// The same of lanes that part in front of a loop: whether its first successor
// is the way to the loop.
static bool find_parts_ahead(qn_spmd_emitter *e, unsigned node,
                             LLVMValueRef condition, qn_spmd_parts *out) {
  const qn_spmd_graph *g = e->graph;
  const unsigned loop = entered_once(e, node);
  *out = (qn_spmd_parts){0};
  if (loop == QN_SPMD_NONE || e->rows > 1 || e->width < 2 * gathered_lanes(e) ||
      !has_gathers(e, loop) || size_of_loop(g, loop) > QN_COST_PLAIN_LOOP_MAX)
    return false;
  const unsigned to = g->nodes[node].successors[0];
  const bool enters =
      to < g->count && qn_spmd_dominates(g, to, g->loops[loop].header);
  qn_spmd_part_lanes(e, condition, enters, count_parts(e, loop), out);
  return enters;
}

// Goes on in the block of the last part that has lanes which do, of `count`
// parts from `first` on.
static void choose_part(qn_spmd_emitter *e, const qn_spmd_parts *parts,
                        LLVMBasicBlockRef *ways, unsigned first,
                        unsigned count) {
  LLVMBasicBlockRef to[2];
  for (unsigned k = 0; k < 2; ++k)
    to[k] = count == 2 ? ways[first + k] : qn_spmd_block(e, "part");
  LLVMBuildCondBr(e->b, parts->goes_on[first + count / 2], to[1], to[0]);
  for (unsigned k = 0; k < 2 && count > 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, to[k]);
    choose_part(e, parts, ways, first + k * (count / 2), count / 2);
  }
}

static void begin_parts(qn_spmd_emitter *e, const qn_spmd_parts *parts,
                        LLVMBasicBlockRef ways[QN_SPMD_PARTS_MAX]) {
  for (unsigned k = 0; k < parts->count; ++k)
    ways[k] = qn_spmd_block(e, "lanes");
  choose_part(e, parts, ways, 0, parts->count);
}

static void emit_last_by_parts(qn_spmd_emitter *e, frame *f, unsigned loop,
                               const qn_spmd_parts *parts) {
  LLVMBasicBlockRef ways[QN_SPMD_PARTS_MAX];
  begin_parts(e, parts, ways);
  LLVMBasicBlockRef after = qn_spmd_block(e, "last.end");
  for (unsigned k = parts->count; k-- > 0 && !qn_spmd_failed(e);) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    emit_last_round(e, f, loop, qn_spmd_words(e, parts->lanes[k]));
    LLVMBuildBr(e->b, after);
  }
  LLVMPositionBuilderAtEnd(e->b, after);
  qn_spmd_forget(e);
}

// Emits a branch at which some lanes leave `loop`: the rest of this round
// masked, then whole rounds, then the code after the loop, to where all meet.
static void emit_leaving(qn_spmd_emitter *e, unsigned node, unsigned loop,
                         LLVMValueRef condition, const qn_spmd_parts *parts) {
  const qn_spmd_graph *g = e->graph;
  const qn_spmd_loop *l = &g->loops[loop];
  const qn_spmd_node *n = &g->nodes[node];
  const unsigned end = qn_spmd_loop_end(g, loop, l->header);
  LLVMValueRef masks[] = {condition, LLVMBuildNot(e->b, condition, "")};
  frame f;
  if (!frame_init(e, &f))
    return;
  uint64_t *all = f.nodes;
  uint64_t *rest = qn_spmd_bits(e->arena, g->count);
  if (!rest) {
    qn_spmd_no_memory(e);
    return;
  }
  clear_exits(e, &f, loop);
  for (unsigned k = 0; k < 2; ++k) {
    qn_spmd_reach(g, n->successors[k], end, all);
    if (n->successors[k] != l->header)
      qn_spmd_reach(g, n->successors[k], l->header, rest);
  }
  for (unsigned k = 0; k < 2; ++k) {
    const unsigned to = n->successors[k];
    const bool keeps = to != l->header && keeps_others(e, &f, node, to);
    if (to == g->count)
      continue;
    set_edge(e, &f, node, k, qn_spmd_words(e, masks[k]));
    // The back edge comes last (end_masked_block).
    if (to != l->header)
      qn_spmd_pass_edge(e, node, to, masks[k], keeps);
  }
  for (unsigned k = 0; k < 2; ++k)
    if (n->successors[k] == l->header)
      qn_spmd_pass_edge(e, node, l->header, masks[k], false);
  qn_spmd_forget(e);
  f.nodes = rest;
  emit_masked_level(e, &f, loop);
  f.nodes = all;
  if (qn_spmd_failed(e))
    return;
  if (is_last_round(e, node, loop))
    qn_spmd_set_bit(f.some, l->header);
  if (parts->count)
    emit_last_by_parts(e, &f, loop, parts);
  else if (is_last_round(e, node, loop))
    emit_last_round(e, &f, loop, load_way_back(e, &f, l));
  else
    emit_rounds(e, &f, loop, load_way_back(e, &f, l));
  if (qn_spmd_failed(e))
    return;
  for (unsigned i = 0; i < g->count; ++i)
    if (qn_spmd_in_loop(g, loop, i))
      all[i / 64] &= ~(UINT64_C(1) << (i % 64));
  emit_masked_level(e, &f, l->parent);
  if (!qn_spmd_failed(e))
    plain_goto(e, end);
}

static void plain_edge(qn_spmd_emitter *e, unsigned from, unsigned to) {
  if (to < e->graph->count)
    qn_spmd_pass_edge(e, from, to, NULL, false);
  plain_goto(e, to);
}

// Emits a branch by a scalar condition.
static void emit_choice(qn_spmd_emitter *e, unsigned node,
                        LLVMValueRef condition) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  LLVMBasicBlockRef ways[2];
  // The code for all steps is as good for one work-item.
  if (e->width == 1 && qn_spmd_is_case(terminator(e, node))) {
    plain_edge(e, node, n->successors[1]);
    return;
  }
  for (unsigned k = 0; k < 2; ++k)
    ways[k] = qn_spmd_block(e, "way");
  LLVMBuildCondBr(e->b, condition, ways[0], ways[1]);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    plain_edge(e, node, n->successors[k]);
  }
}

// ---- Starting over in the masked function

// Finds the nodes up to whose end no side effect has happened.
static void find_clean(qn_spmd_emitter *e) {
  const qn_spmd_graph *g = e->graph;
  e->clean = qn_spmd_bits(e->arena, g->count);
  if (!e->clean) {
    qn_spmd_no_memory(e);
    return;
  }
  for (unsigned n = 0; n < g->count; ++n) {
    bool clean = g->nodes[n].loop == QN_SPMD_NONE &&
                 !qn_spmd_block_has_effect(g->nodes[n].block);
    for (unsigned i = 0; i < g->nodes[n].predecessor_count; ++i)
      clean &= qn_spmd_bit(e->clean, g->nodes[n].predecessors[i]) != 0;
    if (clean)
      qn_spmd_set_bit(e->clean, n);
  }
}

// Whether, instead of emitting much masked code after `node`, the function
// returns, for the masked function to start over. A loop is much, unless what
// the kernel reads decides who enters it, which may be so in every packet, as
// along short rows of a sparse matrix.
static bool does_again(const qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_graph *g = e->graph;
  const qn_spmd_node *n = &g->nodes[node];
  if (!e->clean || !qn_spmd_bit(e->clean, node))
    return false;
  uint64_t *nodes = qn_spmd_bits(e->arena, g->count);
  unsigned size = 0;
  for (unsigned k = 0; nodes && k < 2; ++k)
    qn_spmd_reach(g, n->successors[k], n->postdominator, nodes);
  bool loops = false;
  for (unsigned i = 0; nodes && i < g->count; ++i)
    if (qn_spmd_bit(nodes, i)) {
      loops |= g->nodes[i].loop != QN_SPMD_NONE;
      QN_EACH_INSTRUCTION (one, g->nodes[i].block)
        ++size;
    }
  return size > QN_COST_MASK_IN_PLACE_MAX ||
         (loops &&
          qn_spmd_is_recomputed(LLVMGetCondition(terminator(e, node))));
}

// Emits lanes' ways from `node` on to where they meet, where lanes that enter a
// loop have one round: once for each part of them that may be the last one.
static void emit_mixed_by_parts(qn_spmd_emitter *e, unsigned node, bool enters,
                                const qn_spmd_parts *parts) {
  LLVMBasicBlockRef ways[QN_SPMD_PARTS_MAX];
  begin_parts(e, parts, ways);
  for (unsigned k = parts->count; k-- > 0 && !qn_spmd_failed(e);) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    LLVMValueRef lanes = parts->lanes[k];
    emit_mixed(e, node, e->graph->nodes[node].postdominator,
               enters ? lanes : LLVMBuildNot(e->b, lanes, ""));
  }
}

// In a block of a known size its packets stand one after another: where an
// index says which lanes go on, they are nearly always all or none. What is for
// some then stands apart, and what is kept is in registers for the others. (Of
// packets in loops some become slower by that: stencil at x86-64-v4 on a Zen 5
// 24 us without, 29 with.)
enum { WHOLE = 64 };

void qn_spmd_foresee(const qn_spmd_emitter *e, LLVMValueRef branch,
                     unsigned first, unsigned second) {
  LLVMMetadataRef weights[] = {
      LLVMMDStringInContext2(e->context, "branch_weights", 14),
      LLVMValueAsMetadata(qn_spmd_int(e, e->i32, first)),
      LLVMValueAsMetadata(qn_spmd_int(e, e->i32, second))};
  LLVMSetMetadata(branch, qn_ir_metadata_kind(e->context, "prof"),
                  LLVMMetadataAsValue(e->context, LLVMMDNodeInContext2(
                                                      e->context, weights, 3)));
}

static void emit_divergent(qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  LLVMValueRef condition = LLVMGetCondition(terminator(e, node));
  if (merges(e, node)) {
    e->has_addresses = true;
    emit_mixed(e, node, n->postdominator, qn_spmd_vector(e, condition));
    e->has_addresses = false;
    return;
  }
  LLVMValueRef tests[2];
  LLVMBasicBlockRef mixed = qn_spmd_block(e, "mixed");
  LLVMBasicBlockRef ways[2], test = qn_spmd_block(e, "test");
  for (unsigned k = 0; k < 2; ++k)
    ways[k] = qn_spmd_block(e, k ? "none" : "all");
  const bool scalar = qn_spmd_has_lane_test(e, condition, n->block);
  const bool exact = scalar && qn_spmd_has_exact_none_test(e, condition);
  LLVMValueRef lanes = exact ? NULL : qn_spmd_vector(e, condition);
  tests[0] =
      scalar ? qn_spmd_lane_test(e, condition, true) : qn_spmd_all(e, lanes);
  LLVMValueRef all = LLVMBuildCondBr(e->b, tests[0], ways[0], test);
  LLVMPositionBuilderAtEnd(e->b, test);
  tests[1] =
      exact ? LLVMBuildNot(e->b, qn_spmd_lane_test(e, condition, false), "")
            : qn_spmd_any(e, lanes);
  LLVMValueRef some = LLVMBuildCondBr(e->b, tests[1], mixed, ways[1]);
  if (scalar && e->is_whole) {
    qn_spmd_foresee(e, all, WHOLE, 1);
    qn_spmd_foresee(e, some, 1, WHOLE);
  }
  // First, while what the tests were made of is at hand.
  LLVMPositionBuilderAtEnd(e->b, mixed);
  const unsigned left = left_loop(e->graph, node);
  qn_spmd_parts parts = {0}, ahead = {0};
  bool enters = false;
  if (exact) {
    lanes = qn_spmd_parted_lanes(e, condition);
    find_parts(e, node, left, condition, &parts);
    enters = find_parts_ahead(e, node, condition, &ahead);
  }
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    qn_spmd_forget(e);
    plain_edge(e, node, n->successors[k]);
  }
  LLVMPositionBuilderAtEnd(e->b, mixed);
  qn_spmd_forget(e);
  if (does_again(e, node))
    LLVMBuildRet(e->b, qn_spmd_int(e, e->i32, (uint64_t)QN_NEXT_AGAIN));
  else if (left == QN_SPMD_NONE && ahead.count)
    emit_mixed_by_parts(e, node, enters, &ahead);
  else if (left == QN_SPMD_NONE)
    emit_mixed(e, node, n->postdominator, lanes);
  else
    emit_leaving(e, node, left, lanes, &parts);
}

static void end_plain_block(qn_spmd_emitter *e, unsigned node) {
  const qn_spmd_node *n = &e->graph->nodes[node];
  if (n->successors[0] == e->graph->count) {
    qn_spmd_end_region(e, n->block);
    end_packet(e);
    return;
  }
  if (n->successor_count == 1 || n->successors[0] == n->successors[1]) {
    plain_edge(e, node, n->successors[0]);
    return;
  }
  LLVMValueRef condition = LLVMGetCondition(terminator(e, node));
  if (qn_spmd_is_uniform(e->shapes, condition))
    emit_choice(e, node, qn_spmd_scalar(e, condition));
  else
    emit_divergent(e, node);
}

static void emit_plain(qn_spmd_emitter *e, unsigned node) {
  LLVMPositionBuilderAtEnd(e->b, e->plain[node]);
  qn_spmd_forget(e);
  e->mask = NULL;
  const unsigned loop = masked_loop(e, node);
  if (loop != QN_SPMD_NONE && !starts_plainly(e, loop)) {
    emit_loop_of_all(e, loop);
    return;
  }
  emit_instructions(e, e->graph->nodes[node].block);
  if (!qn_spmd_failed(e))
    end_plain_block(e, node);
}

static void emit_all_plain(qn_spmd_emitter *e) {
  uint64_t *done = qn_spmd_bits(e->arena, e->graph->count);
  if (!done) {
    qn_spmd_no_memory(e);
    return;
  }
  plain_goto(e, 0);
  for (bool again = true; again && !qn_spmd_failed(e);) {
    again = false;
    for (unsigned n = 0; n < e->graph->count && !qn_spmd_failed(e); ++n)
      if (e->plain[n] && !qn_spmd_bit(done, n)) {
        qn_spmd_set_bit(done, n);
        emit_plain(e, n);
        again = true;
      }
  }
}

static void emit_all_masked(qn_spmd_emitter *e) {
  frame f;
  if (!frame_init(e, &f))
    return;
  for (unsigned n = 0; n < e->graph->count; ++n)
    qn_spmd_set_bit(f.nodes, n);
  f.start[0] =
      qn_spmd_words(e, qn_spmd_mask_of_bits(e, LLVMGetParam(e->made, 2)));
  emit_masked_level(e, &f, QN_SPMD_NONE);
  if (!qn_spmd_failed(e))
    end_packet(e);
}

// ---- The function

static void make_function(qn_spmd_emitter *e, const char *name, bool masked) {
  LLVMTypeRef types[] = {e->pointer, e->pointer, e->i64};
  e->made = LLVMAddFunction(
      e->module, name, LLVMFunctionType(e->i32, types, masked ? 3 : 2, false));
  LLVMSetLinkage(e->made, LLVMInternalLinkage);
  qn_ir_add_flag(e->made, "nounwind");
}

void qn_spmd_begin_function(qn_spmd_emitter *e,
                            const qn_spmd_emit_params *params, qn_diag *diag) {
  LLVMValueRef source = params->shapes->function;
  LLVMModuleRef module = LLVMGetGlobalParent(source);
  LLVMContextRef context = LLVMGetModuleContext(module);
  *e =
      (qn_spmd_emitter){.shapes = params->shapes,
                        .graph = params->graph,
                        .regions = params->regions,
                        .region = params->region,
                        .context = context,
                        .module = module,
                        .layout = params->shapes->layout,
                        .width = params->shapes->width,
                        .columns = params->shapes->width / params->shapes->rows,
                        .rows = params->shapes->rows,
                        .machine = params->machine,
                        .may_stream = params->may_stream,
                        .is_alike = params->is_alike,
                        .is_whole = params->is_whole,
                        .is_ahead = params->is_ahead,
                        .source = source,
                        .b = LLVMCreateBuilderInContext(context),
                        .first = LLVMCreateBuilderInContext(context),
                        .i1 = LLVMInt1TypeInContext(context),
                        .i8 = LLVMInt8TypeInContext(context),
                        .i32 = LLVMInt32TypeInContext(context),
                        .i64 = LLVMInt64TypeInContext(context),
                        .pointer = LLVMPointerTypeInContext(context, 0),
                        .arena = params->arena,
                        .diag = diag};
  make_function(e, params->name, params->masked);
  qn_lines_describe(e->made, source);
  e->lines.none = qn_lines_none(e->made);
  LLVMSetCurrentDebugLocation2(e->b, e->lines.none);
  LLVMSetCurrentDebugLocation2(e->first, e->lines.none);
  LLVMBasicBlockRef first = qn_spmd_block(e, "entry");
  LLVMBasicBlockRef start = qn_spmd_block(e, "start");
  LLVMPositionBuilderAtEnd(e->first, first);
  LLVMPositionBuilderAtEnd(e->b, start);
  e->start = start;
  e->plain =
      qn_arena_alloc(params->arena, params->graph->count, sizeof(*e->plain));
  if (!e->plain)
    qn_spmd_no_memory(e);
  e->next = qn_spmd_variable(e, e->i32, "next");
  LLVMBuildStore(e->first,
                 qn_spmd_int(e, e->i32, (uint64_t)(int64_t)QN_NEXT_NONE),
                 e->next);
}

qn_status qn_spmd_end_function(qn_spmd_emitter *e, LLVMValueRef *out_made) {
  LLVMBuildBr(e->first, e->start);
  if (e->regions && e->regions->frame_size)
    qn_spmd_mark_stores(e);
  qn_spmd_forget(e);
  qn_map_finish(&e->slots);
  qn_map_finish(&e->fields);
  qn_lines_finish(&e->lines);
  LLVMDisposeBuilder(e->b);
  LLVMDisposeBuilder(e->first);
  if (qn_spmd_failed(e))
    LLVMDeleteFunction(e->made);
  else
    *out_made = e->made;
  return e->status;
}

qn_status qn_spmd_emit(const qn_spmd_emit_params *params,
                       LLVMValueRef *out_made, qn_diag *diag) {
  qn_spmd_emitter e;
  qn_spmd_begin_function(&e, params, diag);
  if (!qn_spmd_failed(&e))
    qn_spmd_begin_region(&e);
  if (!qn_spmd_failed(&e) && params->may_return)
    find_clean(&e);
  if (!qn_spmd_failed(&e)) {
    if (params->masked)
      emit_all_masked(&e);
    else
      emit_all_plain(&e);
  }
  return qn_spmd_end_function(&e, out_made);
}
