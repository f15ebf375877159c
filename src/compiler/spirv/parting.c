// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/parting.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"

// ---- Conditions to leave by

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
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  return LLVMBuildICmp(b, LLVMIntNE, qn_spirv_thread_zero(unit, b, i64),
                       LLVMConstNull(i64), "");
}

static void hide(qn_unit *unit, LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
    return;
  LLVMPositionBuilderBefore(b, end);
  LLVMValueRef never = hidden_never(unit, b);
  LLVMSetCondition(end, LLVMBuildXor(b, LLVMGetCondition(end), never, ""));
}

static qn_status settle_leaving(qn_unit *unit, const qn_spirv_divergence *d,
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
  return qn_spirv_each_divergence(unit, settle_leaving, diag);
}

// ---- Conditions that do not change in a loop

typedef struct parting {
  qn_unit *unit;
  const qn_spirv_divergence *d;
  LLVMBuilderRef b;
  LLVMValueRef *nevers; // of each loop; NULL: not made yet
  qn_map changing;      // values (LLVMValueRef) of the loop looked at
  qn_map sure;          // values that differ by what they are made of
  qn_diag *diag;
} parting;

static bool has(const qn_map *values, LLVMValueRef value) {
  return qn_map_find(values, (uintptr_t)value) != NULL;
}

static bool has_changing_operand(const parting *p, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (has(&p->changing, LLVMGetOperand(i, k)))
      return true;
  return false;
}

// Whether an instruction's value may be another in each round though its
// operands are not; loads count as what they load from.
static bool changes(const qn_spmd_graph *graph, unsigned node, LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
    return graph->loops[graph->nodes[node].loop].header == node;
  case LLVMCall:
    return !callee || !qn_ir_is_memory_free(callee);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return true;
  default:
    return false;
  }
}

// Values of a loop come before what they are used for, but those of the round
// before, whose phis change in any case.
static qn_status find_changing(parting *p, unsigned loop) {
  const qn_spmd_graph *graph = p->d->graph;
  qn_map_finish(&p->changing);
  for (unsigned node = 0; node < graph->count; ++node) {
    if (!qn_spmd_in_loop(graph, loop, node))
      continue;
    QN_EACH_INSTRUCTION (i, graph->nodes[node].block)
      if (changes(graph, node, i) || has_changing_operand(p, i))
        QN_TRY(qn_map_put(&p->changing, (uintptr_t)i, 1, p->diag));
  }
  return qn_ok();
}

static LLVMValueRef first_of_all(qn_unit *unit, LLVMBuilderRef b,
                                 const qn_spmd_graph *graph) {
  LLVMPositionBuilderBefore(b,
                            LLVMGetBasicBlockTerminator(graph->nodes[0].block));
  return qn_spirv_hidden_zero(unit, b, LLVMInt64TypeInContext(unit->context));
}

// One incoming value for each way from the node `from` to the phi's block.
static void add_ways(const qn_spmd_graph *graph, LLVMValueRef phi,
                     unsigned from, LLVMValueRef value) {
  LLVMBasicBlockRef block = graph->nodes[from].block;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k)
    if (LLVMGetSuccessor(end, k) == LLVMGetInstructionParent(phi))
      LLVMAddIncoming(phi, &value, &block, 1);
}

// Never, but another never in each round of the loop as far as compilers know.
static LLVMValueRef never_of(parting *p, unsigned loop) {
  if (p->nevers[loop])
    return p->nevers[loop];
  const qn_spmd_graph *graph = p->d->graph;
  const unsigned header = graph->loops[loop].header;
  const qn_spmd_node *node = &graph->nodes[header];
  LLVMValueRef zero = first_of_all(p->unit, p->b, graph);
  LLVMPositionBuilderBefore(p->b, LLVMGetFirstInstruction(node->block));
  LLVMValueRef phi = LLVMBuildPhi(p->b, LLVMTypeOf(zero), "");
  LLVMValueRef i = phi;
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  LLVMPositionBuilderBefore(p->b, i);
  LLVMValueRef next = LLVMBuildAdd(p->b, phi, zero, "");
  p->nevers[loop] =
      LLVMBuildICmp(p->b, LLVMIntNE, phi, LLVMConstNull(LLVMTypeOf(phi)), "");
  for (unsigned k = 0; k < node->predecessor_count; ++k) {
    const unsigned from = node->predecessors[k];
    add_ways(graph, phi, from,
             qn_spmd_in_loop(graph, loop, from) ? next : zero);
  }
  return p->nevers[loop];
}

static bool is_bit(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == 1;
}

// Whether loops are parted by what an instruction is given.
static bool chooses(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMBr:
  case LLVMSelect:
    return true;
  case LLVMAnd:
  case LLVMOr:
    return is_bit(i);
  default:
    return false;
  }
}

static void hide_held(parting *p, unsigned loop, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef value = LLVMGetOperand(i, k);
    if (LLVMValueIsBasicBlock(value) || !is_bit(value) ||
        !has(&p->d->differ, value) || has(&p->changing, value))
      continue;
    LLVMValueRef never = never_of(p, loop);
    LLVMPositionBuilderBefore(p->b, i);
    LLVMSetOperand(i, k, LLVMBuildXor(p->b, value, never, ""));
  }
}

