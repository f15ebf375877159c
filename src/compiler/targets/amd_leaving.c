// SPDX-License-Identifier: Apache-2.0
// `if (c) { side } else { barriers }` becomes `if (c) { side }` and then, where
// its ways out meet, `if (c) out; else { barriers }`, by the same condition.
#include "compiler/targets/amd_leaving.h"

#include <string.h>

#include "base/alloc.h"
#include "base/map.h"

// ---- Where blocks lead

typedef struct flow {
  LLVMBasicBlockRef *blocks;
  unsigned count;
  qn_map index;     // of a block
  bool *to_barrier; // barriers are reached from its start
  bool *in_side;
  unsigned *stack;
} flow;

static void flow_finish(flow *f) {
  qn_free(f->blocks);
  qn_free(f->to_barrier);
  qn_free(f->in_side);
  qn_free(f->stack);
  qn_map_finish(&f->index);
  *f = (flow){0};
}

static unsigned number_of(const flow *f, LLVMBasicBlockRef block) {
  return (unsigned)*qn_map_find(&f->index, (uintptr_t)block);
}

static bool is_barrier(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee &&
         qn_str_starts(qn_ir_name(callee), QN_STR("llvm.amdgcn.s.barrier"));
}

static bool has_barrier(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (is_barrier(i))
      return true;
  return false;
}

static bool function_has_barrier(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    if (has_barrier(block))
      return true;
  return false;
}

// EACH_PREDECESSOR (p, block): once for each edge.
#define EACH_PREDECESSOR(p, block)                                             \
  for (LLVMUseRef use_ = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use_;  \
       use_ = LLVMGetNextUse(use_))                                            \
    for (LLVMBasicBlockRef p =                                                 \
             LLVMIsATerminatorInst(LLVMGetUser(use_))                          \
                 ? LLVMGetInstructionParent(LLVMGetUser(use_))                 \
                 : NULL;                                                       \
         p; p = NULL)

static void find_barriers(flow *f) {
  unsigned depth = 0;
  for (unsigned n = 0; n < f->count; ++n) {
    f->to_barrier[n] = has_barrier(f->blocks[n]);
    if (f->to_barrier[n])
      f->stack[depth++] = n;
  }
  while (depth) {
    LLVMBasicBlockRef block = f->blocks[f->stack[--depth]];
    EACH_PREDECESSOR(p, block) {
      const unsigned n = number_of(f, p);
      if (!f->to_barrier[n]) {
        f->to_barrier[n] = true;
        f->stack[depth++] = n;
      }
    }
  }
}

static qn_status flow_init(flow *f, LLVMValueRef function, qn_diag *diag) {
  const size_t count = LLVMCountBasicBlocks(function);
  *f = (flow){.blocks = qn_alloc_array(count, sizeof(*f->blocks)),
              .to_barrier = qn_alloc_array(count, sizeof(*f->to_barrier)),
              .in_side = qn_alloc_array(count, sizeof(*f->in_side)),
              .stack = qn_alloc_array(count, sizeof(*f->stack))};
  if (!f->blocks || !f->to_barrier || !f->in_side || !f->stack)
    return qn_fail_memory(diag, "a function's blocks");
  QN_EACH_BLOCK (block, function) {
    f->blocks[f->count] = block;
    QN_TRY(qn_map_put(&f->index, (uintptr_t)block, f->count++, diag));
  }
  find_barriers(f);
  return qn_ok();
}

// ---- A side without barriers

enum { AS_CONSTANT = 4 };
static unsigned space_of(LLVMValueRef load) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(load, 0)));
}

// Whether work-items of a wave may have different values, as far as a short
// look can tell.
static bool may_differ(LLVMValueRef value, unsigned depth) {
  if (LLVMIsAConstant(value) || LLVMIsAArgument(value))
    return false;
  LLVMValueRef callee = LLVMIsACallInst(value) ? qn_ir_callee(value) : NULL;
  if (callee)
    return !qn_str_starts(qn_ir_name(callee),
                          QN_STR("llvm.amdgcn.workgroup.id")) &&
           !qn_str_starts(qn_ir_name(callee),
                          QN_STR("llvm.amdgcn.implicitarg.ptr"));
  if (!depth || LLVMIsAPHINode(value) || !LLVMIsAInstruction(value) ||
      (LLVMIsALoadInst(value) && space_of(value) != AS_CONSTANT))
    return true;
  for (int k = 0; k < LLVMGetNumOperands(value); ++k)
    if (may_differ(LLVMGetOperand(value, (unsigned)k), depth - 1))
      return true;
  return false;
}

