// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/counted.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/spmd/analysis/condition.h"

enum { VALUES_MAX = 64 }; // of which an address is computed

// ---- Values that are the same in each round, or go on by a step

enum { SAME, STEPS, OTHER }; // the course that a value takes

static bool is_inside(const qn_spmd_counted *c, LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         qn_spmd_in_loop(
             c->graph, c->loop,
             qn_spmd_node_of(c->graph, LLVMGetInstructionParent(value)));
}

static unsigned course_of(const qn_spmd_counted *c, LLVMValueRef value,
                          unsigned *left);

// That of a sum, of an address and its indices, too.
static unsigned course_of_sum(const qn_spmd_counted *c, LLVMValueRef value,
                              unsigned *left) {
  unsigned found = SAME;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); ++i) {
    const unsigned of = course_of(c, LLVMGetOperand(value, i), left);
    found = of > found ? of : found;
  }
  return found;
}

static unsigned course_of_product(const qn_spmd_counted *c, LLVMValueRef value,
                                  unsigned *left) {
  const unsigned a = course_of(c, LLVMGetOperand(value, 0), left);
  const unsigned b = course_of(c, LLVMGetOperand(value, 1), left);
  if (LLVMGetInstructionOpcode(value) == LLVMShl && b != SAME)
    return OTHER;
  return a == STEPS && b == STEPS ? OTHER : a > b ? a : b;
}

static unsigned course_of(const qn_spmd_counted *c, LLVMValueRef value,
                          unsigned *left) {
  if (value == c->index)
    return STEPS;
  if (!is_inside(c, value))
    return SAME;
  if (!*left)
    return OTHER;
  --*left;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMGetElementPtr:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind
               ? OTHER
               : course_of_sum(c, value, left);
  case LLVMMul:
  case LLVMShl:
    return course_of_product(c, value, left);
  default:
    return OTHER;
  }
}

static bool is_same(const qn_spmd_counted *c, LLVMValueRef value) {
  unsigned left = VALUES_MAX;
  return course_of(c, value, &left) == SAME;
}

bool qn_spmd_has_step(const qn_spmd_counted *c, LLVMValueRef value) {
  unsigned left = VALUES_MAX;
  return course_of(c, value, &left) != OTHER;
}

// What is computed in front of the loop may be for rounds that never come.
static void drop_flags(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    LLVMSetNSW(i, false);
    LLVMSetNUW(i, false);
    break;
  case LLVMZExt:
    LLVMSetNNeg(i, false);
    break;
  case LLVMGetElementPtr:
    LLVMGEPSetNoWrapFlags(i, 0);
    break;
  default:
    break;
  }
}

// The value where the builder is, with `index` as the loop's number.
static LLVMValueRef copy_with(const qn_spmd_counted *c, LLVMBuilderRef b,
                              LLVMValueRef value, LLVMValueRef index) {
  if (value == c->index)
    return index;
  if (!is_inside(c, value))
    return value;
  LLVMValueRef copy = LLVMInstructionClone(value);
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); ++i)
    LLVMSetOperand(copy, i, copy_with(c, b, LLVMGetOperand(value, i), index));
  LLVMInsertIntoBuilder(b, copy);
  drop_flags(copy);
  return copy;
}

LLVMValueRef qn_spmd_in_round(const qn_spmd_counted *c, LLVMBuilderRef b,
                              LLVMValueRef value, LLVMValueRef round) {
  LLVMTypeRef type = LLVMTypeOf(c->index);
  LLVMValueRef number = LLVMBuildIntCast2(b, round, type, false, "");
  LLVMValueRef step = LLVMConstInt(type, (unsigned long long)c->step, true);
  LLVMValueRef index =
      LLVMBuildAdd(b, c->first, LLVMBuildMul(b, number, step, ""), "");
  return copy_with(c, b, value, index);
}

// ---- The number of rounds

typedef struct ending {
  LLVMValueRef bound;
  LLVMIntPredicate goes_on; // number, bound
} ending;

