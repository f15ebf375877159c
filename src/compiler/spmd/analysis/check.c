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

// A mask names all lanes, or there is none.
static bool names_all(LLVMValueRef op) {
  const unsigned at = qn_devlib_called_by(op) == QN_DEVLIB_SHUFFLE ? 2 : 1;
  if (qn_devlib_called_by(op) == QN_DEVLIB_ACTIVE_MASK)
    return true;
  LLVMValueRef mask = LLVMGetOperand(op, at);
  if (!LLVMIsAConstantInt(mask))
    return false;
  const uint64_t lanes = LLVMConstIntGetZExtValue(mask);
  return !lanes || (uint32_t)lanes == UINT32_MAX;
}

const char *qn_spmd_check_arrivals(const qn_spmd_shapes *shapes) {
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block) {
      if (!qn_devlib_is_warp_op(qn_devlib_called_by(i)))
        continue;
      if (qn_spmd_bit(shapes->divergent_nodes, n))
        return "warp operations in divergent code under --check=sync";
      if (!names_all(i))
        return "masks of some lanes under --check=sync";
    }
  return NULL;
}

// ---- Loops that wait

// In code that was not optimised constants lie in variables.
static bool is_of_variable(LLVMValueRef value) {
  return LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0));
}

static bool may_be_zero(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) ? LLVMIsNull(value) : is_of_variable(value);
}

bool qn_spmd_looks_at_others(LLVMValueRef i) {
  if (LLVMIsALoadInst(i))
    return LLVMGetVolatile(i) ||
           LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  if (LLVMIsAAtomicCmpXchgInst(i))
    return true;
  if (!LLVMIsAAtomicRMWInst(i))
    return false;
  const LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
  return op == LLVMAtomicRMWBinOpXchg || op == LLVMAtomicRMWBinOpOr ||
         op == LLVMAtomicRMWBinOpAnd || may_be_zero(LLVMGetOperand(i, 1));
}

// What decides when a loop ends.
typedef struct slice {
  const qn_spmd_graph *graph;
  unsigned loop;
  bool only_shared; // what is read in the block's shared memory
  qn_map seen;
} slice;

static bool is_inside(const slice *s, LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         qn_spmd_in_loop(
             s->graph, s->loop,
             qn_spmd_node_of(s->graph, LLVMGetInstructionParent(value)));
}

static bool is_in_shared(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsALoadInst(address) &&
         qn_spmd_context_field(address) == QN_ITEM_SHARED;
}

static bool waits_at(const slice *s, LLVMValueRef i) {
  if (!qn_spmd_looks_at_others(i) ||
      (s->only_shared && !is_in_shared(LLVMGetOperand(i, 0))))
    return false;
  if (!LLVMIsAAtomicCmpXchgInst(i))
    return true;
  LLVMValueRef expected = LLVMGetOperand(i, 1);
  return is_of_variable(expected) || !is_inside(s, expected);
}

bool qn_spmd_reaches_others(LLVMModuleRef module, LLVMValueRef function) {
  qn_map reached = {0};
  bool found = !qn_ir_reach(module, function, &reached); // the safe answer
  for (size_t n = 0; n < reached.count && !found; ++n)
    QN_EACH_BLOCK (block, (LLVMValueRef)(uintptr_t)reached.entries[n].key)
      QN_EACH_INSTRUCTION (i, block)
        found |= qn_spmd_looks_at_others(i) || LLVMIsAAtomicRMWInst(i);
  qn_map_finish(&reached);
  return found;
}

static bool call_waits(const slice *s, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && !s->only_shared && !LLVMIsDeclaration(callee) &&
         qn_spmd_reaches_others(LLVMGetGlobalParent(callee), callee);
}

static bool depends_on_others(slice *s, LLVMValueRef value);

// A load of a variable of the function's own, as in code that was not
// optimised: whether a store to it, or a call that has its address, does.
static bool variable_depends(slice *s, LLVMValueRef load) {
  LLVMValueRef from = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
  if (!from || !LLVMIsAAllocaInst(from))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(from); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_inside(s, user))
      continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == from &&
        depends_on_others(s, LLVMGetOperand(user, 0)))
      return true;
    if (call_waits(s, user))
      return true;
  }
  return false;
}

// Whether a round may end with `phi`, of the loop's header, in `value`.
static bool may_be_kept(const slice *s, LLVMValueRef phi, LLVMValueRef value,
                        qn_map *seen) {
  if (value == phi)
    return true;
  if (!LLVMIsAPHINode(value) || !is_inside(s, value) ||
      qn_map_find(seen, (uintptr_t)value))
    return false;
  bool kept = qn_failed(qn_map_put(seen, (uintptr_t)value, 0, NULL));
  for (unsigned k = 0; k < LLVMCountIncoming(value) && !kept; ++k)
    kept = may_be_kept(s, phi, LLVMGetIncomingValue(value, k), seen);
  return kept;
}

static bool is_header_phi(const slice *s, LLVMValueRef value) {
  const unsigned header = s->graph->loops[s->loop].header;
  return LLVMIsAPHINode(value) &&
         LLVMGetInstructionParent(value) == s->graph->nodes[header].block;
}