// Whether memory is accessed that other work-items may access, too.
static bool accesses(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block) {
    if (LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
        LLVMIsAAtomicCmpXchgInst(i) ||
        (LLVMIsALoadInst(i) && space_of(i) != AS_CONSTANT))
      return true;
    if (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i))
      return true;
  }
  return false;
}

static bool is_entered_elsewhere(const flow *f, LLVMBasicBlockRef block,
                                 LLVMBasicBlockRef branch) {
  EACH_PREDECESSOR(p, block)
  if (p != branch && !f->in_side[number_of(f, p)])
    return true;
  return false;
}

// Marks what is reached from `start` and entered through it alone, which is
// entered at `branch` alone.
static void mark_side(flow *f, LLVMBasicBlockRef branch,
                      LLVMBasicBlockRef start) {
  unsigned depth = 0;
  memset(f->in_side, 0, f->count * sizeof(*f->in_side));
  f->stack[depth++] = number_of(f, start);
  f->in_side[f->stack[0]] = true;
  while (depth) {
    LLVMValueRef end =
        LLVMGetBasicBlockTerminator(f->blocks[f->stack[--depth]]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k) {
      const unsigned n = number_of(f, LLVMGetSuccessor(end, k));
      if (!f->in_side[n]) {
        f->in_side[n] = true;
        f->stack[depth++] = n;
      }
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (unsigned n = 0; n < f->count; ++n)
      if (f->in_side[n] && is_entered_elsewhere(f, f->blocks[n], branch)) {
        f->in_side[n] = false;
        again = true;
      }
  }
}

// What is known of a branch: its sides, and the only place that the one without
// barriers leads to; NULL: it returns.
typedef struct leaving {
  LLVMValueRef branch;
  unsigned side; // of its successors
  LLVMBasicBlockRef out;
} leaving;

// Whether all ways out of the side are one, and memory is accessed in it.
static bool find_way_out(const flow *f, leaving *l) {
  bool has_accesses = false, returns = false;
  l->out = NULL;
  for (unsigned n = 0; n < f->count; ++n) {
    if (!f->in_side[n])
      continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[n]);
    has_accesses |= accesses(f->blocks[n]);
    returns |= LLVMIsAReturnInst(end) != NULL;
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end))
      return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      if (f->in_side[number_of(f, to)])
        continue;
      if (l->out && l->out != to)
        return false;
      l->out = to;
    }
  }
  return has_accesses && returns != (l->out != NULL);
}

static bool is_leaving(flow *f, LLVMBasicBlockRef block, leaving *l) {
  enum { DEPTH = 8 };
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
    return false;
  const bool first = f->to_barrier[number_of(f, LLVMGetSuccessor(end, 0))];
  const bool second = f->to_barrier[number_of(f, LLVMGetSuccessor(end, 1))];
  *l = (leaving){.branch = end, .side = first};
  if (first == second || !may_differ(LLVMGetCondition(end), DEPTH))
    return false;
  LLVMBasicBlockRef side = LLVMGetSuccessor(end, l->side);
  mark_side(f, block, side);
  return f->in_side[number_of(f, side)] && find_way_out(f, l);
}

// ---- Having it first

// Makes a phi anew: what comes from `gone` (NULL: from the side) comes from
// `join`, as `value` (NULL: as it was).
static void move_phi(const flow *f, LLVMBuilderRef b, LLVMValueRef phi,
                     LLVMBasicBlockRef gone, LLVMBasicBlockRef join,
                     LLVMValueRef value) {
  LLVMPositionBuilderBefore(b, phi);
  LLVMValueRef made = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
  if (value)
    LLVMAddIncoming(made, &value, &join, 1);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMValueRef own = LLVMGetIncomingValue(phi, k);
    if (!gone && f->in_side[number_of(f, from)])
      continue;
    from = from == gone ? join : from;
    LLVMAddIncoming(made, &own, &from, 1);
  }
  LLVMReplaceAllUsesWith(phi, made);
  LLVMInstructionEraseFromParent(phi);
}

