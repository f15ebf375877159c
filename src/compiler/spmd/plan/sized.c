// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/sized.h"

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/ir/lines.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/plan/cost.h"

// ---- Which kernels

// Barriers that all work-items of a block of one row come to, and no others:
// votes are kept in the context.
static bool has_plain_barriers(LLVMValueRef item) {
  unsigned count = 0;
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      const qn_devlib_function callee = qn_devlib_called_by(i);
      if (qn_devlib_is_barrier(callee) && callee != QN_DEVLIB_BARRIER)
        return false;
      count += callee == QN_DEVLIB_BARRIER;
    }
  return count > 0;
}

bool qn_spmd_may_copy_for_size(LLVMValueRef item) {
  return qn_spmd_count_instructions(item) <= QN_COST_SIZED_MAX &&
         has_plain_barriers(item) &&
         qn_spmd_reads_field(item, QN_ITEM_SHARED) && !qn_spmd_reads_rows(item);
}

// ---- The copy

// What a load from the context is in blocks of one row of `size`; NULL: it is
// not known.
static LLVMValueRef known_field(LLVMValueRef load, unsigned size) {
  LLVMTypeRef type = LLVMTypeOf(load);
  switch (qn_spmd_context_field(load)) {
  case QN_ITEM_BLOCK_DIM_X:
    return LLVMConstInt(type, size, false);
  case QN_ITEM_BLOCK_DIM_Y:
  case QN_ITEM_BLOCK_DIM_Z:
    return LLVMConstInt(type, 1, false);
  case QN_ITEM_THREAD_Y:
  case QN_ITEM_THREAD_Z:
    return LLVMConstNull(type);
  default:
    return NULL;
  }
}

// Indices in the grid do not wrap in launches of packets (qn_cpu_packets_fit).
// Where the size is known they are no longer seen to be such indices.
static void mark_indices(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsABinaryOperator(i) && qn_spmd_is_total_index(i)) {
        LLVMSetNUW(i, true);
        LLVMSetNSW(i, true);
      }
}

static void put_size(LLVMValueRef item, unsigned size) {
  LLVMTypeRef word =
      LLVMInt32TypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(item)));
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      if (LLVMTypeOf(i) != word)
        continue;
      LLVMValueRef known = known_field(i, size);
      if (known)
        LLVMReplaceAllUsesWith(i, known);
      else if (qn_spmd_context_field(i) == QN_ITEM_LINEAR)
        LLVMSetOperand(i, 0, LLVMGetParam(item, 0)); // the index along x
    }
  _Static_assert(QN_ITEM_THREAD_X == 0, "of the context");
}

// Barriers in a loop.
static unsigned count_barriers(const qn_spmd_graph *g, unsigned loop) {
  unsigned count = 0;
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_in_loop(g, loop, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        count += qn_spmd_is_barrier(i);
  return count;
}

// Whether there are loops but such as go around one barrier.
static qn_status has_loops(LLVMValueRef item, bool *out_has, qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph;
  const qn_spmd_graph_params params = {.start = LLVMGetEntryBasicBlock(item),
                                       .arena = &arena};
  const qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  *out_has = qn_failed(status) || graph.reason || !graph.reducible;
  for (unsigned loop = 0; !*out_has && loop < graph.loop_count; ++loop)
    *out_has = count_barriers(&graph, loop) != 1;
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_spmd_copy_for_size(LLVMValueRef item, unsigned size,
                                LLVMTargetMachineRef machine,
                                qn_spmd_sized_copy *out_copy, qn_diag *diag) {
  static const char unrolling[] =
      "instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
      "loop(loop-rotate,indvars,loop-deletion),"
      "loop-unroll<O3;no-partial;no-runtime;no-upperbound>,"
      "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,"
      "simplifycfg<hoist-common-insts;sink-common-insts>,instsimplify,adce,"
      "mergereturn,lower-switch,loop-simplify,lcssa";
  LLVMValueRef made;
  bool loops = true;
  *out_copy = (qn_spmd_sized_copy){0};
  QN_TRY(qn_lines_clone(item, "quern.sized", &made, diag));
  mark_indices(made);
  put_size(made, size);
  qn_status status = qn_ir_run_function_passes(made, unrolling, machine, diag);
  if (!qn_failed(status))
    status = has_loops(made, &loops, diag);
  out_copy->reason = loops ? "loops that its size does not unroll"
                     : qn_spmd_may_copy_for_size(made) ? NULL
                                                       : "too much code";
  if (out_copy->reason)
    LLVMDeleteFunction(made);
  else
    out_copy->made = made;
  return status;
}

// ---- Regions

static uint64_t bit(unsigned region) { return UINT64_C(1) << region; }

// The regions that may follow one, a bit each.
static uint64_t next_regions(const qn_spmd_plan *plan, unsigned region) {
  const qn_spmd_graph *g = &plan->region_graphs[region];
  uint64_t next = 0;
  for (unsigned n = 0; n < g->count; ++n) {
    LLVMBasicBlockRef block = g->nodes[n].block;
    const uint64_t *follows =
        qn_map_find(&plan->packets.regions.ends, (uintptr_t)block);
    if (follows)
      next |= bit((unsigned)*follows);
    else if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
      next |= bit(plan->region_count);
  }
  return next;
}

// A region whose turn it is: it may begin, and none that may comes before it.
static unsigned find_turn(const qn_spmd_plan *plan, const uint64_t *next,
                          uint64_t to_come) {
  for (unsigned k = 0; k < plan->region_count; ++k) {
    bool is_turn = to_come & bit(k);
    for (unsigned n = 0; n < plan->region_count && is_turn; ++n)
      is_turn = n == k || !(to_come & bit(n)) || !(next[n] & bit(k));
    if (is_turn)
      return k;
  }
  return plan->region_count;
}

unsigned qn_spmd_order_regions(const qn_spmd_plan *plan, qn_spmd_step *order) {
  uint64_t next[QN_COST_SIZED_REGIONS_MAX];
  const unsigned all = plan->region_count;
  uint64_t to_come = all ? bit(all) - 1 : 0;
  if (plan->packets.regions.has_exits || all > QN_COST_SIZED_REGIONS_MAX)
    return 0;
  for (unsigned k = 0; k < all; ++k)
    next[k] = next_regions(plan, k);
  for (unsigned count = 0; count < all; ++count) {
    const unsigned turn = find_turn(plan, next, to_come);
    if (turn == all)
      return 0;
    order[count] = (qn_spmd_step){.region = turn, .next = next[turn]};
    to_come &= ~bit(turn);
  }
  return all;
}
