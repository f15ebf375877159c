// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/lanes.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/parts.h"

enum { LANES_MAX = 64 };

// One lane of a vector; `vector` is NULL for one that has no value.
typedef struct lane {
  LLVMValueRef vector;
  unsigned index;
} lane;

// One step back to the vector that a lane comes from; false: it comes from none
// but this.
static bool step_back(lane *l) {
  LLVMValueRef v = l->vector;
  if (qn_ir_is(v, LLVMShuffleVector)) {
    const int from = LLVMGetMaskValue(v, l->index);
    const unsigned count = qn_ir_lanes(LLVMGetOperand(v, 0));
    l->vector =
        from < 0 ? NULL : LLVMGetOperand(v, (unsigned)from >= count ? 1 : 0);
    l->index = from < 0 ? 0 : (unsigned)from % count;
    return l->vector != NULL;
  }
  if (!qn_ir_is(v, LLVMInsertElement))
    return false;
  LLVMValueRef at = LLVMGetOperand(v, 2);
  if (!LLVMIsAConstantInt(at) || LLVMConstIntGetZExtValue(at) == l->index)
    return false;
  l->vector = LLVMGetOperand(v, 0);
  return true;
}

static lane origin_of(LLVMValueRef vector, unsigned index) {
  lane l = {vector, index};
  while (step_back(&l)) {
  }
  if (l.vector && LLVMIsPoison(l.vector))
    l.vector = NULL;
  return l;
}

// The vectors that a shuffle's lanes come from; false if they are more than
// two, or of several types.
static bool find_origins(LLVMValueRef shuffle, LLVMValueRef from[2],
                         int *mask) {
  const unsigned count = qn_ir_lanes(shuffle);
  from[0] = from[1] = NULL;
  for (unsigned i = 0; i < count; ++i) {
    const lane l = origin_of(shuffle, i);
    mask[i] = -1;
    if (!l.vector)
      continue;
    unsigned k = 0;
    while (k < 2 && from[k] && from[k] != l.vector)
      ++k;
    if (k == 2 || (k == 1 && LLVMTypeOf(from[0]) != LLVMTypeOf(l.vector)))
      return false;
    from[k] = l.vector;
    mask[i] = (int)(l.index + k * qn_ir_lanes(l.vector));
  }
  return from[0] != NULL;
}

// What takes the place of a shuffle; NULL: it stays.
static LLVMValueRef follow_shuffle(LLVMBuilderRef b, LLVMValueRef shuffle) {
  LLVMValueRef from[2];
  int mask[LANES_MAX] = {0};
  const unsigned count = qn_ir_lanes(shuffle);
  if (count > LANES_MAX || !find_origins(shuffle, from, mask) ||
      (from[0] == LLVMGetOperand(shuffle, 0) &&
       (!from[1] || from[1] == LLVMGetOperand(shuffle, 1))))
    return NULL;
  LLVMPositionBuilderBefore(b, shuffle);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(shuffle));
  LLVMValueRef made = qn_ir_shuffle(b, from[0], from[1], mask, count);
  LLVMReplaceAllUsesWith(shuffle, made);
  return made;
}

static void follow_element(LLVMValueRef extracted) {
  LLVMValueRef at = LLVMGetOperand(extracted, 1);
  if (!LLVMIsAConstantInt(at) ||
      LLVMConstIntGetZExtValue(at) >= qn_ir_lanes(LLVMGetOperand(extracted, 0)))
    return;
  const lane l = origin_of(LLVMGetOperand(extracted, 0),
                           (unsigned)LLVMConstIntGetZExtValue(at));
  if (!l.vector)
    return;
  LLVMSetOperand(extracted, 0, l.vector);
  LLVMSetOperand(extracted, 1, LLVMConstInt(LLVMTypeOf(at), l.index, false));
}

static bool has_fixed_lanes(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

void qn_ir_follow_lanes(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      if (LLVMIsAShuffleVectorInst(i) && has_fixed_lanes(i))
        (void)follow_shuffle(b, i);
      else if (LLVMIsAExtractElementInst(i) &&
               has_fixed_lanes(LLVMGetOperand(i, 0)))
        follow_element(i);
    }
  LLVMDisposeBuilder(b);
}

static bool is_stored(LLVMValueRef value) {
  if (!qn_ir_is(value, LLVMShuffleVector))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (LLVMIsAStoreInst(LLVMGetUser(use)))
      return true;
  return false;
}

