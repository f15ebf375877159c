// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/forms.h"

#include <stdlib.h>
#include <string.h>

enum {
  SMALL = 1 << 16, // what programs add to a thread's index as it is
  DEPTH_MAX = 8
};

static bool has_bits(LLVMValueRef value, unsigned bits) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == bits;
}

// LLVM makes 1 of a signed bit, which is -1.
static LLVMValueRef convert_bit(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  return LLVMBuildSelect(b, LLVMGetOperand(i, 0), LLVMConstReal(type, -1),
                         LLVMConstReal(type, 0), "");
}

LLVMValueRef qn_spirv_query(const qn_unit *unit, LLVMBuilderRef b,
                            const char *name, unsigned dimension) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  LLVMValueRef index =
      LLVMConstInt(LLVMInt32TypeInContext(unit->context), dimension, false);
  LLVMValueRef callee = qn_ir_intrinsic(unit->module, name, &i64, 1);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &index, 1,
                        "");
}

// No launch begins at 2^63, and unlike the number of a group programs do not
// compare where it begins, of which compilers would know.
LLVMValueRef qn_spirv_hidden_zero(const qn_unit *unit, LLVMBuilderRef b,
                                  LLVMTypeRef type) {
  LLVMValueRef offset = qn_spirv_query(unit, b, "llvm.spv.global.offset", 0);
  LLVMValueRef zero =
      LLVMBuildLShr(b, offset, LLVMConstInt(LLVMTypeOf(offset), 63, false), "");
  return LLVMBuildIntCast2(b, zero, type, false, "");
}

LLVMValueRef qn_spirv_thread_zero(const qn_unit *unit, LLVMBuilderRef b,
                                  LLVMTypeRef type) {
  LLVMValueRef thread =
      qn_spirv_query(unit, b, "llvm.spv.thread.id.in.group", 0);
  LLVMValueRef both = LLVMBuildAnd(
      b, thread, qn_spirv_hidden_zero(unit, b, LLVMTypeOf(thread)), "");
  return LLVMBuildIntCast2(b, both, type, false, "");
}

LLVMValueRef qn_spirv_hide(const qn_unit *unit, LLVMBuilderRef b,
                           LLVMValueRef value) {
  LLVMValueRef zero = qn_spirv_hidden_zero(unit, b, LLVMTypeOf(value));
  return LLVMBuildXor(b, value, zero, "");
}

void qn_spirv_set_incoming(LLVMValueRef phi, LLVMBasicBlockRef from,
                           LLVMValueRef value) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k)
    if (LLVMGetIncomingBlock(phi, k) == from)
      LLVMSetOperand(phi, k, value);
}

// Intel's compiler for CPUs takes what all threads have in common, shifted by a
// thread's index, for a multiple of the index, where the count is nothing else.
static LLVMValueRef shift(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 1);
  count = qn_spirv_hide(unit, b, count);
  return LLVMBuildShl(b, LLVMGetOperand(i, 0), count, "");
}

// The same compiler ends the process at some values of the round before last,
// as in Fibonacci's numbers: phis that take over another phi of their block.
static void settle_phi(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef phi) {
  LLVMTypeRef type = LLVMTypeOf(phi);
  LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(phi));
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) == 1)
    return;
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    if (!LLVMIsAPHINode(value) || value == phi ||
        LLVMBasicBlockAsValue(LLVMGetInstructionParent(value)) != block)
      continue;
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
    qn_spirv_set_incoming(phi, from, qn_spirv_hide(unit, b, value));
  }
}

static bool is_index(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef wide = LLVMGetUser(use);
    if (!LLVMIsASExtInst(wide) && !LLVMIsAZExtInst(wide))
      continue;
    for (LLVMUseRef next = LLVMGetFirstUse(wide); next;
         next = LLVMGetNextUse(next))
      if (LLVMIsAGetElementPtrInst(LLVMGetUser(next)))
        return true;
  }
  return false;
}