static qn_status hide_all_held(parting *p) {
  const qn_spmd_graph *graph = p->d->graph;
  for (unsigned loop = 0; loop < graph->loop_count; ++loop) {
    QN_TRY(find_changing(p, loop));
    for (unsigned node = 0; node < graph->count; ++node) {
      if (graph->nodes[node].loop != loop)
        continue;
      QN_EACH_INSTRUCTION (i, graph->nodes[node].block)
        if (chooses(i))
          hide_held(p, loop, i);
    }
  }
  return qn_ok();
}

// ---- Values that loops leave behind

static bool is_of_thread(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  return callee &&
         qn_str_starts(qn_ir_name(callee), QN_STR("llvm.spv.thread.id"));
}

static bool has_sure_operand(const parting *p, LLVMValueRef i) {
  if (LLVMIsACallInst(i) &&
      !(qn_ir_callee(i) && qn_ir_is_memory_free(qn_ir_callee(i))))
    return false;
  const unsigned count = LLVMIsAPHINode(i) ? LLVMCountIncoming(i)
                                           : (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < count; ++k)
    if (has(&p->sure, LLVMGetOperand(i, k)))
      return true;
  return false;
}

// Finds what differs whatever the way threads go: what their own numbers go
// into.
static qn_status find_sure(parting *p) {
  const qn_spmd_graph *graph = p->d->graph;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node = 0; node < graph->count; ++node) {
      QN_EACH_INSTRUCTION (i, graph->nodes[node].block) {
        if (has(&p->sure, i) || !(is_of_thread(i) || has_sure_operand(p, i)))
          continue;
        changed = true;
        QN_TRY(qn_map_put(&p->sure, (uintptr_t)i, 1, p->diag));
      }
    }
  }
  return qn_ok();
}

// The outermost loop without the node `to` that what comes there from the node
// `from` went through last, or NONE.
static unsigned loop_passed(const qn_spmd_graph *graph, unsigned to,
                            unsigned from) {
  unsigned passed = QN_SPMD_NONE;
  for (; from != QN_SPMD_NONE && !qn_spmd_dominates(graph, from, to) &&
         passed == QN_SPMD_NONE;
       from = graph->nodes[from].dominator)
    for (unsigned loop = graph->nodes[from].loop;
         loop != QN_SPMD_NONE && !qn_spmd_in_loop(graph, loop, to);
         loop = graph->loops[loop].parent)
      passed = loop;
  return passed;
}

// The number of a value that a loop left behind, where another loop did, too;
// otherwise NONE.
static unsigned left_behind(const parting *p, unsigned node, LLVMValueRef phi) {
  const qn_spmd_graph *graph = p->d->graph;
  unsigned first = QN_SPMD_NONE;
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    const unsigned from = qn_spmd_node_of(graph, LLVMGetIncomingBlock(phi, k));
    const unsigned loop =
        from == QN_SPMD_NONE ? QN_SPMD_NONE : loop_passed(graph, node, from);
    if (loop == QN_SPMD_NONE)
      continue;
    if (first != QN_SPMD_NONE && loop != first)
      return k;
    first = loop;
  }
  return QN_SPMD_NONE;
}

// The value, but not as far as compilers know, and for each thread by itself.
static void hide_value(parting *p, LLVMValueRef phi, unsigned number) {
  LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, number);
  LLVMValueRef value = LLVMGetIncomingValue(phi, number);
  LLVMPositionBuilderBefore(p->b, LLVMGetBasicBlockTerminator(from));
  LLVMValueRef never = hidden_never(p->unit, p->b);
  LLVMValueRef made =
      LLVMBuildSelect(p->b, never, LLVMConstNull(LLVMTypeOf(value)), value, "");
  qn_spirv_set_incoming(phi, from, made);
}

static void hide_left(parting *p) {
  const qn_spmd_graph *graph = p->d->graph;
  for (unsigned node = 0; node < graph->count; ++node) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(graph->nodes[node].block);
         i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
      if (!has(&p->d->differ, i) || has(&p->sure, i))
        continue;
      const unsigned number = left_behind(p, node, i);
      if (number != QN_SPMD_NONE)
        hide_value(p, i, number);
    }
  }
}

static qn_status settle_parting(qn_unit *unit, const qn_spirv_divergence *d,
                                qn_arena *arena, qn_diag *diag) {
  const unsigned loops = d->graph->loop_count;
  if (!loops)
    return qn_ok();
  parting p = {.unit = unit, .d = d, .diag = diag};
  p.nevers = qn_arena_alloc(arena, loops, sizeof(LLVMValueRef));
  if (!p.nevers)
    return qn_fail_memory(diag, "a kernel's loops");
  p.b = LLVMCreateBuilderInContext(unit->context);
  qn_status status = find_sure(&p);
  if (!qn_failed(status)) {
    hide_left(&p);
    status = hide_all_held(&p);
  }
  LLVMDisposeBuilder(p.b);
  qn_map_finish(&p.changing);
  qn_map_finish(&p.sure);
  return status;
}

qn_status qn_spirv_settle_parting(qn_unit *unit, qn_diag *diag) {
  return qn_spirv_each_divergence(unit, settle_parting, diag);
}
