// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/graph.h"

// Dominators and postdominators are bit sets, together 484 KiB at this size,
// and 64 MiB at that of graphs that may be large.
#define NODES_MAX 1408
enum { LARGE_NODES_MAX = 16384 };
#define NODES_TEXT_(x) #x
#define NODES_TEXT_OF(x) NODES_TEXT_(x)
#define NODES_TEXT NODES_TEXT_OF(NODES_MAX)

uint64_t *qn_spmd_bits(qn_arena *arena, unsigned count) {
  return qn_arena_alloc(arena, (count + 63) / 64, sizeof(uint64_t));
}

unsigned qn_spmd_node_of(const qn_spmd_graph *graph, LLVMBasicBlockRef block) {
  const uint64_t *found = qn_map_find(&graph->index, (uintptr_t)block);
  return found ? (unsigned)*found : (unsigned)QN_SPMD_NONE;
}

bool qn_spmd_in_loop(const qn_spmd_graph *graph, unsigned loop, unsigned node) {
  if (node >= graph->count)
    return false;
  return loop == QN_SPMD_NONE || qn_spmd_bit(graph->loops[loop].members, node);
}

unsigned qn_spmd_preheader(const qn_spmd_graph *graph, unsigned loop) {
  const qn_spmd_node *header = &graph->nodes[graph->loops[loop].header];
  unsigned found = QN_SPMD_NONE;
  for (unsigned k = 0; k < header->predecessor_count; ++k) {
    const unsigned from = header->predecessors[k];
    if (qn_spmd_in_loop(graph, loop, from))
      continue;
    if (found != QN_SPMD_NONE || graph->nodes[from].successor_count != 1)
      return QN_SPMD_NONE;
    found = from;
  }
  return found;
}

unsigned qn_spmd_loop_end(const qn_spmd_graph *graph, unsigned loop,
                          unsigned node) {
  while (qn_spmd_in_loop(graph, loop, node))
    node = graph->nodes[node].postdominator;
  return node;
}

bool qn_spmd_dominates(const qn_spmd_graph *graph, unsigned a, unsigned b) {
  while (b != a && b != QN_SPMD_NONE)
    b = graph->nodes[b].dominator;
  return b == a;
}

void qn_spmd_reach(const qn_spmd_graph *graph, unsigned from, unsigned stop,
                   uint64_t *set) {
  if (from == stop || from >= graph->count || qn_spmd_bit(set, from))
    return;
  qn_spmd_set_bit(set, from);
  const qn_spmd_node *node = &graph->nodes[from];
  for (unsigned i = 0; i < node->successor_count; ++i)
    qn_spmd_reach(graph, node->successors[i], stop, set);
}

// ---- Nodes

typedef struct builder {
  const qn_spmd_graph_params *params;
  qn_spmd_graph *graph;
  LLVMBasicBlockRef *postorder;
  unsigned count;
  qn_map seen;
} builder;

static unsigned nodes_max(const qn_spmd_graph_params *params) {
  return params->may_be_large ? LARGE_NODES_MAX : NODES_MAX;
}

static unsigned count_successors(const builder *g, LLVMBasicBlockRef block) {
  if (g->params->is_end && g->params->is_end(g->params->user, block))
    return 0;
  return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block));
}

// Ends the walk and stores the reason in the graph.
static qn_status refuse(builder *g, const char *reason) {
  g->graph->reason = reason;
  return qn_fail(NULL, QN_E_UNSUPPORTED, QN_NOWHERE, "%s", reason);
}

static qn_status visit(builder *g, LLVMBasicBlockRef block, qn_diag *diag) {
  if (qn_map_find(&g->seen, (uintptr_t)block))
    return qn_ok();
  if (g->seen.count >= nodes_max(g->params))
    return refuse(g, g->params->may_be_large ? "its size"
                                             : "its size, more than " NODES_TEXT
                                               " basic blocks");
  QN_TRY(qn_map_put(&g->seen, (uintptr_t)block, 0, diag));
  const unsigned count = count_successors(g, block);
  if (count > 2)
    return refuse(g, "a jump with more than two targets");
  // In reverse, so that the first successor comes first in the final order.
  for (unsigned i = count; i-- > 0;)
    QN_TRY(visit(g, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), i),
                 diag));
  g->postorder[g->count++] = block;
  return qn_ok();
}

