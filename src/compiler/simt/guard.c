// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/guard.h"

#include "compiler/contract/functions.h"
#include "compiler/simt/meeting.h"
#include "compiler/simt/parts.h"
#include "compiler/simt/rounds.h"
#include "compiler/simt/structure.h"
#include "compiler/simt/ways.h"

// So many branches of a body are taken away.
enum { GUARDS_MAX = 64 };

// A branch whose ways become one, while they do.
typedef struct guard {
  qn_simt_body *body;
  qn_simt_ways ways;
} guard;

// ---- What is in a block

static bool block_meets(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (qn_simt_is_meeting(i))
      return true;
  return false;
}

static bool set_meets(const qn_spmd_graph *g, const uint64_t *set) {
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_bit(set, n) && block_meets(g->nodes[n].block))
      return true;
  return false;
}

// Whether work-items at one place may wait for others at another: for these,
// that all come to one place in the end is not the same.
static bool waits(const qn_simt_body *body, LLVMValueRef i, bool for_group) {
  const qn_devlib_function f = qn_devlib_called_by(i);
  if (qn_simt_counts_rounds(body, i))
    return false;
  return for_group ? qn_devlib_is_barrier(f) : f == QN_DEVLIB_WARP_SYNC;
}

static bool set_waits(const qn_simt_body *body, const uint64_t *set,
                      bool for_group) {
  const qn_spmd_graph *g = &body->graph;
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_bit(set, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        if (waits(body, i, for_group))
          return true;
  return false;
}

// What a pointer points into at a constant place, or NULL.
static LLVMValueRef find_base(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer)) {
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(pointer); ++k)
      if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, k)))
        return NULL;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer;
}

// The context or the arguments, which nothing changes.
static bool is_fixed(const qn_simt_body *body, LLVMValueRef base) {
  return base && (base == LLVMGetParam(body->function, 0) ||
                  base == LLVMGetParam(body->function, 1));
}

// Writes what several shuffles that are one are about: their kinds are the same
// in all lanes, as lanes that do not come must know them, too.
static bool describes_shuffles(LLVMValueRef i) {
  LLVMValueRef base =
      LLVMIsAStoreInst(i) ? find_base(LLVMGetOperand(i, 1)) : NULL;
  if (!base || !LLVMIsAAllocaInst(base))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(base); use; use = LLVMGetNextUse(use))
    if (qn_devlib_called_by(LLVMGetUser(use)) == QN_DEVLIB_SHUFFLES)
      return true;
  return false;
}

static bool may_divide_by_zero(LLVMValueRef i) {
  const LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op != LLVMSDiv && op != LLVMUDiv && op != LLVMSRem && op != LLVMURem)
    return false;
  LLVMValueRef by = LLVMGetOperand(i, 1);
  return !LLVMIsAConstantInt(by) || LLVMIsNull(by);
}

// Whether work-items that do not come to an instruction must not run it.
static bool is_guarded(const qn_simt_body *body, LLVMValueRef i) {
  if (LLVMIsALoadInst(i)) {
    LLVMValueRef base = find_base(LLVMGetOperand(i, 0));
    return LLVMGetVolatile(i) || !base ||
           !(LLVMIsAAllocaInst(base) || is_fixed(body, base));
  }
  if (LLVMIsAStoreInst(i)) // also of locals, which are read after all met
    return !describes_shuffles(i);
  if (LLVMIsACallInst(i)) {
    LLVMValueRef callee = qn_ir_callee(i);
    return !qn_simt_is_meeting(i) && (!callee || !qn_ir_is_intrinsic(callee) ||
                                      !qn_ir_is_memory_free(callee));
  }
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg:
    return true;
  default:
    return may_divide_by_zero(i);
  }
}

// ---- Loops

static bool is_in(const qn_spmd_graph *g, unsigned loop, const uint64_t *set) {
  return qn_spmd_bit(set, g->loops[loop].header);
}

