// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/integers.h"

enum { ALWAYS_FITS = 16 }; // bits of integers of which half holds all it tells

typedef struct search {
  qn_map *found; // in the order in which they are to be followed
  qn_map above;  // functions whose callers' memory gets integers
  qn_map read;   // functions whose loads count
  bool failed;   // out of memory
} search;

// ---- Where integers come from

// Bits that an integer needs at most.
static unsigned bits_of(LLVMValueRef value) {
  const unsigned width = LLVMGetIntTypeWidth(qn_ir_scalar(LLVMTypeOf(value)));
  if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
    return bits_of(LLVMGetOperand(value, 0));
  if (!LLVMIsABinaryOperator(value) ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || width > 64)
    return width;
  const uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  if (LLVMGetInstructionOpcode(value) == LLVMAnd)
    return by ? 64 - (unsigned)__builtin_clzll(by) : 1;
  return LLVMGetInstructionOpcode(value) == LLVMLShr && by < width
             ? width - (unsigned)by
             : width;
}

bool qn_ir_converts_integer(LLVMValueRef i) {
  return (LLVMIsASIToFPInst(i) || LLVMIsAUIToFPInst(i)) &&
         bits_of(LLVMGetOperand(i, 0)) > ALWAYS_FITS;
}

// ---- Where they go

static bool is_found(const search *s, LLVMValueRef value) {
  return qn_map_find(s->found, (uintptr_t)value) != NULL;
}

static void add(search *s, LLVMValueRef value) {
  if (!is_found(s, value) &&
      qn_failed(qn_map_put(s->found, (uintptr_t)value, 1, NULL)))
    s->failed = true;
}

// The variable behind casts of its address, or what else they are of.
static LLVMValueRef variable_of(LLVMValueRef pointer) {
  while (LLVMIsAAddrSpaceCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

// Whether `address` is only used to read and write there.
static bool is_only_accessed(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool is_access =
        LLVMIsALoadInst(user) ||
        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
    const bool is_cast =
        LLVMIsAAddrSpaceCastInst(user) && is_only_accessed(user);
    if (!is_access && !is_cast && !qn_ir_is_lifetime(user))
      return false;
  }
  return true;
}

// A variable that is only read and written as a whole, so that what is read is
// what was written.
static bool is_plain_variable(LLVMValueRef pointer) {
  return LLVMIsAAllocaInst(variable_of(pointer)) &&
         is_only_accessed(variable_of(pointer));
}

static bool gets_constant(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user)
            ? LLVMIsAConstant(LLVMGetOperand(user, 0)) != NULL
            : LLVMIsAAddrSpaceCastInst(user) && gets_constant(user))
      return true;
  }
  return false;
}

static bool begins_constant(LLVMValueRef phi) {
  const unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; ++i)
    if (LLVMIsAConstant(LLVMGetIncomingValue(phi, i)))
      return true;
  return false;
}

// A sum or the like that begins with a constant.
static bool starts_constant(LLVMValueRef value) {
  if (LLVMIsAPHINode(value))
    return begins_constant(value);
  return LLVMIsALoadInst(value) &&
         is_plain_variable(LLVMGetOperand(value, 0)) &&
         gets_constant(variable_of(LLVMGetOperand(value, 0)));
}

// Whether a result of arithmetic is an integer when one operand is.
static bool may_be_part(const search *s, LLVMValueRef operand) {
  return LLVMIsAConstant(operand) || is_found(s, operand) ||
         starts_constant(operand);
}

static bool keeps_integers(const search *s, LLVMValueRef user,
                           LLVMValueRef value) {
  if (LLVMIsABinaryOperator(user))
    return may_be_part(s, LLVMGetOperand(user, 0)) &&
           may_be_part(s, LLVMGetOperand(user, 1));
  if (LLVMIsASelectInst(user))
    return LLVMGetOperand(user, 0) != value;
  return LLVMIsAFPTruncInst(user) || LLVMIsAFPExtInst(user) ||
         LLVMIsABitCastInst(user) || LLVMIsAUnaryOperator(user) ||
         LLVMIsAPHINode(user) || LLVMIsAFreezeInst(user) ||
         LLVMIsAShuffleVectorInst(user) || LLVMIsAInsertElementInst(user) ||
         LLVMIsAExtractElementInst(user) || LLVMIsAInsertValueInst(user) ||
         LLVMIsAExtractValueInst(user);
}

static bool may_hold_reals(LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(qn_ir_scalar(type));
  return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind || kind == LLVMStructTypeKind ||
         kind == LLVMArrayTypeKind;
}

// Adds the calls of `function`.
static void add_calls(search *s, LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use))
    if (qn_ir_callee(LLVMGetUser(use)) == function)
      add(s, LLVMGetUser(use));
}

// Calls of what is not here (mathematics) may keep integers as they are.
static void follow_call(search *s, LLVMValueRef call, LLVMValueRef value) {
  LLVMValueRef callee = qn_ir_callee(call);
  const unsigned count = LLVMGetNumArgOperands(call);
  if (!callee || LLVMIsDeclaration(callee)) {
    if (callee && may_hold_reals(LLVMTypeOf(call)))
      add(s, call);
    return;
  }
  for (unsigned i = 0; i < count && i < LLVMCountParams(callee); ++i)
    if (LLVMGetOperand(call, i) == value)
      add(s, LLVMGetParam(callee, i));
}

// ---- Memory

// Adds what `function` and what it calls read.
static void add_loads(search *s, LLVMValueRef function) {
  if (qn_map_find(&s->read, (uintptr_t)function))
    return;
  s->failed |= qn_failed(qn_map_put(&s->read, (uintptr_t)function, 1, NULL));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      LLVMValueRef callee = qn_ir_callee(i);
      if (callee && !s->failed)
        add_loads(s, callee);
      if (LLVMIsALoadInst(i) && may_hold_reals(LLVMTypeOf(i)) &&
          !is_plain_variable(LLVMGetOperand(i, 0)))
        add(s, i);
    }
}

// The memory of the kernels that `function` is part of gets integers.
static void add_memory(search *s, LLVMValueRef function) {
  bool called = false;
  if (qn_map_find(&s->above, (uintptr_t)function))
    return;
  s->failed |= qn_failed(qn_map_put(&s->above, (uintptr_t)function, 1, NULL));
  for (LLVMUseRef use = LLVMGetFirstUse(function); use && !s->failed;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (qn_ir_callee(call) != function)
      continue;
    called = true;
    add_memory(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  }
  if (!called)
    add_loads(s, function);
}

// Adds what is read at `address` and casts of it.
static void add_reads(search *s, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user))
      add(s, user);
    else if (LLVMIsAAddrSpaceCastInst(user))
      add_reads(s, user);
  }
}

static void follow_store(search *s, LLVMValueRef store) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  if (is_plain_variable(pointer))
    add_reads(s, variable_of(pointer));
  else
    add_memory(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(store)));
}

// ---- All together

static void follow(search *s, LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user))
      follow_call(s, user, value);
    else if (LLVMIsAReturnInst(user))
      add_calls(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value)
      follow_store(s, user);
    else if (LLVMIsAInstruction(user) && keeps_integers(s, user, value))
      add(s, user);
  }
}

bool qn_ir_find_integers(LLVMModuleRef module, qn_map *set) {
  search s = {.found = set};
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (qn_ir_converts_integer(i))
          add(&s, i);
  for (size_t i = 0; i < set->count && !s.failed; ++i)
    follow(&s, (LLVMValueRef)(uintptr_t)set->entries[i].key);
  qn_map_finish(&s.above);
  qn_map_finish(&s.read);
  return !s.failed;
}