static bool is_same(LLVMValueRef a, LLVMValueRef b) {
  bool same = LLVMIsAShuffleVectorInst(b) && LLVMTypeOf(a) == LLVMTypeOf(b) &&
              LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) &&
              LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1);
  for (unsigned i = 0; same && i < qn_ir_lanes(a); ++i)
    same = LLVMGetMaskValue(a, i) == LLVMGetMaskValue(b, i);
  return same;
}

// The vector whose lanes a shuffle has, all in their order, or a shuffle like
// it a little before; NULL: there is none.
static LLVMValueRef known_as(LLVMValueRef shuffle) {
  enum { BEFORE_MAX = 64 };
  LLVMValueRef whole = LLVMGetOperand(shuffle, 0), i = shuffle;
  bool is_whole = LLVMTypeOf(whole) == LLVMTypeOf(shuffle);
  for (unsigned k = 0; is_whole && k < qn_ir_lanes(shuffle); ++k)
    is_whole = LLVMGetMaskValue(shuffle, k) == (int)k;
  if (is_whole)
    return whole;
  for (unsigned n = 0; n < BEFORE_MAX && (i = LLVMGetPreviousInstruction(i));
       ++n)
    if (is_same(shuffle, i))
      return i;
  return NULL;
}

// LLVM's intrinsic of the larger or the smaller one of two integers that a
// comparison chooses; NULL: it is none.
static const char *extreme_of(LLVMIntPredicate predicate, bool takes_first) {
  switch (predicate) {
  case LLVMIntUGT:
  case LLVMIntUGE:
    return takes_first ? "llvm.umax" : "llvm.umin";
  case LLVMIntULT:
  case LLVMIntULE:
    return takes_first ? "llvm.umin" : "llvm.umax";
  case LLVMIntSGT:
  case LLVMIntSGE:
    return takes_first ? "llvm.smax" : "llvm.smin";
  case LLVMIntSLT:
  case LLVMIntSLE:
    return takes_first ? "llvm.smin" : "llvm.smax";
  default:
    return NULL;
  }
}

// What a choice between the two sides of a comparison is; NULL: it is another.
static LLVMValueRef make_extreme(LLVMBuilderRef b, LLVMValueRef choice) {
  LLVMValueRef asked = LLVMGetOperand(choice, 0);
  if (!LLVMIsAICmpInst(asked))
    return NULL;
  LLVMValueRef sides[] = {LLVMGetOperand(asked, 0), LLVMGetOperand(asked, 1)};
  const bool takes_first = LLVMGetOperand(choice, 1) == sides[0];
  if (LLVMGetOperand(choice, 1) != sides[!takes_first] ||
      LLVMGetOperand(choice, 2) != sides[takes_first] ||
      !qn_ir_width(qn_ir_scalar(LLVMTypeOf(choice))))
    return NULL;
  const char *name = extreme_of(LLVMGetICmpPredicate(asked), takes_first);
  LLVMTypeRef type = LLVMTypeOf(choice);
  if (!name)
    return NULL;
  LLVMValueRef callee =
      qn_ir_intrinsic(LLVMGetGlobalParent(LLVMGetBasicBlockParent(
                          LLVMGetInstructionParent(choice))),
                      name, &type, 1);
  LLVMPositionBuilderBefore(b, choice);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(choice));
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, sides, 2,
                        "");
}

// Choices between `value` and another are left without uses where they become
// something else.
static void join_choices(LLVMBuilderRef b, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef made = LLVMIsASelectInst(user) && LLVMGetFirstUse(user)
                            ? make_extreme(b, user)
                            : NULL;
    if (made)
      LLVMReplaceAllUsesWith(user, made);
  }
}

static void follow_stored(LLVMValueRef function, LLVMBuilderRef b) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsAShuffleVectorInst(i) || !has_fixed_lanes(i) ||
          (!is_stored(LLVMGetOperand(i, 0)) &&
           !is_stored(LLVMGetOperand(i, 1))))
        continue;
      LLVMValueRef made = follow_shuffle(b, i);
      if (!made)
        continue;
      LLVMInstructionEraseFromParent(i);
      LLVMValueRef known =
          LLVMIsAShuffleVectorInst(made) ? known_as(made) : NULL;
      if (known) {
        LLVMReplaceAllUsesWith(made, known);
        LLVMInstructionEraseFromParent(made);
        made = known;
      }
      if (!LLVMIsAConstant(made)) // whose uses nobody knows
        join_choices(b, made);
    }
}

void qn_ir_follow_stored(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function))
      follow_stored(function, b);
  LLVMDisposeBuilder(b);
}