static bool phi_is_kept(const slice *s, LLVMValueRef phi) {
  if (!is_header_phi(s, phi))
    return false;
  qn_map seen = {0};
  bool kept = false;
  for (unsigned k = 0; k < LLVMCountIncoming(phi) && !kept; ++k)
    if (qn_spmd_in_loop(
            s->graph, s->loop,
            qn_spmd_node_of(s->graph, LLVMGetIncomingBlock(phi, k))))
      kept = may_be_kept(s, phi, LLVMGetIncomingValue(phi, k), &seen);
  qn_map_finish(&seen);
  return kept;
}

// A load of a variable of the function's own: whether stores to it stand where
// only some rounds may come.
static bool variable_is_kept(const slice *s, LLVMValueRef load) {
  LLVMValueRef from = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
  if (!from || !LLVMIsAAllocaInst(from))
    return false;
  const unsigned header = s->graph->loops[s->loop].header;
  for (LLVMUseRef use = LLVMGetFirstUse(from); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && is_inside(s, user) &&
        LLVMGetInstructionParent(user) != s->graph->nodes[header].block)
      return true;
  }
  return false;
}

// Whether what others do decides a branch of the loop.
static bool branches_by_others(slice *s) {
  for (unsigned n = 0; n < s->graph->count; ++n) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->graph->nodes[n].block);
    if (qn_spmd_in_loop(s->graph, s->loop, n) && LLVMIsABranchInst(end) &&
        LLVMIsConditional(end) && depends_on_others(s, LLVMGetCondition(end)))
      return true;
  }
  return false;
}

// Whether each round passes a barrier, where packets take turns.
static bool has_barrier(const qn_spmd_graph *graph, unsigned loop) {
  for (unsigned n = 0; n < graph->count; ++n)
    if (qn_spmd_in_loop(graph, loop, n))
      QN_EACH_INSTRUCTION (i, graph->nodes[n].block)
        if (qn_devlib_is_barrier(qn_devlib_called_by(i)))
          return true;
  return false;
}

static bool depends_on_others(slice *s, LLVMValueRef value) {
  if (!is_inside(s, value) || qn_map_find(&s->seen, (uintptr_t)value))
    return false;
  // Out of memory: the safe answer.
  if (waits_at(s, value) || call_waits(s, value) ||
      qn_failed(qn_map_put(&s->seen, (uintptr_t)value, 0, NULL)) ||
      variable_depends(s, value))
    return true;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (depends_on_others(s, LLVMGetOperand(value, k)))
      return true;
  return false;
}

// Whether rounds may come again without a step towards the end, the only one
// that it depends on: `seen` has all of that. Of two counters, as in merges,
// one may well stay while the other steps.
static bool comes_again(const slice *s) {
  unsigned phis = 0;
  bool kept = false;
  for (size_t i = 0; i < s->seen.count; ++i) {
    LLVMValueRef value = (LLVMValueRef)(uintptr_t)s->seen.entries[i].key;
    phis += is_header_phi(s, value);
    kept |= phi_is_kept(s, value) || variable_is_kept(s, value);
  }
  return kept && phis <= 1 && !has_barrier(s->graph, s->loop);
}

static bool ends_by_others(slice *s) {
  const qn_spmd_graph *graph = s->graph;
  bool waits = false;
  for (unsigned n = 0; n < graph->count && !waits; ++n) {
    const qn_spmd_node *node = &graph->nodes[n];
    if (node->successor_count < 2 || !qn_spmd_in_loop(graph, s->loop, n) ||
        (qn_spmd_in_loop(graph, s->loop, node->successors[0]) &&
         qn_spmd_in_loop(graph, s->loop, node->successors[1])))
      continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(node->block);
    waits = LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
            depends_on_others(s, LLVMGetCondition(end));
  }
  waits = waits || (comes_again(s) && branches_by_others(s));
  qn_map_finish(&s->seen);
  return waits;
}

bool qn_spmd_loop_waits(const qn_spmd_graph *graph, unsigned loop) {
  return ends_by_others(&(slice){.graph = graph, .loop = loop});
}

// Whether all lanes of a packet wait together for what another packet of the
// block does: a value in shared memory, or anywhere when some of the packet's
// lanes do not come there. Other loops wait for other blocks.
static bool packet_waits(const qn_spmd_shapes *shapes, unsigned loop) {
  const qn_spmd_graph *graph = shapes->graph;
  slice s = {.graph = graph,
             .loop = loop,
             .only_shared = !qn_spmd_bit(shapes->divergent_nodes,
                                         graph->loops[loop].header)};
  return ends_by_others(&s) && !has_barrier(graph, loop);
}

const char *qn_spmd_check_waits(const qn_spmd_shapes *shapes) {
  const char *reason = check_warp_barriers(shapes);
  if (reason)
    return reason;
  for (unsigned loop = 0; loop < shapes->graph->loop_count; ++loop)
    if (qn_spmd_bit(shapes->divergent_loops, loop)
            ? qn_spmd_loop_waits(shapes->graph, loop)
            : packet_waits(shapes, loop))
      return "a loop in which work-items wait for others";
  return NULL;
}
