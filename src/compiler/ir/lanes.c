// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/lanes.h"

#include <llvm-c/DebugInfo.h>

enum { LANES_MAX = 64 };

// One lane of a vector; `vector` is NULL for one that has no value.
typedef struct lane {
  LLVMValueRef vector;
  unsigned index;
} lane;

static unsigned lanes_of(LLVMValueRef vector) {
  return LLVMGetVectorSize(LLVMTypeOf(vector));
}

// One step back to the vector that a lane comes from; false: it comes from none
// but this.
static bool step_back(lane *l) {
  LLVMValueRef v = l->vector;
  if (qn_ir_is(v, LLVMShuffleVector)) {
    const int from = LLVMGetMaskValue(v, l->index);
    const unsigned count = lanes_of(LLVMGetOperand(v, 0));
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
  const unsigned count = lanes_of(shuffle);
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
    mask[i] = (int)(l.index + k * lanes_of(l.vector));
  }
  return from[0] != NULL;
}

static LLVMValueRef mask_of(LLVMContextRef context, const int *lanes,
                            unsigned count) {
  LLVMTypeRef word = LLVMInt32TypeInContext(context);
  LLVMValueRef all[LANES_MAX];
  for (unsigned i = 0; i < count; ++i)
    all[i] = lanes[i] < 0 ? LLVMGetPoison(word)
                          : LLVMConstInt(word, (unsigned)lanes[i], false);
  return LLVMConstVector(all, count);
}

static void follow_shuffle(LLVMBuilderRef b, LLVMContextRef context,
                           LLVMValueRef shuffle) {
  LLVMValueRef from[2];
  int mask[LANES_MAX] = {0};
  const unsigned count = lanes_of(shuffle);
  if (count > LANES_MAX || !find_origins(shuffle, from, mask) ||
      (from[0] == LLVMGetOperand(shuffle, 0) &&
       (!from[1] || from[1] == LLVMGetOperand(shuffle, 1))))
    return;
  LLVMPositionBuilderBefore(b, shuffle);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(shuffle));
  if (!from[1])
    from[1] = LLVMGetPoison(LLVMTypeOf(from[0]));
  LLVMReplaceAllUsesWith(
      shuffle, LLVMBuildShuffleVector(b, from[0], from[1],
                                      mask_of(context, mask, count), ""));
}

static void follow_element(LLVMValueRef extracted) {
  LLVMValueRef at = LLVMGetOperand(extracted, 1);
  if (!LLVMIsAConstantInt(at) ||
      LLVMConstIntGetZExtValue(at) >= lanes_of(LLVMGetOperand(extracted, 0)))
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
        follow_shuffle(b, context, i);
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

// Whether it changed anything.
static bool follow_stored(LLVMValueRef function, LLVMBuilderRef b) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  bool changed = false;
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!LLVMIsAShuffleVectorInst(i) || !has_fixed_lanes(i) ||
          (!is_stored(LLVMGetOperand(i, 0)) &&
           !is_stored(LLVMGetOperand(i, 1))))
        continue;
      follow_shuffle(b, context, i);
      if (LLVMGetFirstUse(i))
        continue;
      LLVMInstructionEraseFromParent(i);
      changed = true;
    }
  return changed;
}

qn_status qn_ir_follow_stored(LLVMModuleRef module,
                              LLVMTargetMachineRef machine, qn_diag *diag) {
  static const char again[] = "early-cse,instcombine<no-verify-fixpoint>";
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, module)
    if (!qn_failed(status) && !LLVMIsDeclaration(function) &&
        follow_stored(function, b))
      status = qn_ir_run_function_passes(function, again, machine, diag);
  LLVMDisposeBuilder(b);
  return status;
}