static bool loop_has_guarded(const guard *m, unsigned loop) {
  const qn_spmd_graph *g = &m->body->graph;
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_in_loop(g, loop, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        if (is_guarded(m->body, i))
          return true;
  return false;
}

// Whether work-items that do not come to a loop go around it. They run others
// as all do, which end as they do for all.
static bool goes_around(const guard *m, unsigned loop) {
  const qn_simt_body *body = m->body;
  return !set_meets(&body->graph, body->graph.loops[loop].members) &&
         (qn_spmd_loop_diverges(&body->shapes, &body->graph, loop) ||
          loop_has_guarded(m, loop));
}

static bool loops_fit(const guard *m) {
  const qn_simt_body *body = m->body;
  const qn_spmd_graph *g = &body->graph;
  for (unsigned loop = 0; loop < g->loop_count; ++loop) {
    if (!is_in(g, loop, m->ways.region))
      continue;
    if (goes_around(m, loop)) {
      const unsigned before = qn_spmd_preheader(g, loop);
      if (qn_simt_only_exit(g, loop) == QN_SPMD_NONE ||
          before == QN_SPMD_NONE || !qn_spmd_bit(m->ways.region, before))
        return false;
    } else if (qn_spmd_loop_diverges(&body->shapes, g, loop)) {
      return false;
    }
  }
  return true;
}

// ---- Which branch

static bool waits_fit(const guard *m) {
  const qn_simt_body *body = m->body;
  const qn_spmd_graph *g = &body->graph;
  const qn_simt_ways *w = &m->ways;
  uint64_t *after = qn_spmd_bits(&m->body->arena, g->count + 1);
  if (!after)
    return false;
  if (qn_simt_leaves_rounds(
          body, LLVMGetBasicBlockTerminator(g->nodes[w->branch].block)))
    return true; // was looked at when rounds were shared
  for (unsigned t = 0; t < w->target_count; ++t)
    qn_spmd_reach(g, w->targets[t], g->count, after);
  for (unsigned for_group = 0; for_group < 2; ++for_group) {
    const bool here[] = {set_waits(body, w->sides[0], for_group),
                         set_waits(body, w->sides[1], for_group)};
    if ((here[0] && here[1]) ||
        ((here[0] || here[1]) && set_waits(body, after, for_group)))
      return false;
  }
  return true;
}

static bool operations_fit(const guard *m) {
  const qn_spmd_graph *g = &m->body->graph;
  enum { OP = 1 }; // a parameter (contract/functions.def)
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_bit(m->ways.region, n))
      QN_EACH_INSTRUCTION (i, g->nodes[n].block)
        if (LLVMIsAAllocaInst(i) ||
            (qn_devlib_called_by(i) == QN_DEVLIB_BARRIER_REDUCE &&
             !LLVMIsAConstantInt(LLVMGetOperand(i, OP))))
          return false;
  return true;
}

static bool fits(guard *m, unsigned branch) {
  return qn_simt_find_ways(m->body, branch, &m->ways) && loops_fit(m) &&
         waits_fit(m) && operations_fit(m);
}

static bool keeps_from_meeting(qn_simt_body *body, unsigned branch) {
  const qn_spmd_graph *g = &body->graph;
  uint64_t *region = qn_spmd_bits(&body->arena, g->count + 1);
  if (!region || !qn_spmd_diverges(&body->shapes, g, branch))
    return false;
  (void)qn_simt_find_region(g, branch, region);
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_bit(region, n) &&
        qn_spmd_bit(body->shapes.divergent_nodes, n) &&
        block_meets(g->nodes[n].block))
      return true;
  return false;
}

// The innermost branch that keeps work-items from a meeting and whose ways can
// become one. Those further out come later.
static bool find_branch(guard *m) {
  for (unsigned n = m->body->graph.count; n--;)
    if (keeps_from_meeting(m->body, n) && fits(m, n))
      return true;
  return false;
}

// ---- Conditions

static LLVMValueRef bit_of(const qn_simt_body *body, bool value) {
  return LLVMConstInt(LLVMInt1TypeInContext(body->unit->context), value, false);
}

