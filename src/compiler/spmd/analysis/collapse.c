// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/collapse.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/ir.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/contract/functions.h"

// Sums of an index, even widened, are not deeper than this.
enum { DEPTH_MAX = 6 };

// What has been found in the uses so far.
typedef struct collapsible {
  uint32_t width; // of blocks; QN_COLLAPSE_NEVER: not known yet
  unsigned sums;
} collapsible;

static LLVMOpcode opcode_of(LLVMValueRef value) {
  return LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value)
                                   : (LLVMOpcode)0;
}

static bool is_extension(LLVMValueRef value) {
  const LLVMOpcode opcode = opcode_of(value);
  return opcode == LLVMZExt || opcode == LLVMSExt;
}

static LLVMValueRef narrow(LLVMValueRef value) {
  return is_extension(value) ? LLVMGetOperand(value, 0) : value;
}

static bool is_word(LLVMValueRef value, int64_t field) {
  value = narrow(value);
  return qn_spmd_context_field(value) == field &&
         LLVMTypeOf(value) ==
             LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
}

static LLVMValueRef other_operand(LLVMValueRef user, LLVMValueRef value) {
  return LLVMGetOperand(user, LLVMGetOperand(user, 0) == value);
}

// The width in a block's start, which is index times width; 0: it is none.
static uint32_t width_of_start(LLVMValueRef start) {
  start = narrow(start);
  const LLVMOpcode opcode = opcode_of(start);
  if (opcode != LLVMMul && opcode != LLVMShl)
    return 0;
  LLVMValueRef by = LLVMGetOperand(start, 1);
  const bool is_swapped = !is_word(LLVMGetOperand(start, 0), QN_ITEM_BLOCK_X);
  if (is_swapped) {
    if (opcode == LLVMShl || !is_word(by, QN_ITEM_BLOCK_X))
      return 0;
    by = LLVMGetOperand(start, 0);
  }
  if (opcode == LLVMMul && is_word(by, QN_ITEM_BLOCK_DIM_X))
    return QN_COLLAPSE_ANY;
  if (!LLVMIsAConstantInt(by))
    return 0;
  const uint64_t number = LLVMConstIntGetZExtValue(by);
  if (opcode == LLVMShl)
    return number < 16 ? UINT32_C(1) << number : 0;
  return number <= UINT16_MAX ? (uint32_t)number : 0;
}

// Whether it is the sum of a block's start and an index in it, in either order.
static bool is_sum(collapsible *f, LLVMValueRef user, LLVMValueRef value) {
  const bool is_or = opcode_of(user) == LLVMOr && LLVMGetIsDisjoint(user);
  if (opcode_of(user) != LLVMAdd && !is_or)
    return false;
  LLVMValueRef other = other_operand(user, value);
  const bool is_thread = is_word(value, QN_ITEM_THREAD_X);
  if (!is_thread && !is_word(other, QN_ITEM_THREAD_X))
    return false;
  const uint32_t width = width_of_start(is_thread ? other : value);
  if (!width || (f->width && f->width != width))
    return false;
  f->width = width;
  ++f->sums;
  return true;
}

// Whether each use of an index, of a start, or of either one widened, ends in a
// sum.
static bool ends_in_sums(collapsible *f, LLVMValueRef value, unsigned depth) {
  if (depth > DEPTH_MAX)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_sum(f, user, value))
      continue;
    // Follows the start, and extensions.
    if (!is_extension(user) &&
        !(is_word(value, QN_ITEM_BLOCK_X) && width_of_start(user)))
      return false;
    if (!ends_in_sums(f, user, depth + 1))
      return false;
  }
  return true;
}

static bool is_loaded_well(collapsible *f, LLVMValueRef load) {
  const int64_t field = qn_spmd_context_field(load);
  switch (field) {
  case QN_ITEM_THREAD_X:
  case QN_ITEM_BLOCK_X:
    return is_word(load, field) && ends_in_sums(f, load, 0);
  case QN_ITEM_THREAD_Y:
  case QN_ITEM_THREAD_Z:
  case QN_ITEM_BLOCK_Y:
  case QN_ITEM_BLOCK_Z:
    return is_word(load, field);
  default:
    return field >= QN_ITEM_BLOCK_DIM_X && field <= QN_ITEM_GRID_DIM_Z &&
           field != QN_ITEM_LINEAR && is_word(load, field);
  }
}

// Whether the context is only used to load known fields.
static bool is_read_well(collapsible *f, LLVMValueRef context) {
  for (LLVMUseRef use = LLVMGetFirstUse(context); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (qn_devlib_is_check(qn_devlib_called_by(user)))
      continue; // whose reports find the place (device/cpu/loop.c)
    if (opcode_of(user) != LLVMGetElementPtr) {
      if (!is_loaded_well(f, user))
        return false;
      continue;
    }
    for (LLVMUseRef inner = LLVMGetFirstUse(user); inner;
         inner = LLVMGetNextUse(inner))
      if (!is_loaded_well(f, LLVMGetUser(inner)))
        return false;
  }
  return true;
}

static void make_addition(LLVMValueRef sum) {
  LLVMBuilderRef b =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(sum)));
  LLVMPositionBuilderBefore(b, sum);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(sum));
  LLVMValueRef made =
      LLVMBuildAdd(b, LLVMGetOperand(sum, 0), LLVMGetOperand(sum, 1), "");
  LLVMReplaceAllUsesWith(sum, made);
  LLVMInstructionEraseFromParent(sum);
  LLVMDisposeBuilder(b);
}

static void make_additions(LLVMValueRef item) {
  collapsible f = {0};
  QN_EACH_BLOCK (block, item)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (opcode_of(i) == LLVMOr && is_sum(&f, i, LLVMGetOperand(i, 0)))
        make_addition(i);
    }
}

uint32_t qn_spmd_collapse_width(LLVMValueRef item) {
  collapsible f = {0};
  if (!is_read_well(&f, LLVMGetParam(item, 0)) || !f.sums)
    return QN_COLLAPSE_NEVER;
  make_additions(item);
  return f.width;
}
