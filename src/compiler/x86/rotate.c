// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/rotate.h"

#include <stdio.h>

#include "compiler/ir/parts.h"

enum {
  WORD = 32,
  LANES = 8, // of a register
  HALF = LANES / 2,
  REGISTERS_MAX = 8, // of a vector
};

typedef struct rotation {
  LLVMBuilderRef b;
  LLVMValueRef shuffle;
  unsigned first, count; // of the lanes of both operands
} rotation;

static bool is_rotation(rotation *r, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!qn_ir_is(i, LLVMShuffleVector) ||
      LLVMTypeOf(LLVMGetOperand(i, 0)) != type ||
      LLVMIsAConstant(LLVMGetOperand(i, 1)) ||
      qn_ir_number_width(qn_ir_scalar(type)) != WORD)
    return false;
  r->shuffle = i;
  r->count = qn_ir_lanes(i);
  const int first = LLVMGetMaskValue(i, 0);
  const unsigned registers = r->count / LANES;
  if (r->count % LANES || registers & (registers - 1) ||
      registers > REGISTERS_MAX || first % 2 != 1)
    return false;
  r->first = (unsigned)first;
  for (unsigned k = 1; k < r->count; ++k)
    if (LLVMGetMaskValue(i, k) != first + (int)k)
      return false;
  return r->first < r->count;
}

// A register of both operands, one behind the other.
static LLVMValueRef part(const rotation *r, unsigned index) {
  const unsigned lane = index * LANES;
  return qn_ir_part(r->b, LLVMGetOperand(r->shuffle, lane >= r->count),
                    lane % r->count, LANES);
}

// Lanes of each half from `by` on, of a half of `low` and then of `high`: an
// instruction of which LLVM makes two as soon as it sees what it does.
static LLVMValueRef align(const rotation *r, LLVMValueRef low,
                          LLVMValueRef high, unsigned by) {
  char text[48];
  const int size =
      snprintf(text, sizeof(text), "vpalignr $$%u, $1, $2, $0", by * WORD / 8);
  static const char places[] = "=x,x,x";
  LLVMTypeRef type = LLVMTypeOf(low), types[] = {type, type};
  LLVMTypeRef function = LLVMFunctionType(type, types, 2, false);
  LLVMValueRef code =
      LLVMGetInlineAsm(function, text, (size_t)size, places, sizeof(places) - 1,
                       false, false, LLVMInlineAsmDialectATT, false);
  LLVMValueRef arguments[] = {low, high};
  return LLVMBuildCall2(r->b, function, code, arguments, 2, "");
}

static LLVMValueRef rotated(const rotation *r, unsigned at) {
  const unsigned lane = r->first + at * LANES, by = lane % LANES;
  LLVMValueRef low = part(r, lane / LANES);
  LLVMValueRef high = part(r, lane / LANES + 1);
  static const int middle[LANES] = {4, 5, 6, 7, 8, 9, 10, 11};
  LLVMValueRef between = qn_ir_shuffle(r->b, low, high, middle, LANES);
  return by < HALF ? align(r, low, between, by)
                   : align(r, between, high, by - HALF);
}

static void rotate(const rotation *r) {
  LLVMValueRef made[REGISTERS_MAX];
  LLVMPositionBuilderBefore(r->b, r->shuffle);
  for (unsigned at = 0; at < r->count / LANES; ++at)
    made[at] = rotated(r, at);
  LLVMReplaceAllUsesWith(r->shuffle,
                         qn_ir_join_parts(r->b, made, r->count / LANES));
  LLVMInstructionEraseFromParent(r->shuffle);
}

void qn_x86_rotate_lanes(LLVMValueRef function) {
  rotation r = {.b = LLVMCreateBuilderInContext(
                    LLVMGetModuleContext(LLVMGetGlobalParent(function)))};
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (is_rotation(&r, i))
        rotate(&r);
    }
  LLVMDisposeBuilder(r.b);
}