// Whether an operation is, with the one before, of bits that are not set: what
// counts down, as in a[15 - (x & 15)].
static bool is_of_unset(LLVMValueRef i) {
  LLVMValueRef first = LLVMGetOperand(i, 0);
  LLVMValueRef mask = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstantInt(mask))
    return false;
  if (qn_ir_is(i, LLVMXor))
    return qn_ir_is(first, LLVMAnd) && LLVMGetOperand(first, 1) == mask;
  return qn_ir_is(first, LLVMXor) &&
         LLVMIsAConstantInt(LLVMGetOperand(first, 1)) &&
         LLVMConstIntGetSExtValue(LLVMGetOperand(first, 1)) == -1;
}

// Intel's compiler for CPUs without masks in registers takes two 32-bit indices
// of that kind for one of 64 bits, and the kernel reads far away.
static void settle_index(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  if (!has_bits(i, 32) || !is_of_unset(i) || !is_index(i))
    return;
  LLVMValueRef flip = qn_ir_is(i, LLVMXor) ? i : LLVMGetOperand(i, 0);
  LLVMPositionBuilderBefore(b, flip);
  LLVMSetOperand(flip, 1,
                 LLVMBuildXor(b,
                              qn_spirv_hidden_zero(unit, b, LLVMTypeOf(flip)),
                              LLVMGetOperand(flip, 1), ""));
}

static bool is_step(LLVMValueRef value) {
  return LLVMIsABinaryOperator(value) &&
         (LLVMGetInstructionOpcode(value) == LLVMAdd ||
          LLVMGetInstructionOpcode(value) == LLVMSub);
}

// Whether a phi goes up or down by the same in each round.
static bool counts(LLVMValueRef phi) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    if (is_step(value) && LLVMGetOperand(value, 0) == phi &&
        LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
      return true;
  }
  return false;
}

// Whether a value is another phi of the block than `phi` that counts, or what
// it takes in the next round.
static bool is_counter(LLVMValueRef value, LLVMValueRef phi) {
  LLVMValueRef from = is_step(value) ? LLVMGetOperand(value, 0) : value;
  return LLVMIsAPHINode(from) && from != phi && counts(from) &&
         LLVMGetInstructionParent(from) == LLVMGetInstructionParent(phi);
}

// Where a phi grows in each round by what counts the rounds, Intel's
// compiler for CPUs gives up a kernel's vectors in some loops, and ends the
// process at the kernel's warp operations, which it has no others for.
static void settle_growth(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef phi) {
  LLVMTypeRef type = LLVMTypeOf(phi);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return;
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, k);
    if (!is_step(value))
      continue;
    LLVMPositionBuilderBefore(b, value);
    for (unsigned j = 0; j < 2; ++j) {
      LLVMValueRef added = LLVMGetOperand(value, j);
      if (is_counter(added, phi))
        LLVMSetOperand(value, j, qn_spirv_hide(unit, b, added));
    }
  }
}

static bool only_returns(LLVMValueRef block) {
  return LLVMIsAReturnInst(
      LLVMGetFirstInstruction(LLVMValueAsBasicBlock(block)));
}

// Whether a kernel begins with threads that leave at a comparison.
static bool is_for_leaving(LLVMValueRef compare) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(compare);
  LLVMValueRef kernel = LLVMGetBasicBlockParent(block);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  return LLVMGetEntryBasicBlock(kernel) == block && qn_ir_is_kernel(kernel) &&
         LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
         (only_returns(LLVMGetOperand(end, 1)) ||
          only_returns(LLVMGetOperand(end, 2)));
}

static bool has_warp_operations(const qn_unit *unit) {
  QN_EACH_FUNCTION (function, unit->module)
    if (qn_str_starts(qn_ir_name(function), QN_STR("llvm.spv.subgroup")) ||
        qn_str_starts(qn_ir_name(function), QN_STR("llvm.spv.wave")))
      return true;
  return false;
}