// `value` for who comes, else `other`; nothing is asked of `value` then.
static LLVMValueRef only_for(const guard *m, unsigned side, LLVMValueRef value,
                             LLVMValueRef other) {
  return LLVMBuildSelect(m->body->b, m->ways.conditions[side], value, other,
                         "");
}

// Who does not come may have nothing that is defined.
static void drop_promises(LLVMValueRef call) {
  const unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", 7);
  for (unsigned k = 1; k <= LLVMGetNumArgOperands(call); ++k)
    LLVMRemoveCallSiteEnumAttribute(call, k, noundef);
}

// Who does not come is not seen by those that do.
static void guard_meeting(const guard *m, unsigned side, LLVMValueRef call) {
  enum { MASK_1 = 1, MASK_2 = 2, PREDICATE = 2, OP = 1 };
  LLVMBuilderRef b = m->body->b;
  LLVMContextRef context = m->body->unit->context;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  if (!qn_simt_is_meeting(call))
    return;
  LLVMPositionBuilderBefore(b, call);
  drop_promises(call);
  const qn_devlib_function f = qn_devlib_called_by(call);
  if (f == QN_DEVLIB_BALLOT || f == QN_DEVLIB_BARRIER_REDUCE) {
    const bool all =
        f == QN_DEVLIB_BARRIER_REDUCE &&
        LLVMConstIntGetZExtValue(LLVMGetOperand(call, OP)) == QN_REDUCE_ALL;
    LLVMSetOperand(call, PREDICATE,
                   only_for(m, side, LLVMGetOperand(call, PREDICATE),
                            LLVMConstInt(i32, all, false)));
    return;
  }
  if (f != QN_DEVLIB_ACTIVE_MASK && f != QN_DEVLIB_SHUFFLE &&
      f != QN_DEVLIB_SHUFFLES)
    return;
  LLVMValueRef values[] = {LLVMGetParam(m->body->function, 0),
                           LLVMConstAllOnes(LLVMInt64TypeInContext(context)),
                           LLVMBuildZExt(b, m->ways.conditions[side], i32, "")};
  LLVMValueRef there = qn_devlib_call(b, QN_DEVLIB_BALLOT, values, 3);
  if (f == QN_DEVLIB_ACTIVE_MASK) {
    LLVMReplaceAllUsesWith(call, there);
    LLVMInstructionEraseFromParent(call);
    return;
  }
  const unsigned operand = f == QN_DEVLIB_SHUFFLE ? MASK_2 : MASK_1;
  LLVMValueRef mask = LLVMGetOperand(call, operand);
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(mask)); // names all
  LLVMValueRef is_none = LLVMBuildICmp(b, LLVMIntEQ, mask, none, "");
  LLVMSetOperand(
      call, operand,
      LLVMBuildSelect(b, is_none, there, LLVMBuildAnd(b, mask, there, ""), ""));
}

// ---- Blocks

// Makes phis in `to`, a successor, know that `from` comes to it, too, with
// nothing.
static void add_path(LLVMBasicBlockRef to, LLVMBasicBlockRef from) {
  QN_EACH_INSTRUCTION (i, to) {
    if (!LLVMIsAPHINode(i))
      return;
    LLVMValueRef value = LLVMConstNull(LLVMTypeOf(i));
    LLVMAddIncoming(i, &value, &from, 1);
  }
}

// Has who comes do `first` to `last` of a block, which keeps what follows.
static void guard_run(const guard *m, unsigned side, LLVMValueRef first,
                      LLVMValueRef last) {
  qn_simt_body *body = m->body;
  LLVMBuilderRef b = body->b;
  LLVMBasicBlockRef tail = LLVMGetInstructionParent(first);
  LLVMBasicBlockRef head = qn_simt_block_before(body, tail);
  LLVMBasicBlockRef once = qn_simt_block_before(body, tail);
  qn_simt_enter_at(body->function, tail, head);
  qn_simt_move_up_to(body, tail, LLVMGetPreviousInstruction(first), head);
  qn_simt_move_up_to(body, tail, last, once);
  QN_EACH_INSTRUCTION (i, once) {
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind ||
        !qn_simt_is_used_outside(i, once))
      continue;
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(tail));
    LLVMValueRef phi = LLVMBuildPhi(b, type, "");
    LLVMValueRef values[] = {i, LLVMConstNull(type)};
    LLVMBasicBlockRef from[] = {once, head};
    qn_simt_replace_outside(i, once, phi);
    LLVMAddIncoming(phi, values, from, 2);
  }
  LLVMPositionBuilderAtEnd(b, head);
  LLVMBuildCondBr(b, m->ways.conditions[side], once, tail);
  LLVMPositionBuilderAtEnd(b, once);
  LLVMBuildBr(b, tail);
}