#define EACH_PHI(phi, next, block)                                             \
  for (LLVMValueRef phi = LLVMGetFirstInstruction(block), next;                \
       phi && LLVMIsAPHINode(phi) &&                                           \
       ((next = LLVMGetNextInstruction(phi)), 1);                              \
       phi = next)

// What the way out gets from the side it gets from `join`.
static void join_values(const flow *f, LLVMBuilderRef b, const leaving *l,
                        LLVMBasicBlockRef join) {
  LLVMBasicBlockRef branch = LLVMGetInstructionParent(l->branch);
  EACH_PHI(phi, next, l->out) {
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMValueRef none = LLVMGetPoison(type);
    LLVMPositionBuilderAtEnd(b, join);
    LLVMValueRef made = LLVMBuildPhi(b, type, "");
    LLVMAddIncoming(made, &none, &branch, 1);
    EACH_PREDECESSOR(p, l->out)
    if (f->in_side[number_of(f, p)]) {
      LLVMValueRef value = qn_ir_incoming(phi, p);
      LLVMAddIncoming(made, &value, &p, 1);
    }
    move_phi(f, b, phi, NULL, join, made);
  }
}

// All ways out of the side go to `join`.
static void lead_to(const flow *f, LLVMBuilderRef b, const leaving *l,
                    LLVMBasicBlockRef join) {
  for (unsigned n = 0; n < f->count; ++n) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[n]);
    if (!f->in_side[n])
      continue;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == l->out)
        LLVMSetSuccessor(end, k, join);
    if (!LLVMIsAReturnInst(end))
      continue;
    LLVMPositionBuilderBefore(b, end);
    LLVMBuildBr(b, join);
    LLVMInstructionEraseFromParent(end);
  }
}

static void leave_first(const flow *f, LLVMBuilderRef b, leaving *l) {
  LLVMBasicBlockRef branch = LLVMGetInstructionParent(l->branch);
  LLVMBasicBlockRef stays = LLVMGetSuccessor(l->branch, !l->side);
  LLVMValueRef function = LLVMGetBasicBlockParent(branch);
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBasicBlockRef join = LLVMInsertBasicBlockInContext(c, stays, "");
  LLVMBasicBlockRef out = l->out;
  if (out) {
    join_values(f, b, l, join);
  } else {
    out = LLVMAppendBasicBlockInContext(c, function, "");
    LLVMPositionBuilderAtEnd(b, out);
    LLVMBuildRetVoid(b);
  }
  lead_to(f, b, l, join);
  LLVMSetSuccessor(l->branch, !l->side, join);
  EACH_PHI(phi, next, stays)
  move_phi(f, b, phi, branch, join, NULL);
  LLVMPositionBuilderAtEnd(b, join);
  (void)LLVMBuildCondBr(b, LLVMGetCondition(l->branch), l->side ? stays : out,
                        l->side ? out : stays);
}

// One branch of the function; false: there is none.
static qn_status change_one(LLVMValueRef function, LLVMBuilderRef b,
                            bool *out_changed, qn_diag *diag) {
  flow f;
  leaving l;
  *out_changed = false;
  qn_status status = flow_init(&f, function, diag);
  for (unsigned n = 0; !qn_failed(status) && n < f.count && !*out_changed; ++n)
    if (is_leaving(&f, f.blocks[n], &l)) {
      leave_first(&f, b, &l);
      *out_changed = true;
    }
  flow_finish(&f);
  return status;
}

qn_status qn_amd_leave_first(LLVMModuleRef module, qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, module)
    for (bool again = function_has_barrier(function);
         again && !qn_failed(status);)
      status = change_one(function, b, &again, diag);
  LLVMDisposeBuilder(b);
  return status;
}