// Blocks from which a round of a loop still comes to its end.
typedef struct search {
  LLVMBasicBlockRef header, latch;
  qn_map seen;
} search;

static bool stays(search *s, LLVMBasicBlockRef block) {
  if (block == s->latch)
    return true;
  if (block == s->header || qn_map_find(&s->seen, (uintptr_t)block) ||
      qn_failed(qn_map_put(&s->seen, (uintptr_t)block, 1, NULL)))
    return false;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k)
    if (stays(s, LLVMGetSuccessor(end, k)))
      return true;
  return false;
}

// Whether a branch at a comparison leaves the loop in which `phi` counts.
static bool ends_loop(LLVMValueRef compare, LLVMValueRef phi) {
  LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
  for (LLVMUseRef use = LLVMGetFirstUse(compare); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef branch = LLVMGetUser(use);
    for (unsigned k = 0; LLVMIsABranchInst(branch) && k < 2; ++k)
      for (unsigned j = 0; j < LLVMCountIncoming(phi); ++j) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(branch, k);
        search s = {.header = header, .latch = LLVMGetIncomingBlock(phi, j)};
        const bool latch = is_step(LLVMGetIncomingValue(phi, j));
        const bool left = latch && to != header && !stays(&s, to);
        qn_map_finish(&s.seen);
        if (left)
          return true;
      }
  }
  return false;
}

// Whether a loop's counter is compared with a constant for something else than
// the loop's end: there a number that is hidden makes the same compiler take
// what differs from thread to thread for one thread's.
static bool is_of_counter(LLVMValueRef compare) {
  LLVMValueRef phi = LLVMGetOperand(compare, 0);
  if (!LLVMIsAPHINode(phi) || !LLVMIsAConstantInt(LLVMGetOperand(compare, 1)))
    return false;
  return counts(phi) && !ends_loop(compare, phi);
}

// Intel's compiler for CPUs finds the threads that stay at such a comparison,
// and ends the process where they are one, and where in another kernel of the
// module an index is taken from something. In loops it gives up vectors at some
// comparisons of counters, and ends the process at warp operations.
static LLVMValueRef compare_hidden(qn_unit *unit, LLVMBuilderRef b,
                                   LLVMValueRef i) {
  const LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
  LLVMValueRef left = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(left);
  if ((predicate != LLVMIntEQ && predicate != LLVMIntNE) ||
      LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) == 1 ||
      (!is_for_leaving(i) && !(is_of_counter(i) && has_warp_operations(unit))))
    return NULL;
  left = qn_spirv_hide(unit, b, left);
  return LLVMBuildICmp(b, predicate, left, LLVMGetOperand(i, 1), "");
}

static bool is_sum(LLVMValueRef value) {
  return qn_ir_is(value, LLVMAdd) || qn_ir_is(value, LLVMSub);
}