static bool goes_up(LLVMIntPredicate p) {
  return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntULT ||
         p == LLVMIntULE;
}

static bool is_signed(LLVMIntPredicate p) {
  return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT ||
         p == LLVMIntSGE;
}

static bool takes_bound(LLVMIntPredicate p) {
  return p == LLVMIntSLE || p == LLVMIntULE || p == LLVMIntSGE ||
         p == LLVMIntUGE;
}

static bool find_ending(const qn_spmd_counted *c, ending *out) {
  const qn_spmd_node *header =
      &c->graph->nodes[c->graph->loops[c->loop].header];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(header->block);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
    return false;
  LLVMValueRef test = LLVMGetCondition(end);
  if (!LLVMIsAICmpInst(test))
    return false;
  const bool is_left = LLVMGetOperand(test, 0) == c->index;
  LLVMIntPredicate p = LLVMGetICmpPredicate(test);
  if (!is_left && LLVMGetOperand(test, 1) != c->index)
    return false;
  p = is_left ? p : qn_spmd_swapped(p);
  if (!qn_spmd_in_loop(c->graph, c->loop,
                       qn_spmd_node_of(c->graph, LLVMGetSuccessor(end, 0))))
    p = qn_spmd_negated(p);
  *out = (ending){LLVMGetOperand(test, is_left), p};
  // A number that may step over what it has to be is not counted.
  const bool is_met = p == LLVMIntNE && (c->step == 1 || c->step == -1);
  return is_same(c, out->bound) &&
         (is_met ||
          (p != LLVMIntNE && p != LLVMIntEQ && goes_up(p) == (c->step > 0)));
}

LLVMValueRef qn_spmd_rounds(const qn_spmd_counted *c, LLVMBuilderRef b) {
  LLVMTypeRef i64 =
      LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(c->index)));
  LLVMValueRef one = LLVMConstInt(i64, 1, false);
  LLVMValueRef none = LLVMConstInt(i64, 0, false);
  ending e;
  if (!find_ending(c, &e))
    return none;
  LLVMValueRef bound = copy_with(c, b, e.bound, c->index);
  const bool is_up = c->step > 0, has_sign = is_signed(e.goes_on);
  if (e.goes_on == LLVMIntNE)
    return LLVMBuildIntCast2(b,
                             is_up ? LLVMBuildSub(b, bound, c->first, "")
                                   : LLVMBuildSub(b, c->first, bound, ""),
                             i64, false, "");
  LLVMValueRef from = LLVMBuildIntCast2(b, c->first, i64, has_sign, "");
  LLVMValueRef to = LLVMBuildIntCast2(b, bound, i64, has_sign, "");
  LLVMValueRef way =
      is_up ? LLVMBuildSub(b, to, from, "") : LLVMBuildSub(b, from, to, "");
  if (!takes_bound(e.goes_on))
    way = LLVMBuildSub(b, way, one, "");
  const uint64_t size = is_up ? (uint64_t)c->step : 0 - (uint64_t)c->step;
  LLVMValueRef rounds = LLVMBuildAdd(
      b, LLVMBuildUDiv(b, way, LLVMConstInt(i64, size, false), ""), one, "");
  return LLVMBuildSelect(b, LLVMBuildICmp(b, e.goes_on, c->first, bound, ""),
                         rounds, none, "");
}

// ---- Loops

// Whether an instruction only computes, or accesses memory plainly.
static bool is_plain(LLVMValueRef i) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
    return !LLVMGetVolatile(i) &&
           LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
  if (LLVMIsACallInst(i)) {
    LLVMValueRef callee = qn_ir_callee(i);
    return callee && (qn_ir_is_lifetime(i) || (qn_ir_is_intrinsic(callee) &&
                                               qn_ir_is_memory_free(callee)));
  }
  return !LLVMIsAFenceInst(i) && !LLVMIsAAtomicRMWInst(i) &&
         !LLVMIsAAtomicCmpXchgInst(i) && !LLVMIsAInvokeInst(i) &&
         !LLVMIsAAllocaInst(i);
}