static qn_status add_nodes(builder *g, qn_diag *diag) {
  qn_spmd_graph *graph = g->graph;
  graph->count = g->count;
  graph->nodes =
      qn_arena_alloc(g->params->arena, g->count, sizeof(*graph->nodes));
  unsigned *lists =
      qn_arena_alloc(g->params->arena, 2 * (size_t)g->count, sizeof(unsigned));
  if (!graph->nodes || !lists)
    return qn_fail_memory(diag, "a control flow graph");
  for (unsigned i = 0; i < g->count; ++i) {
    graph->nodes[i].block = g->postorder[g->count - 1 - i];
    QN_TRY(
        qn_map_put(&graph->index, (uintptr_t)graph->nodes[i].block, i, diag));
  }
  for (unsigned i = 0; i < g->count; ++i) {
    qn_spmd_node *node = &graph->nodes[i];
    const unsigned count = count_successors(g, node->block);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(node->block);
    node->successor_count = count ? count : 1;
    node->successors[0] = graph->count;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned to = qn_spmd_node_of(graph, LLVMGetSuccessor(end, k));
      node->successors[k] = to;
      if (k == 0 || to != node->successors[0])
        ++graph->nodes[to].predecessor_count;
    }
  }
  for (unsigned i = 0; i < g->count; ++i) {
    graph->nodes[i].predecessors = lists;
    lists += graph->nodes[i].predecessor_count;
    graph->nodes[i].predecessor_count = 0;
  }
  for (unsigned i = 0; i < g->count; ++i)
    for (unsigned k = 0; k < graph->nodes[i].successor_count; ++k) {
      const unsigned to = graph->nodes[i].successors[k];
      if (to < g->count && (k == 0 || to != graph->nodes[i].successors[0]))
        graph->nodes[to].predecessors[graph->nodes[to].predecessor_count++] = i;
    }
  return qn_ok();
}

// ---- Dominators

// A bit matrix: row i has bit j when j is on every path to (or from) i.
typedef struct relation {
  uint64_t *bits;
  unsigned words; // of a row
  unsigned count;
} relation;

static uint64_t *row(const relation *r, unsigned i) {
  return r->bits + (size_t)i * r->words;
}

static bool init_relation(relation *r, qn_arena *arena, unsigned count) {
  r->count = count;
  r->words = (count + 63) / 64;
  r->bits = qn_arena_alloc(arena, (size_t)count * r->words, sizeof(uint64_t));
  if (r->bits)
    memset(r->bits, 0xff, (size_t)count * r->words * sizeof(uint64_t));
  return r->bits != NULL;
}

// Sets row `i` to i and the intersection of the rows of `others`; true if it
// changed.
static bool meet(const relation *r, unsigned i, const unsigned *others,
                 unsigned count) {
  bool changed = false;
  for (unsigned w = 0; w < r->words; ++w) {
    uint64_t all = count ? UINT64_MAX : 0;
    for (unsigned k = 0; k < count; ++k)
      all &= row(r, others[k])[w];
    if (i / 64 == w)
      all |= UINT64_C(1) << (i % 64);
    changed |= all != row(r, i)[w];
    row(r, i)[w] = all;
  }
  return changed;
}

static unsigned row_size(const relation *r, unsigned i) {
  unsigned size = 0;
  for (unsigned w = 0; w < r->words; ++w)
    size += (unsigned)__builtin_popcountll(row(r, i)[w]);
  return size;
}

// The immediate dominator (or postdominator) of `i`: the one that itself has
// all others.
static unsigned nearest(const relation *r, const unsigned *sizes, unsigned i) {
  for (unsigned k = 0; k < r->count; ++k)
    if (k != i && qn_spmd_bit(row(r, i), k) && sizes[k] + 1 == sizes[i])
      return k;
  return QN_SPMD_NONE;
}