static LLVMValueRef without_casts(LLVMValueRef value) {
  while (LLVMIsACastInst(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

// Whether a value is made of nothing but numbers of the launch and small ones,
// and so goes past the end of its type in the largest of grids only.
static bool is_of_launch(LLVMValueRef value, unsigned depth) {
  value = without_casts(value);
  if (LLVMIsAConstantInt(value))
    return LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 &&
           llabs(LLVMConstIntGetSExtValue(value)) <= SMALL;
  if (LLVMIsACallInst(value))
    return qn_ir_callee(value) &&
           qn_str_starts(qn_ir_name(qn_ir_callee(value)), QN_STR("llvm.spv."));
  return (is_sum(value) || qn_ir_is(value, LLVMMul)) && depth < DEPTH_MAX &&
         is_of_launch(LLVMGetOperand(value, 0), depth + 1) &&
         is_of_launch(LLVMGetOperand(value, 1), depth + 1);
}

static bool may_wrap(LLVMValueRef value) {
  value = without_casts(value);
  return is_sum(value) && !LLVMGetNSW(value) && !is_of_launch(value, 0);
}

// The value, hidden in all of its bits: comparisons with 0 need one.
static LLVMValueRef hide_sum(qn_unit *unit, LLVMBuilderRef b,
                             LLVMValueRef value) {
  LLVMValueRef zero = qn_spirv_hidden_zero(unit, b, LLVMTypeOf(value));
  return LLVMBuildXor(b, value, LLVMBuildNeg(b, zero, ""), "");
}

// Where threads leave at the start, the same compiler solves comparisons of
// sums for the threads that stay, as if no sum went past the end of its type.
static LLVMValueRef compare_sums(qn_unit *unit, LLVMBuilderRef b,
                                 LLVMValueRef i) {
  LLVMValueRef sides[] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)};
  const bool wrap[] = {may_wrap(sides[0]), may_wrap(sides[1])};
  if (LLVMGetICmpPredicate(i) < LLVMIntSGT || !is_for_leaving(i) ||
      !(wrap[0] || wrap[1]))
    return NULL;
  for (unsigned k = 0; k < 2; ++k)
    if (wrap[k])
      sides[k] = hide_sum(unit, b, sides[k]);
  return LLVMBuildICmp(b, LLVMGetICmpPredicate(i), sides[0], sides[1], "");
}

// SPIR-V cannot say that both sides have the same sign, or that a number is
// none below 0; LLVM prefers unsigned operations there, and Intel's compiler
// sees addresses of threads side by side in signed ones only.
static LLVMValueRef compare(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  const LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
  if (predicate > LLVMIntULE)
    return compare_sums(unit, b, i);
  if (predicate < LLVMIntUGT || !LLVMGetICmpSameSign(i))
    return compare_hidden(unit, b, i);
  const LLVMIntPredicate as_signed = predicate == LLVMIntUGT   ? LLVMIntSGT
                                     : predicate == LLVMIntUGE ? LLVMIntSGE
                                     : predicate == LLVMIntULT ? LLVMIntSLT
                                                               : LLVMIntSLE;
  return LLVMBuildICmp(b, as_signed, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1),
                       "");
}

// LLVM's back end takes bits out of a wider number than the result without
// making it narrower first: 16 of 8 of 32.
static LLVMValueRef extend(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef part = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (LLVMGetNNeg(i))
    return LLVMBuildSExt(b, part, type, "");
  if (!LLVMIsATruncInst(part) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return NULL;
  LLVMValueRef whole = LLVMGetOperand(part, 0);
  const unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(part));
  if (LLVMGetIntTypeWidth(LLVMTypeOf(whole)) <= LLVMGetIntTypeWidth(type))
    return NULL;
  return LLVMBuildAnd(b, LLVMBuildTrunc(b, whole, type, ""),
                      LLVMConstInt(type, (UINT64_C(1) << bits) - 1, false), "");
}

// Unordered comparisons cost more than ordered ones on CPUs: a branch at one
// goes the other way at the reverse.
static void swap_branch(LLVMBuilderRef b, LLVMValueRef i) {
  static const LLVMRealPredicate reverse_of[] = {[LLVMRealUGT] = LLVMRealOLE,
                                                 [LLVMRealUGE] = LLVMRealOLT,
                                                 [LLVMRealULT] = LLVMRealOGE,
                                                 [LLVMRealULE] = LLVMRealOGT};
  const LLVMRealPredicate predicate = LLVMGetFCmpPredicate(i);
  LLVMUseRef use = LLVMGetFirstUse(i);
  LLVMValueRef branch = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
  if (predicate < LLVMRealUGT || predicate > LLVMRealULE || !branch ||
      !LLVMIsABranchInst(branch))
    return;
  LLVMValueRef reverse = LLVMBuildFCmp(
      b, reverse_of[predicate], LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
  LLVMBasicBlockRef yes = LLVMGetSuccessor(branch, 0);
  LLVMSetCondition(branch, reverse);
  LLVMSetSuccessor(branch, 0, LLVMGetSuccessor(branch, 1));
  LLVMSetSuccessor(branch, 1, yes);
}

// LLVM has no freeze of a struct, such as a compare-and-exchange returns; of
// its members it has.
static LLVMValueRef freeze(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return NULL;
  LLVMValueRef made = LLVMGetPoison(type);
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); ++k) {
    LLVMValueRef member = LLVMBuildExtractValue(b, value, k, "");
    made = LLVMBuildInsertValue(b, made, LLVMBuildFreeze(b, member, ""), k, "");
  }
  return made;
}

