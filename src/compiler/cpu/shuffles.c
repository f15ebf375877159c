// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/shuffles.h"

#include "base/map.h"
#include "compiler/contract/functions.h"

enum {
  JOINED_MIN = 4,
  JOINED_MAX = QN_SHUFFLES_MAX,
  DEPTH_MAX = 32, // of the arithmetic before a value
  WORDS = sizeof(qn_cpu_shuffle_part) / sizeof(uint32_t),
};

// Operands of qn_cpu_shuffle.
enum { ITEM, KIND, MASK, VALUE, LANE, WIDTH };

typedef struct row {
  LLVMBuilderRef b;
  LLVMValueRef calls[JOINED_MAX]; // the first of them is where they are joined
  unsigned count;
  qn_map behind; // what the block has behind the first
} row;

static bool is_shuffle(LLVMValueRef i) {
  return qn_devlib_called_by(i) == QN_DEVLIB_SHUFFLE &&
         LLVMIsAConstantInt(LLVMGetOperand(i, KIND));
}

// Masks of 0 do not say which lanes take part.
static bool has_mask(LLVMValueRef call) {
  LLVMValueRef mask = LLVMGetOperand(call, MASK);
  return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) != 0;
}

static bool is_arithmetic(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) || LLVMIsAUnaryOperator(i) ||
         LLVMIsACastInst(i) || LLVMIsACmpInst(i) || LLVMIsASelectInst(i) ||
         LLVMIsAFreezeInst(i) || LLVMIsAExtractElementInst(i) ||
         LLVMIsAInsertElementInst(i) || LLVMIsAShuffleVectorInst(i) ||
         LLVMIsAGetElementPtrInst(i);
}

// Arithmetic that traps for some operands must not be done earlier: what stands
// before it may be what ends the kernel.
static bool may_trap(LLVMValueRef i) {
  const LLVMOpcode op = LLVMGetInstructionOpcode(i);
  return op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
}

// Without memory for it the row ends.
static bool note(row *r, LLVMValueRef i) {
  qn_diag diag = {0};
  const bool noted = !qn_failed(qn_map_put(&r->behind, (uintptr_t)i, 0, &diag));
  return noted;
}

static bool is_behind(const row *r, LLVMValueRef value) {
  return qn_map_find(&r->behind, (uintptr_t)value) != NULL;
}

// Whether a value can be there before the first call.
static bool can_hoist(const row *r, LLVMValueRef value, unsigned depth) {
  if (!LLVMIsAInstruction(value) || !is_behind(r, value))
    return true;
  if (depth == DEPTH_MAX || !is_arithmetic(value) || may_trap(value))
    return false;
  for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(value); ++n)
    if (!can_hoist(r, LLVMGetOperand(value, n), depth + 1))
      return false;
  return true;
}

static void hoist(row *r, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !is_behind(r, value))
    return;
  for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(value); ++n)
    hoist(r, LLVMGetOperand(value, n));
  qn_map_remove(&r->behind, (uintptr_t)value);
  LLVMInstructionRemoveFromParent(value);
  LLVMPositionBuilderBefore(r->b, r->calls[0]);
  LLVMInsertIntoBuilder(r->b, value);
}

static bool fits(const row *r, LLVMValueRef call) {
  if (!is_shuffle(call) || r->count == JOINED_MAX)
    return false;
  LLVMValueRef first = r->calls[0];
  if (LLVMGetOperand(call, ITEM) != LLVMGetOperand(first, ITEM) ||
      LLVMGetOperand(call, MASK) != LLVMGetOperand(first, MASK))
    return false;
  return can_hoist(r, LLVMGetOperand(call, VALUE), 0) &&
         can_hoist(r, LLVMGetOperand(call, LANE), 0) &&
         can_hoist(r, LLVMGetOperand(call, WIDTH), 0);
}

// Finds the row that begins with `first`, and returns what ends it.
static LLVMValueRef find_row(row *r, LLVMValueRef first) {
  r->calls[0] = first;
  r->count = 1;
  qn_map_finish(&r->behind);
  if (!note(r, first))
    return first;
  LLVMValueRef i = LLVMGetNextInstruction(first);
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (fits(r, i))
      r->calls[r->count++] = i;
    else if (!is_arithmetic(i))
      break;
    if (!note(r, i))
      break;
  }
  return i;
}

// ---- The joined operation

static LLVMTypeRef word(LLVMValueRef call) { return LLVMTypeOf(call); }

// The function's memory for the parts of one operation.
static LLVMValueRef make_room(row *r, LLVMValueRef function) {
  LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  LLVMPositionBuilderBefore(r->b, at);
  return LLVMBuildAlloca(
      r->b, LLVMArrayType2(word(r->calls[0]), JOINED_MAX * WORDS), "shuffles");
}

static LLVMValueRef place(row *r, LLVMValueRef room, unsigned part,
                          unsigned at) {
  LLVMValueRef index = LLVMConstInt(word(r->calls[0]), part * WORDS + at, 0);
  return LLVMBuildGEP2(r->b, word(r->calls[0]), room, &index, 1, "");
}

static void join(row *r, LLVMValueRef room) {
  for (unsigned n = 1; n < r->count; ++n)
    for (unsigned operand = VALUE; operand <= WIDTH; ++operand)
      hoist(r, LLVMGetOperand(r->calls[n], operand));
  LLVMValueRef first = r->calls[0];
  LLVMPositionBuilderBefore(r->b, first);
  static const unsigned operands[] = {VALUE, LANE, WIDTH, KIND};
  _Static_assert(sizeof(operands) / sizeof(*operands) == WORDS,
                 "qn_cpu_shuffle_part");
  for (unsigned n = 0; n < r->count; ++n)
    for (unsigned at = 0; at < WORDS; ++at)
      LLVMBuildStore(r->b, LLVMGetOperand(r->calls[n], operands[at]),
                     place(r, room, n, at));
  LLVMValueRef args[] = {LLVMGetOperand(first, ITEM),
                         LLVMGetOperand(first, MASK),
                         LLVMConstInt(word(first), r->count, 0), room};
  qn_devlib_call(r->b, QN_DEVLIB_SHUFFLES, args, 4);
  LLVMValueRef results[JOINED_MAX];
  for (unsigned n = 0; n < r->count; ++n)
    results[n] = LLVMBuildLoad2(r->b, word(first), place(r, room, n, 0), "");
  for (unsigned n = 0; n < r->count; ++n) {
    LLVMReplaceAllUsesWith(r->calls[n], results[n]);
    LLVMInstructionEraseFromParent(r->calls[n]);
  }
}

static void join_in(row *r, LLVMValueRef function) {
  LLVMValueRef room = NULL;
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!is_shuffle(i) || !has_mask(i))
        continue;
      LLVMValueRef end = find_row(r, i);
      if (r->count < JOINED_MIN)
        continue;
      if (!room)
        room = make_room(r, function);
      join(r, room);
      next = end;
    }
}

void qn_cpu_join_shuffles(qn_unit *unit) {
  if (!qn_devlib_get(unit->module, QN_DEVLIB_SHUFFLE))
    return;
  row r = {.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(unit->module))};
  qn_devlib_declare(unit->module, QN_DEVLIB_SHUFFLES);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function))
      join_in(&r, function);
  qn_map_finish(&r.behind);
  LLVMDisposeBuilder(r.b);
}