// What all run, whether they come or not: no loop's round may hang on the
// others.
static bool is_common(const guard *m, LLVMValueRef i) {
  if (LLVMIsAStoreInst(i) ||
      (LLVMIsALoadInst(i) &&
       !is_fixed(m->body, find_base(LLVMGetOperand(i, 0)))))
    return false;
  return !is_guarded(m->body, i) && qn_spmd_is_uniform(&m->body->shapes, i);
}

static bool ends_run(LLVMValueRef i) {
  return LLVMIsATerminatorInst(i) || qn_simt_is_meeting(i) ||
         describes_shuffles(i);
}

static bool uses_any(LLVMValueRef i, LLVMValueRef first, LLVMValueRef end) {
  for (LLVMValueRef k = first; k != end; k = LLVMGetNextInstruction(k))
    for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); ++o)
      if (LLVMGetOperand(i, o) == k)
        return true;
  return false;
}

// Finds a run from `from` on that is guarded, and moves what is common in front
// of it. NULL: there is none before what ends it, which is `*out_next`.
static LLVMValueRef find_run(const guard *m, LLVMValueRef from,
                             LLVMValueRef *out_last, LLVMValueRef *out_next) {
  LLVMValueRef first = NULL;
  LLVMValueRef i = from;
  for (LLVMValueRef next; !ends_run(i); i = next) {
    next = LLVMGetNextInstruction(i);
    if (is_guarded(m->body, i)) {
      first = first ? first : i;
      *out_last = i;
    } else if (first && is_common(m, i) && !uses_any(i, first, i)) {
      LLVMPositionBuilderBefore(m->body->b, first);
      LLVMInstructionRemoveFromParent(i);
      LLVMSetCurrentDebugLocation2(m->body->b, NULL);
      LLVMInsertIntoBuilderWithName(m->body->b, i, LLVMGetValueName(i));
    }
  }
  *out_next = i;
  return first;
}

static void guard_block(const guard *m, unsigned side,
                        LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  while (!LLVMIsATerminatorInst(at)) {
    LLVMValueRef last = NULL, next = NULL;
    LLVMValueRef first = find_run(m, at, &last, &next);
    if (first)
      guard_run(m, side, first, last);
    at = next;
    if (LLVMIsATerminatorInst(at))
      return;
    at = LLVMGetNextInstruction(next);
    guard_meeting(m, side, next);
  }
}

// Has who does not come go from the block's end to `to`.
static void go_around(const guard *m, unsigned side, LLVMBasicBlockRef block,
                      LLVMBasicBlockRef to) {
  qn_simt_body *body = m->body;
  LLVMBasicBlockRef head = qn_simt_block_before(body, block);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  qn_simt_enter_at(body->function, block, head);
  qn_simt_move_up_to(body, block, LLVMGetPreviousInstruction(end), head);
  LLVMPositionBuilderAtEnd(body->b, head);
  LLVMBuildCondBr(body->b, m->ways.conditions[side], block, to);
  add_path(to, head);
}

// The block of a node inside a side, or where that side ends.
static LLVMBasicBlockRef block_at(const guard *m, unsigned side,
                                  unsigned node) {
  return qn_spmd_bit(m->ways.sides[side], node)
             ? m->body->graph.nodes[node].block
             : m->ways.ends[side];
}

static bool is_part(const qn_spmd_graph *g, const uint64_t *set,
                    const uint64_t *of) {
  for (unsigned n = 0; n < g->count; ++n)
    if (qn_spmd_bit(set, n) && !qn_spmd_bit(of, n))
      return false;
  return true;
}

