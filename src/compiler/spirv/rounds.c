// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/rounds.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"
#include "compiler/spirv/meeting.h"

static bool has_warp_operations(const qn_unit *unit, LLVMValueRef kernel) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    if (qn_spirv_kernel(unit, i) == kernel)
      return unit->record.kernels[i].flags & QN_KERNEL_WARP_OPS;
  return false;
}

static bool leaves(const qn_spmd_graph *graph, unsigned loop, unsigned node) {
  const qn_spmd_node *n = &graph->nodes[node];
  for (unsigned k = 0; k < n->successor_count; ++k)
    if (!qn_spmd_in_loop(graph, loop, n->successors[k]))
      return true;
  return false;
}

// Whether a loop has branches but those that leave it: at which threads may
// part, or any.
static bool has_branches(const qn_spirv_divergence *d, unsigned loop,
                         bool may_be_common) {
  const qn_spmd_graph *graph = d->graph;
  for (unsigned i = 0; i < graph->count; ++i)
    if (qn_spmd_in_loop(graph, loop, i) &&
        graph->nodes[i].successor_count == 2 && !leaves(graph, loop, i) &&
        (may_be_common || qn_spmd_bit(d->branches, i)))
      return true;
  return false;
}

static bool has_barrier(const qn_spmd_graph *graph, unsigned loop) {
  for (unsigned i = 0; i < graph->count; ++i)
    if (qn_spmd_in_loop(graph, loop, i) &&
        qn_spirv_first_barrier(graph->nodes[i].block))
      return true;
  return false;
}

// In kernels without warp operations, hidden starts of loops with barriers gave
// threads the values of others.
static bool is_to_settle(const qn_spirv_divergence *d, unsigned loop,
                         bool has_warps) {
  return has_branches(d, loop, has_warps) &&
         (has_warps || !has_barrier(d->graph, loop));
}

static bool is_number(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) > 1;
}

static void hide_start(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef phi) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    if (!LLVMIsAConstantInt(value))
      continue;
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
    qn_spirv_set_incoming(phi, from, qn_spirv_hide(unit, b, value));
  }
}

// ---- Kernels

static void settle_loop(qn_unit *unit, LLVMBuilderRef b,
                        const qn_spmd_graph *graph, unsigned loop) {
  LLVMBasicBlockRef header = graph->nodes[graph->loops[loop].header].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction(header); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    if (is_number(i))
      hide_start(unit, b, i);
}

static qn_status settle_all(qn_unit *unit, const qn_spirv_divergence *d,
                            qn_arena *arena, qn_diag *diag) {
  (void)arena, (void)diag;
  const qn_spmd_graph *graph = d->graph;
  const bool has_warps =
      has_warp_operations(unit, LLVMGetBasicBlockParent(graph->nodes[0].block));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (unsigned loop = 0; loop < graph->loop_count; ++loop)
    if (is_to_settle(d, loop, has_warps))
      settle_loop(unit, b, graph, loop);
  LLVMDisposeBuilder(b);
  return qn_ok();
}

qn_status qn_spirv_settle_rounds(qn_unit *unit, qn_diag *diag) {
  return qn_spirv_each_divergence(unit, settle_all, diag);
}

// ---- What loops leave behind of their counters

// A loop that is left in one way only.
typedef struct counting {
  qn_unit *unit;
  const qn_spmd_graph *graph;
  LLVMBuilderRef b;
  unsigned loop;
  unsigned exit; // the node that leads out
  // Values of the loop that counters alone make, and they themselves, by what
  // stands for them behind the loop (LLVMValueRef; 0: not made yet).
  qn_map known;
  qn_diag *diag;
} counting;

static bool find_exit(counting *c) {
  c->exit = QN_SPMD_NONE;
  for (unsigned i = 0; i < c->graph->count; ++i) {
    if (!qn_spmd_in_loop(c->graph, c->loop, i) || !leaves(c->graph, c->loop, i))
      continue;
    if (c->exit != QN_SPMD_NONE)
      return false;
    c->exit = i;
  }
  return c->exit != QN_SPMD_NONE;
}

static unsigned node_of(const counting *c, LLVMValueRef value) {
  return LLVMIsAInstruction(value)
             ? qn_spmd_node_of(c->graph, LLVMGetInstructionParent(value))
             : QN_SPMD_NONE;
}

static bool is_inside(const counting *c, LLVMValueRef value) {
  const unsigned node = node_of(c, value);
  return node != QN_SPMD_NONE && qn_spmd_in_loop(c->graph, c->loop, node);
}

// The value that a phi of the loop's header has in the next round, or NULL.
static LLVMValueRef next_of(const counting *c, LLVMValueRef phi) {
  LLVMValueRef next = NULL;
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    const unsigned from =
        qn_spmd_node_of(c->graph, LLVMGetIncomingBlock(phi, k));
    if (from == QN_SPMD_NONE || !qn_spmd_in_loop(c->graph, c->loop, from))
      continue;
    if (next && next != LLVMGetIncomingValue(phi, k))
      return NULL;
    next = LLVMGetIncomingValue(phi, k);
  }
  return next;
}

// By how much a phi's next value differs from it, where that does not change;
// or NULL.
static LLVMValueRef step_of(const counting *c, LLVMValueRef phi,
                            LLVMValueRef next) {
  const LLVMOpcode opcode = LLVMIsAInstruction(next)
                                ? LLVMGetInstructionOpcode(next)
                                : LLVMUnreachable;
  if (opcode != LLVMAdd && opcode != LLVMSub)
    return NULL;
  LLVMValueRef first = LLVMGetOperand(next, 0);
  LLVMValueRef second = LLVMGetOperand(next, 1);
  if (first == phi && !is_inside(c, second))
    return second;
  return opcode == LLVMAdd && second == phi && !is_inside(c, first) ? first
                                                                    : NULL;
}

