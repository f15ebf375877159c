// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/pieces.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/parts.h"

enum {
  // Of more operations it is these that take the time, which LLVM orders well.
  OPERATIONS_MAX = 4,
  PIECES_MAX = 8,
};

typedef struct split {
  LLVMBuilderRef b;
  LLVMValueRef store;
  unsigned lanes; // of a piece
} split;

static bool is_fused(LLVMValueRef value) {
  LLVMValueRef callee = LLVMIsACallInst(value) ? qn_ir_callee(value) : NULL;
  const unsigned id = callee ? LLVMGetIntrinsicID(callee) : 0;
  size_t size;
  const char *name = id ? LLVMIntrinsicGetName(id, &size) : NULL;
  return name && (!strcmp(name, "llvm.fma") || !strcmp(name, "llvm.fmuladd"));
}

static bool is_alone(LLVMValueRef value, LLVMValueRef store) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use) &&
         LLVMGetInstructionParent(value) == LLVMGetInstructionParent(store);
}

// Whether a value is computed for this store alone, lane by lane.
static bool is_operation(const split *s, LLVMValueRef value) {
  return LLVMIsAInstruction(value) && is_alone(value, s->store) &&
         (LLVMIsABinaryOperator(value) || is_fused(value));
}

static unsigned operand_count(LLVMValueRef operation) {
  return LLVMIsACallInst(operation) ? LLVMGetNumArgOperands(operation)
                                    : (unsigned)LLVMGetNumOperands(operation);
}

// Counts operations, up to one too many, and loads that may become operands of
// these.
static void count(const split *s, LLVMValueRef value, unsigned *operations,
                  unsigned *loads) {
  if (LLVMIsALoadInst(value)) {
    *loads += is_alone(value, s->store) && !LLVMGetVolatile(value);
    return;
  }
  if (!is_operation(s, value) || ++*operations > OPERATIONS_MAX)
    return;
  for (unsigned k = 0; k < operand_count(value); ++k)
    count(s, LLVMGetOperand(value, k), operations, loads);
}

static LLVMValueRef fused(const split *s, LLVMValueRef call,
                          LLVMValueRef operands[3]) {
  LLVMTypeRef type = LLVMTypeOf(operands[0]);
  LLVMModuleRef module = LLVMGetGlobalParent(qn_ir_callee(call));
  const unsigned id = LLVMGetIntrinsicID(qn_ir_callee(call));
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(module, id, &type, 1);
  return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(callee), callee, operands,
                        3, "");
}

static LLVMValueRef piece(const split *s, LLVMValueRef value, unsigned at) {
  if (!is_operation(s, value))
    return qn_ir_part(s->b, value, at * s->lanes, s->lanes);
  LLVMValueRef operands[3] = {0};
  for (unsigned k = 0; k < operand_count(value); ++k)
    operands[k] = piece(s, LLVMGetOperand(value, k), at);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(value));
  LLVMValueRef made =
      LLVMIsACallInst(value)
          ? fused(s, value, operands)
          : LLVMBuildBinOp(s->b, LLVMGetInstructionOpcode(value), operands[0],
                           operands[1], "");
  qn_ir_copy_flags(value, made);
  return made;
}

// Erases operations that nobody uses any more.
static void drop(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value) ||
      !(LLVMIsABinaryOperator(value) || is_fused(value)))
    return;
  LLVMValueRef operands[3] = {0};
  const unsigned n = operand_count(value);
  for (unsigned k = 0; k < n; ++k)
    operands[k] = LLVMGetOperand(value, k);
  LLVMInstructionEraseFromParent(value);
  for (unsigned k = 0; k < n; ++k)
    drop(operands[k]);
}

// Into how many pieces a value can be split; 0: into none.
static unsigned piece_count(LLVMValueRef value, unsigned bits) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return 0;
  const unsigned width = qn_ir_number_width(LLVMGetElementType(type));
  const unsigned all = width * LLVMGetVectorSize(type);
  if ((width != 32 && width != 64) || all % bits || all / bits < 2 ||
      all / bits > PIECES_MAX)
    return 0;
  return all / bits;
}

static void split_stored(split *s, unsigned bits) {
  LLVMValueRef value = LLVMGetOperand(s->store, 0);
  const unsigned pieces = piece_count(value, bits);
  unsigned operations = 0, loads = 0;
  if (!pieces || LLVMGetVolatile(s->store) ||
      LLVMGetOrdering(s->store) != LLVMAtomicOrderingNotAtomic)
    return;
  count(s, value, &operations, &loads);
  if (!operations || operations > OPERATIONS_MAX || !loads)
    return;
  s->lanes = LLVMGetVectorSize(LLVMTypeOf(value)) / pieces;
  LLVMPositionBuilderBefore(s->b, s->store);
  LLVMValueRef made[PIECES_MAX];
  for (unsigned at = 0; at < pieces; ++at)
    made[at] = piece(s, value, at);
  for (unsigned at = 0; at < pieces; ++at)
    qn_ir_store_part(s->b, s->store, made[at], at * bits / 8);
  LLVMInstructionEraseFromParent(s->store);
  drop(value);
}

void qn_x86_split_stored(LLVMValueRef function, unsigned bits) {
  split s = {.b = LLVMCreateBuilderInContext(
                 LLVMGetModuleContext(LLVMGetGlobalParent(function)))};
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      s.store = i;
      if (LLVMIsAStoreInst(i))
        split_stored(&s, bits);
    }
  LLVMDisposeBuilder(s.b);
}
