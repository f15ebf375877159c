// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/back_branches.h"

#include "base/alloc.h"

// A block on the way from the entry, and its next successor.
typedef struct {
  LLVMBasicBlockRef block;
  unsigned next;
} step;

enum { ON_WAY = 1, DONE = 2 };

typedef struct {
  step *way;
  size_t depth;
  qn_map states;
} walk;

static unsigned state_of(const walk *w, LLVMBasicBlockRef block) {
  const uint64_t *found = qn_map_find(&w->states, (uintptr_t)block);
  return found ? (unsigned)*found : 0;
}

static bool enter(walk *w, LLVMBasicBlockRef block) {
  w->way[w->depth++] = (step){.block = block};
  return !qn_failed(qn_map_put(&w->states, (uintptr_t)block, ON_WAY, NULL));
}

// ---- Turning a branch around

static LLVMIntPredicate opposite(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntEQ:
    return LLVMIntNE;
  case LLVMIntNE:
    return LLVMIntEQ;
  case LLVMIntUGT:
    return LLVMIntULE;
  case LLVMIntUGE:
    return LLVMIntULT;
  case LLVMIntULT:
    return LLVMIntUGE;
  case LLVMIntULE:
    return LLVMIntUGT;
  case LLVMIntSGT:
    return LLVMIntSLE;
  case LLVMIntSGE:
    return LLVMIntSLT;
  case LLVMIntSLT:
    return LLVMIntSGE;
  case LLVMIntSLE:
    return LLVMIntSGT;
  }
  return predicate;
}

static LLVMValueRef build_opposite(LLVMBuilderRef b, LLVMValueRef condition) {
  LLVMValueRef left, right;
  if (!LLVMIsACmpInst(condition))
    return LLVMBuildNot(b, condition, "");
  left = LLVMGetOperand(condition, 0);
  right = LLVMGetOperand(condition, 1);
  if (LLVMIsAICmpInst(condition))
    return LLVMBuildICmp(b, opposite(LLVMGetICmpPredicate(condition)), left,
                         right, "");
  // Predicates are sets of outcomes: less, equal, greater, unordered.
  LLVMValueRef made = LLVMBuildFCmp(
      b,
      (LLVMRealPredicate)((unsigned)LLVMGetFCmpPredicate(condition) ^
                          (unsigned)LLVMRealPredicateTrue),
      left, right, "");
  LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(condition));
  return made;
}

static void turn_around(LLVMValueRef branch) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef first = LLVMGetSuccessor(branch, 0);
  LLVMPositionBuilderBefore(b, branch);
  LLVMSetCondition(branch, build_opposite(b, LLVMGetCondition(branch)));
  LLVMSetSuccessor(branch, 0, LLVMGetSuccessor(branch, 1));
  LLVMSetSuccessor(branch, 1, first);
  // Weights are in the order of the successors.
  LLVMSetMetadata(branch, qn_ir_metadata_kind(context, "prof"), NULL);
  LLVMDisposeBuilder(b);
}

// ---- Finding the branches

// The second way alone goes back.
static bool goes_back_otherwise(const walk *w, LLVMValueRef branch) {
  return LLVMGetInstructionOpcode(branch) == LLVMBr &&
         LLVMIsConditional(branch) &&
         state_of(w, LLVMGetSuccessor(branch, 1)) == ON_WAY &&
         state_of(w, LLVMGetSuccessor(branch, 0)) != ON_WAY;
}

// False when out of memory.
static bool advance(walk *w) {
  step *last = &w->way[w->depth - 1];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(last->block);
  if (last->next == 0 && goes_back_otherwise(w, end))
    turn_around(end);
  if (last->next == LLVMGetNumSuccessors(end)) {
    --w->depth;
    return !qn_failed(
        qn_map_put(&w->states, (uintptr_t)last->block, DONE, NULL));
  }
  LLVMBasicBlockRef next = LLVMGetSuccessor(end, last->next++);
  return state_of(w, next) || enter(w, next);
}

static bool turn_branches_of(LLVMValueRef function) {
  walk w = {0};
  w.way = qn_alloc_array(LLVMCountBasicBlocks(function) + 1, sizeof(*w.way));
  bool ok = w.way && enter(&w, LLVMGetEntryBasicBlock(function));
  while (ok && w.depth)
    ok = advance(&w);
  qn_free(w.way);
  qn_map_finish(&w.states);
  return ok;
}

qn_status qn_ir_turn_back_branches(LLVMModuleRef module, qn_diag *diag) {
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function) && !turn_branches_of(function))
      return qn_fail_memory(diag, "the branches of loops");
  return qn_ok();
}
