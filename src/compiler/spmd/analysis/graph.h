// SPDX-License-Identifier: Apache-2.0
// The control flow of a function, or of the region of one that is reached from
// a block without passing a barrier: order, dominators, loops.
#ifndef QN_COMPILER_SPMD_ANALYSIS_GRAPH_H
#define QN_COMPILER_SPMD_ANALYSIS_GRAPH_H

#include "compiler/ir/ir.h"

enum { QN_SPMD_NONE = 0xffffffff };

typedef struct qn_spmd_node {
  LLVMBasicBlockRef block;
  // Nodes, or the graph's count for the end; the end also follows a block that
  // returns, never returns, or ends the region by a barrier.
  unsigned successors[2];
  unsigned successor_count;
  unsigned *predecessors; // each once, in ascending order
  unsigned predecessor_count;
  unsigned dominator;     // the immediate one; of the first node: NONE
  unsigned postdominator; // the immediate one, a node or the end
  unsigned loop;          // the innermost one, or NONE
  // The innermost loop in one round of which lanes that diverge here meet
  // again, at the postdominator; NONE outside of loops, or if there is none.
  unsigned meets;
} qn_spmd_node;

typedef struct qn_spmd_loop {
  unsigned header;
  unsigned latch;  // the only one, or NONE
  unsigned parent; // a loop, or NONE
  uint64_t *members;
} qn_spmd_loop;

// Nodes are numbered in reverse postorder: every edge except back edges leads
// to a higher number; the first node is the start.
typedef struct qn_spmd_graph {
  qn_spmd_node *nodes;
  unsigned count;
  qn_spmd_loop *loops; // outer ones first
  unsigned loop_count;
  bool reducible; // every cycle is entered at one node only
  bool ends;      // every node can reach the end
  qn_map index;   // of a block (LLVMBasicBlockRef)
  // Why it is empty: too many blocks, or a branch with more than two targets;
  // or NULL.
  const char *reason;
} qn_spmd_graph;

// Whether a block ends the region that a graph describes.
typedef bool qn_spmd_is_end(void *user, LLVMBasicBlockRef block);

typedef struct qn_spmd_graph_params {
  LLVMBasicBlockRef start;
  qn_spmd_is_end *is_end; // NULL: none does
  void *user;
  qn_arena *arena;   // of everything but the index
  bool may_be_large; // larger than what packets are made of
} qn_spmd_graph_params;

// `finish` has to be called in any case.
qn_status qn_spmd_graph_init(qn_spmd_graph *graph,
                             const qn_spmd_graph_params *params, qn_diag *diag);
void qn_spmd_graph_finish(qn_spmd_graph *graph);

// Why packets cannot be made from a graph; NULL: they can.
const char *qn_spmd_graph_refusal(const qn_spmd_graph *graph);

// The node of a block, or NONE.
unsigned qn_spmd_node_of(const qn_spmd_graph *graph, LLVMBasicBlockRef block);
bool qn_spmd_dominates(const qn_spmd_graph *graph, unsigned a, unsigned b);
// Whether the loop (NONE: the whole) has the node; none has the end.
bool qn_spmd_in_loop(const qn_spmd_graph *graph, unsigned loop, unsigned node);

// The node in front of a loop, from which alone it is entered, and which leads
// nowhere else; or NONE.
unsigned qn_spmd_preheader(const qn_spmd_graph *graph, unsigned loop);

// Where all lanes that are at `node` of the loop meet again after it: a node,
// or the end.
unsigned qn_spmd_loop_end(const qn_spmd_graph *graph, unsigned loop,
                          unsigned node);

// Whether all lanes that diverge at `branch` meet again in the same round of
// the loop (NONE: the whole) around it: none of them goes back to its header,
// or to that of a loop around, before.
bool qn_spmd_meets_in_loop(const qn_spmd_graph *graph, unsigned loop,
                           unsigned branch);

static inline bool qn_spmd_bit(const uint64_t *set, unsigned i) {
  return set[i / 64] >> (i % 64) & 1;
}
static inline void qn_spmd_set_bit(uint64_t *set, unsigned i) {
  set[i / 64] |= UINT64_C(1) << (i % 64);
}
uint64_t *qn_spmd_bits(qn_arena *arena, unsigned count);

// Adds to `set` what is reached from `from` without passing `stop`, `from`
// itself included unless it is `stop`; the end is never added.
void qn_spmd_reach(const qn_spmd_graph *graph, unsigned from, unsigned stop,
                   uint64_t *set);

#endif // QN_COMPILER_SPMD_ANALYSIS_GRAPH_H