static void trim(const relation *r) {
  if (r->count % 64)
    for (unsigned i = 0; i < r->count; ++i)
      row(r, i)[r->words - 1] &= (UINT64_C(1) << (r->count % 64)) - 1;
}

static qn_status find_dominators(qn_spmd_graph *graph, qn_arena *arena,
                                 qn_diag *diag) {
  relation before, after;
  unsigned *sizes = qn_arena_alloc(arena, graph->count + 1, sizeof(unsigned));
  if (!sizes || !init_relation(&before, arena, graph->count) ||
      !init_relation(&after, arena, graph->count + 1))
    return qn_fail_memory(diag, "dominators");
  meet(&before, 0, NULL, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 1; i < graph->count; ++i)
      changed |= meet(&before, i, graph->nodes[i].predecessors,
                      graph->nodes[i].predecessor_count);
  }
  meet(&after, graph->count, NULL, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = graph->count; i-- > 0;)
      changed |= meet(&after, i, graph->nodes[i].successors,
                      graph->nodes[i].successor_count);
  }
  trim(&before);
  trim(&after);
  for (unsigned i = 0; i < graph->count; ++i)
    sizes[i] = row_size(&before, i);
  for (unsigned i = 0; i < graph->count; ++i)
    graph->nodes[i].dominator = nearest(&before, sizes, i);
  for (unsigned i = 0; i <= graph->count; ++i)
    sizes[i] = row_size(&after, i);
  for (unsigned i = 0; i < graph->count; ++i)
    graph->nodes[i].postdominator = nearest(&after, sizes, i);
  return qn_ok();
}

static bool all_end(const qn_spmd_graph *graph, qn_arena *arena,
                    bool *out_all) {
  uint64_t *good = qn_spmd_bits(arena, graph->count + 1);
  if (!good)
    return false;
  qn_spmd_set_bit(good, graph->count);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = graph->count; i-- > 0;)
      for (unsigned k = 0; k < graph->nodes[i].successor_count; ++k)
        if (!qn_spmd_bit(good, i) &&
            qn_spmd_bit(good, graph->nodes[i].successors[k])) {
          qn_spmd_set_bit(good, i);
          changed = true;
        }
  }
  *out_all = true;
  for (unsigned i = 0; i < graph->count; ++i)
    *out_all = *out_all && qn_spmd_bit(good, i);
  return true;
}

// ---- Loops

static void add_member(qn_spmd_graph *graph, qn_spmd_loop *loop,
                       unsigned node) {
  if (qn_spmd_bit(loop->members, node))
    return;
  qn_spmd_set_bit(loop->members, node);
  for (unsigned i = 0; i < graph->nodes[node].predecessor_count; ++i)
    add_member(graph, loop, graph->nodes[node].predecessors[i]);
}

// Adds the loop with this header; loops are found in the order of their
// headers, so outer ones come first.
static qn_status add_loop(qn_spmd_graph *graph, unsigned header,
                          qn_arena *arena, qn_diag *diag) {
  const qn_spmd_node *node = &graph->nodes[header];
  qn_spmd_loop *loop = &graph->loops[graph->loop_count];
  *loop = (qn_spmd_loop){.header = header,
                         .latch = QN_SPMD_NONE,
                         .parent = node->loop,
                         .members = qn_spmd_bits(arena, graph->count)};
  if (!loop->members)
    return qn_fail_memory(diag, "a loop");
  qn_spmd_set_bit(loop->members, header);
  unsigned latches = 0;
  for (unsigned i = 0; i < node->predecessor_count; ++i) {
    const unsigned from = node->predecessors[i];
    if (from < header)
      continue;
    if (!qn_spmd_dominates(graph, header, from)) {
      graph->reducible = false;
      continue;
    }
    loop->latch = latches++ ? (unsigned)QN_SPMD_NONE : from;
    add_member(graph, loop, from);
  }
  if (!latches)
    return qn_ok();
  for (unsigned i = 0; i < graph->count; ++i)
    if (qn_spmd_bit(loop->members, i))
      graph->nodes[i].loop = graph->loop_count;
  ++graph->loop_count;
  return qn_ok();
}