// A branch at which lanes part; what it leads to is left out where they may go
// around it. Sets in `done` what needs no guards then.
static bool guard_branch(const guard *m, unsigned side, unsigned n,
                         uint64_t *done) {
  const qn_spmd_graph *g = &m->body->graph;
  const qn_spmd_node *node = &g->nodes[n];
  LLVMBuilderRef b = m->body->b;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(node->block);
  uint64_t *region = qn_spmd_bits(&m->body->arena, g->count + 1);
  if (!region)
    return false;
  LLVMPositionBuilderBefore(b, end);
  if (!qn_simt_find_region(g, n, region) || set_meets(g, region) ||
      !is_part(g, region, m->ways.sides[side]) ||
      g->nodes[node->postdominator].loop != node->loop ||
      node->postdominator <= n) {
    LLVMSetCondition(end, LLVMBuildFreeze(b, LLVMGetCondition(end), ""));
    return true;
  }
  for (unsigned k = 0; k < g->count; ++k)
    if (qn_spmd_bit(region, k))
      qn_spmd_set_bit(done, k);
  for (unsigned k = 0; k < 2; ++k)
    if (node->successors[k] == node->postdominator) {
      LLVMSetCondition(end, only_for(m, side, LLVMGetCondition(end),
                                     bit_of(m->body, k == 0)));
      return true;
    }
  go_around(m, side, node->block, block_at(m, side, node->postdominator));
  return true;
}

static bool guard_side(const guard *m, unsigned side) {
  const qn_spmd_graph *g = &m->body->graph;
  uint64_t *done = qn_spmd_bits(&m->body->arena, g->count + 1);
  if (!done)
    return false;
  for (unsigned n = 0; n < g->count; ++n) {
    const qn_spmd_node *node = &g->nodes[n];
    if (!qn_spmd_bit(m->ways.sides[side], n) || qn_spmd_bit(done, n))
      continue;
    const unsigned loop = node->loop;
    if (loop != QN_SPMD_NONE && g->loops[loop].header == n &&
        goes_around(m, loop)) {
      go_around(m, side, g->nodes[qn_spmd_preheader(g, loop)].block,
                block_at(m, side, qn_simt_only_exit(g, loop)));
      for (unsigned k = 0; k < g->count; ++k)
        if (qn_spmd_in_loop(g, loop, k))
          qn_spmd_set_bit(done, k);
      continue;
    }
    const bool parts = qn_spmd_diverges(&m->body->shapes, g, n);
    guard_block(m, side, node->block);
    if (parts && !guard_branch(m, side, n, done))
      return false;
  }
  return true;
}

// ---- All

static void drop_lifetimes(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
      next = LLVMGetNextInstruction(i);
      if (qn_ir_is_lifetime(i) ||
          (callee && qn_str_equal(qn_ir_name(callee), QN_STR("llvm.assume"))))
        LLVMInstructionEraseFromParent(i);
    }
}

qn_status qn_simt_guard_meetings(qn_simt_body *body, qn_diag *diag) {
  static const char shared[] = "instsimplify,loop-simplify,lcssa,dce";
  const char *pipeline = "loop-simplify,lcssa,dce";
  for (unsigned count = 0; count < GUARDS_MAX; ++count) {
    guard m = {.body = body};
    QN_TRY(qn_simt_analyse(body, diag));
    if (qn_simt_is_refused(body))
      break;
    if (qn_simt_share_rounds(body)) {
      pipeline = shared;
      drop_lifetimes(body->function);
    } else {
      if (!find_branch(&m))
        break;
      drop_lifetimes(body->function);
      qn_simt_join_ways(body, &m.ways);
      for (unsigned side = 0; side < 2; ++side)
        if (m.ways.ends[side] && !guard_side(&m, side))
          return qn_fail_memory(diag, "what work-items leave out");
    }
    qn_simt_forget(body);
    QN_TRY(qn_ir_run_function_passes(body->function, pipeline,
                                     body->unit->machine, diag));
  }
  qn_simt_forget(body);
  return qn_ok();
}
