// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/check.h"

#include "compiler/contract/functions.h"

// ---- Calls

// Whether a call that was not inlined may reach a barrier or a warp operation.
static bool may_synchronise(LLVMModuleRef module, LLVMValueRef call) {
  static const qn_devlib_function synchronising[] = {
      QN_DEVLIB_BARRIER,     QN_DEVLIB_BARRIER_REDUCE, QN_DEVLIB_GRID_SYNC,
      QN_DEVLIB_WARP_SYNC,   QN_DEVLIB_SHUFFLE,        QN_DEVLIB_BALLOT,
      QN_DEVLIB_ACTIVE_MASK, QN_DEVLIB_YIELD};
  LLVMValueRef callee = qn_ir_callee(call);
  qn_map reached = {0};
  bool may = false;
  if (!callee && !qn_ir_is_indirect_call(call))
    return false;
  if (callee && LLVMIsDeclaration(callee))
    return false;
  if (callee)
    may = !qn_ir_reach(module, callee, &reached);
  else
    QN_EACH_FUNCTION (other, module)
      if (!LLVMIsDeclaration(other) && qn_ir_address_taken(other))
        may |= !qn_ir_reach(module, other, &reached);
  for (size_t i = 0; i < sizeof(synchronising) / sizeof(synchronising[0]);
       ++i) {
    LLVMValueRef function = qn_devlib_get(module, synchronising[i]);
    may |= function && qn_map_find(&reached, (uintptr_t)function);
  }
  qn_map_finish(&reached);
  return may;
}

const char *qn_spmd_check_calls(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_devlib_called_by(i) == QN_DEVLIB_YIELD)
        return "a loop that asks whether others have come to a barrier";
      else if (LLVMIsACallInst(i) &&
               may_synchronise(LLVMGetGlobalParent(function), i))
        return "a call that may lead to a barrier or warp operation";
  return NULL;
}

// ---- Warp barriers

static const char *check_warp_barriers(const qn_spmd_shapes *shapes) {
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block)
      if (qn_spmd_bit(shapes->divergent_nodes, n) &&
          qn_devlib_called_by(i) == QN_DEVLIB_WARP_SYNC)
        return "a warp barrier that some lanes may not come to";
  return NULL;
}

// ---- Loops that wait

typedef struct slice {
  const qn_spmd_shapes *shapes;
  unsigned loop;
  qn_map seen;
} slice;

static bool is_inside(const slice *s, LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         qn_spmd_in_loop(s->shapes->graph, s->loop,
                         qn_spmd_node_of(s->shapes->graph,
                                         LLVMGetInstructionParent(value)));
}

// Whether an instruction may wait for a value from another lane: an atomic or
// volatile load, an exchange as for a lock, an atomic that changes nothing. A
// compare and exchange that expects the value read before makes progress.
static bool looks_at_others(const slice *s, LLVMValueRef i) {
  if (LLVMIsALoadInst(i))
    return LLVMGetVolatile(i) ||
           LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  if (LLVMIsAAtomicCmpXchgInst(i))
    return !is_inside(s, LLVMGetOperand(i, 1));
  if (!LLVMIsAAtomicRMWInst(i))
    return false;
  const LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
  LLVMValueRef operand = LLVMGetOperand(i, 1);
  return op == LLVMAtomicRMWBinOpXchg || op == LLVMAtomicRMWBinOpOr ||
         op == LLVMAtomicRMWBinOpAnd ||
         (LLVMIsAConstantInt(operand) && LLVMIsNull(operand));
}

static bool depends_on_others(slice *s, LLVMValueRef value) {
  if (!is_inside(s, value) || qn_map_find(&s->seen, (uintptr_t)value))
    return false;
  // Out of memory: the safe answer.
  if (looks_at_others(s, value) ||
      qn_failed(qn_map_put(&s->seen, (uintptr_t)value, 0, NULL)))
    return true;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (depends_on_others(s, LLVMGetOperand(value, k)))
      return true;
  return false;
}

static bool loop_waits(const qn_spmd_shapes *shapes, unsigned loop) {
  const qn_spmd_graph *graph = shapes->graph;
  slice s = {.shapes = shapes, .loop = loop};
  bool waits = false;
  for (unsigned n = 0; n < graph->count && !waits; ++n) {
    const qn_spmd_node *node = &graph->nodes[n];
    if (node->successor_count < 2 || !qn_spmd_in_loop(graph, loop, n) ||
        (qn_spmd_in_loop(graph, loop, node->successors[0]) &&
         qn_spmd_in_loop(graph, loop, node->successors[1])))
      continue;
    waits = depends_on_others(
        &s, LLVMGetCondition(LLVMGetBasicBlockTerminator(node->block)));
  }
  qn_map_finish(&s.seen);
  return waits;
}

const char *qn_spmd_check_waits(const qn_spmd_shapes *shapes) {
  const char *reason = check_warp_barriers(shapes);
  if (reason)
    return reason;
  for (unsigned loop = 0; loop < shapes->graph->loop_count; ++loop)
    if (qn_spmd_bit(shapes->divergent_loops, loop) && loop_waits(shapes, loop))
      return "a loop in which work-items wait for others";
  return NULL;
}