// Whether a phi of the header goes by steps, the last of which is done when the
// loop is left.
static bool is_counter(const counting *c, LLVMValueRef phi) {
  LLVMValueRef next = is_number(phi) ? next_of(c, phi) : NULL;
  return next && is_inside(c, next) && step_of(c, phi, next) &&
         qn_spmd_dominates(c->graph, node_of(c, next), c->exit);
}

// Whether a load would give the same at its block's end.
static bool holds(LLVMValueRef load) {
  if (LLVMGetVolatile(load) ||
      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
    return false;
  for (LLVMValueRef i = load; i; i = LLVMGetNextInstruction(i))
    if (qn_spirv_may_write(i))
      return false;
  return true;
}

// Whether an instruction may be done once more where its loop is left.
static bool may_be_repeated(const counting *c, LLVMValueRef i) {
  if (LLVMIsALoadInst(i))
    return node_of(c, i) == c->exit && holds(i);
  return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) || LLVMIsACmpInst(i) ||
         LLVMIsASelectInst(i) || LLVMIsAGetElementPtrInst(i) ||
         LLVMGetInstructionOpcode(i) == LLVMFNeg;
}

static bool is_known(const counting *c, LLVMValueRef value) {
  return qn_map_find(&c->known, (uintptr_t)value) != NULL;
}

static bool is_made_of_known(const counting *c, LLVMValueRef i) {
  bool found = false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (is_known(c, operand))
      found = true;
    else if (is_inside(c, operand))
      return false;
  }
  return found;
}

// Their own next values stand for themselves.
static qn_status find_counters(counting *c) {
  LLVMBasicBlockRef header =
      c->graph->nodes[c->graph->loops[c->loop].header].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction(header); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    if (!is_counter(c, i))
      continue;
    const uintptr_t next = (uintptr_t)next_of(c, i);
    QN_TRY(qn_map_put(&c->known, (uintptr_t)i, 0, c->diag));
    QN_TRY(qn_map_put(&c->known, next, next, c->diag));
  }
  return qn_ok();
}

static qn_status find_known(counting *c) {
  QN_TRY(find_counters(c));
  for (unsigned node = 0; c->known.count && node < c->graph->count; ++node) {
    if (!qn_spmd_in_loop(c->graph, c->loop, node) ||
        !qn_spmd_dominates(c->graph, node, c->exit))
      continue;
    QN_EACH_INSTRUCTION (i, c->graph->nodes[node].block)
      if (!is_known(c, i) && may_be_repeated(c, i) && is_made_of_known(c, i))
        QN_TRY(qn_map_put(&c->known, (uintptr_t)i, 0, c->diag));
  }
  return qn_ok();
}

// The counter in the last round, by what it has come to.
static LLVMValueRef build_last(const counting *c, LLVMValueRef phi) {
  LLVMValueRef next = next_of(c, phi);
  LLVMValueRef step = step_of(c, phi, next);
  LLVMValueRef hidden = qn_spirv_hide(c->unit, c->b, next);
  return LLVMGetInstructionOpcode(next) == LLVMSub
             ? LLVMBuildAdd(c->b, hidden, step, "")
             : LLVMBuildSub(c->b, hidden, step, "");
}

// What stands for a value behind the loop.
static LLVMValueRef left_of(counting *c, LLVMValueRef value) {
  uint64_t *made = qn_map_find(&c->known, (uintptr_t)value);
  if (!made)
    return value;
  if (*made)
    return (LLVMValueRef)(uintptr_t)*made;
  LLVMValueRef left;
  if (LLVMIsAPHINode(value)) {
    left = build_last(c, value);
  } else {
    left = LLVMInstructionClone(value);
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
      LLVMSetOperand(left, k, left_of(c, LLVMGetOperand(value, k)));
    LLVMInsertIntoBuilder(c->b, left);
  }
  *made = (uintptr_t)left;
  return left;
}

static LLVMValueRef user_behind(const counting *c, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!is_inside(c, LLVMGetUser(use)))
      return LLVMGetUser(use);
  return NULL;
}

static void replace_behind(counting *c, LLVMValueRef value) {
  for (LLVMValueRef user; (user = user_behind(c, value));) {
    LLVMValueRef left = left_of(c, value);
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); ++k)
      if (LLVMGetOperand(user, k) == value)
        LLVMSetOperand(user, k, left);
  }
}

static qn_status settle_counters(counting *c) {
  if (!find_exit(c))
    return qn_ok();
  QN_TRY(find_known(c));
  LLVMPositionBuilderBefore(
      c->b, LLVMGetBasicBlockTerminator(c->graph->nodes[c->exit].block));
  for (size_t i = 0; i < c->known.count; ++i) {
    const qn_map_entry *entry = &c->known.entries[i];
    if (entry->value != entry->key)
      replace_behind(c, (LLVMValueRef)(uintptr_t)entry->key);
  }
  return qn_ok();
}

static qn_status settle_all_counters(qn_unit *unit,
                                     const qn_spirv_divergence *d,
                                     qn_arena *arena, qn_diag *diag) {
  (void)arena;
  counting c = {.unit = unit, .graph = d->graph, .diag = diag};
  qn_status status = qn_ok();
  c.b = LLVMCreateBuilderInContext(unit->context);
  for (c.loop = 0; c.loop < d->graph->loop_count && !qn_failed(status);
       ++c.loop) {
    status = settle_counters(&c);
    qn_map_finish(&c.known);
  }
  LLVMDisposeBuilder(c.b);
  return status;
}

qn_status qn_spirv_settle_counters(qn_unit *unit, qn_diag *diag) {
  return qn_spirv_each_divergence(unit, settle_all_counters, diag);
}