static qn_status find_loops(qn_spmd_graph *graph, qn_arena *arena,
                            qn_diag *diag) {
  graph->reducible = true;
  graph->loops = qn_arena_alloc(arena, graph->count, sizeof(*graph->loops));
  if (!graph->loops)
    return qn_fail_memory(diag, "loops");
  for (unsigned i = 0; i < graph->count; ++i)
    graph->nodes[i].loop = QN_SPMD_NONE;
  for (unsigned i = 0; i < graph->count; ++i) {
    const qn_spmd_node *node = &graph->nodes[i];
    if (node->predecessor_count &&
        node->predecessors[node->predecessor_count - 1] >= i)
      QN_TRY(add_loop(graph, i, arena, diag));
  }
  return qn_ok();
}

// Finds for each branch the innermost loop in one round of which lanes that
// diverge there meet again: no way to where they meet passes its header.
static qn_status find_meetings(qn_spmd_graph *graph, qn_arena *arena,
                               qn_diag *diag) {
  uint64_t *reached = qn_spmd_bits(arena, graph->count + 1);
  if (!reached)
    return qn_fail_memory(diag, "a control flow graph");
  for (unsigned i = 0; i < graph->count; ++i) {
    qn_spmd_node *node = &graph->nodes[i];
    const unsigned join = node->postdominator;
    unsigned loop = node->loop;
    node->meets = QN_SPMD_NONE;
    if (loop == QN_SPMD_NONE || join <= i)
      continue;
    memset(reached, 0, (graph->count / 64 + 1) * sizeof(*reached));
    for (unsigned k = 0; k < node->successor_count; ++k)
      qn_spmd_reach(graph, node->successors[k], join, reached);
    while (loop != QN_SPMD_NONE &&
           (!qn_spmd_in_loop(graph, loop, join) ||
            qn_spmd_bit(reached, graph->loops[loop].header)))
      loop = graph->loops[loop].parent;
    node->meets = loop;
  }
  return qn_ok();
}

bool qn_spmd_meets_in_loop(const qn_spmd_graph *graph, unsigned loop,
                           unsigned branch) {
  const unsigned meets = graph->nodes[branch].meets;
  return loop == QN_SPMD_NONE ||
         (meets != QN_SPMD_NONE &&
          qn_spmd_in_loop(graph, loop, graph->loops[meets].header));
}

qn_status qn_spmd_graph_init(qn_spmd_graph *graph,
                             const qn_spmd_graph_params *params,
                             qn_diag *diag) {
  *graph = (qn_spmd_graph){0};
  builder g = {.params = params, .graph = graph};
  g.postorder =
      qn_arena_alloc(params->arena, nodes_max(params), sizeof(*g.postorder));
  qn_status status = g.postorder ? visit(&g, params->start, diag)
                                 : qn_fail_memory(diag, "a list of blocks");
  qn_map_finish(&g.seen);
  if (graph->reason)
    return qn_ok();
  if (!qn_failed(status))
    status = add_nodes(&g, diag);
  if (!qn_failed(status))
    status = find_dominators(graph, params->arena, diag);
  if (!qn_failed(status))
    status = find_loops(graph, params->arena, diag);
  if (!qn_failed(status))
    status = find_meetings(graph, params->arena, diag);
  if (!qn_failed(status) && !all_end(graph, params->arena, &graph->ends))
    status = qn_fail_memory(diag, "a control flow graph");
  return status;
}

void qn_spmd_graph_finish(qn_spmd_graph *graph) {
  qn_map_finish(&graph->index);
}

const char *qn_spmd_graph_refusal(const qn_spmd_graph *graph) {
  if (graph->reason)
    return graph->reason;
  for (unsigned loop = 0; loop < graph->loop_count; ++loop)
    if (graph->loops[loop].latch == QN_SPMD_NONE)
      return "a loop with several ways back";
  return !graph->ends        ? "a loop without an end"
         : !graph->reducible ? "jumps into a loop's middle"
                             : NULL;
}