// ---- Structs

static bool is_struct(LLVMValueRef i) {
  return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMStructTypeKind;
}

// A phi of one member. LLVM's back end gives those of a compare-and-exchange's
// struct the type of the first.
static LLVMValueRef build_member_phi(LLVMBuilderRef b, LLVMValueRef phi,
                                     unsigned member) {
  LLVMPositionBuilderBefore(b, phi);
  LLVMValueRef made =
      LLVMBuildPhi(b, LLVMStructGetTypeAtIndex(LLVMTypeOf(phi), member), "");
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
    LLVMValueRef value =
        LLVMBuildExtractValue(b, LLVMGetIncomingValue(phi, k), member, "");
    // A block that leads here in several ways has one value.
    for (unsigned other = 0; other < k; ++other)
      if (LLVMGetIncomingBlock(phi, other) == from)
        value = LLVMGetIncomingValue(made, other);
    LLVMAddIncoming(made, &value, &from, 1);
  }
  return made;
}

// As freeze does.
static void split_phi(LLVMBuilderRef b, LLVMValueRef phi) {
  LLVMTypeRef type = LLVMTypeOf(phi);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
  LLVMValueRef made = LLVMGetPoison(type);
  for (unsigned k = 0; k < LLVMCountStructElementTypes(type); ++k) {
    LLVMValueRef member = build_member_phi(b, phi, k);
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, k ? LLVMGetNextInstruction(made) : first);
    made = LLVMBuildInsertValue(b, made, member, k, "");
  }
  LLVMReplaceAllUsesWith(phi, made);
  LLVMInstructionEraseFromParent(phi);
}

static void split_phis(LLVMBuilderRef b, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next;
         i && LLVMIsAPHINode(i); i = next) {
      next = LLVMGetNextInstruction(i);
      if (is_struct(i))
        split_phi(b, i);
    }
}

// What stands for `i`, or NULL where it can stay.
static LLVMValueRef settle(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMPositionBuilderBefore(b, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMSIToFP:
    return has_bits(LLVMGetOperand(i, 0), 1) ? convert_bit(b, i) : NULL;
  case LLVMFCmp:
    swap_branch(b, i);
    return NULL;
  case LLVMZExt:
    return extend(b, i);
  case LLVMICmp:
    return compare(unit, b, i);
  case LLVMAnd:
  case LLVMXor:
    settle_index(unit, b, i);
    return NULL;
  case LLVMShl:
    return has_bits(i, 64) && !LLVMIsAConstantInt(LLVMGetOperand(i, 1))
               ? shift(unit, b, i)
               : NULL;
  case LLVMFreeze:
    return freeze(b, i);
  default:
    return NULL;
  }
}

void qn_spirv_settle_forms(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module) {
    split_phis(b, function);
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsAPHINode(i)) {
          settle_phi(unit, b, i);
          settle_growth(unit, b, i);
          continue;
        }
        LLVMValueRef made = settle(unit, b, i);
        if (!made)
          continue;
        LLVMReplaceAllUsesWith(i, made);
        LLVMInstructionEraseFromParent(i);
      }
  }
  LLVMDisposeBuilder(b);
}