typedef struct contents {
  bool plain, writes;
} contents;

// What a loop does; not plain, too, when another block than its header leaves
// it.
static contents contents_of(const qn_spmd_graph *g, unsigned loop) {
  contents found = {.plain = true};
  for (unsigned n = 0; n < g->count && found.plain; ++n) {
    const qn_spmd_node *node = &g->nodes[n];
    if (!qn_spmd_in_loop(g, loop, n))
      continue;
    for (unsigned i = 0; i < node->successor_count; ++i)
      found.plain &= n == g->loops[loop].header ||
                     qn_spmd_in_loop(g, loop, node->successors[i]);
    found.plain &= node->loop == loop && node->successor_count > 0;
    QN_EACH_INSTRUCTION (i, node->block) {
      found.plain &= is_plain(i);
      found.writes |= LLVMIsAStoreInst(i) != NULL;
    }
  }
  return found;
}

// The number that a phi goes on by in each round, or 0.
static int64_t step_of(const qn_spmd_graph *g, unsigned loop,
                       LLVMValueRef phi) {
  LLVMBasicBlockRef latch = g->nodes[g->loops[loop].latch].block;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i) {
    LLVMValueRef next = LLVMGetIncomingValue(phi, i);
    if (LLVMGetIncomingBlock(phi, i) != latch || !qn_ir_is(next, LLVMAdd) ||
        LLVMGetOperand(next, 0) != phi ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
      continue;
    return LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
  }
  return 0;
}

static bool find_number(qn_spmd_counted *c) {
  enum { BITS_MAX = 64 };
  const qn_spmd_loop *loop = &c->graph->loops[c->loop];
  ending e;
  QN_EACH_INSTRUCTION (i, c->graph->nodes[loop->header].block) {
    if (!LLVMIsAPHINode(i) || LLVMCountIncoming(i) != 2 ||
        LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(i)) > BITS_MAX)
      continue;
    const bool second =
        LLVMGetIncomingBlock(i, 0) == c->graph->nodes[loop->latch].block;
    c->index = i;
    c->first = LLVMGetIncomingValue(i, second);
    c->step = step_of(c->graph, c->loop, i);
    if (c->step && find_ending(c, &e))
      return true;
  }
  return false;
}

// The header runs at least once.
static void move_loads(const qn_spmd_counted *c, LLVMBuilderRef b) {
  const qn_spmd_loop *loop = &c->graph->loops[c->loop];
  LLVMBasicBlockRef header = c->graph->nodes[loop->header].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction(header), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsALoadInst(i) || !is_same(c, LLVMGetOperand(i, 0)))
      continue;
    LLVMPositionBuilderBefore(b, c->before);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMSetOperand(i, 0, copy_with(c, b, LLVMGetOperand(i, 0), NULL));
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
  }
}

bool qn_spmd_find_counted(const qn_spmd_graph *graph, unsigned loop,
                          LLVMBuilderRef b, qn_spmd_counted *out) {
  *out = (qn_spmd_counted){.graph = graph, .loop = loop};
  const unsigned before = qn_spmd_preheader(graph, loop);
  if (before == QN_SPMD_NONE || graph->loops[loop].latch == QN_SPMD_NONE ||
      graph->loops[loop].latch == graph->loops[loop].header)
    return false;
  out->before = LLVMGetBasicBlockTerminator(graph->nodes[before].block);
  const contents in = contents_of(graph, loop);
  if (!in.plain)
    return false;
  if (!in.writes)
    move_loads(out, b);
  return find_number(out);
}

bool qn_spmd_in_each_round(const qn_spmd_counted *c, unsigned node) {
  const qn_spmd_loop *loop = &c->graph->loops[c->loop];
  return node != loop->header && qn_spmd_in_loop(c->graph, c->loop, node) &&
         qn_spmd_dominates(c->graph, node, loop->latch);
}
