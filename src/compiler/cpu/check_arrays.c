// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/check_arrays.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"

// ---- Finding them

static bool has_array(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMArrayTypeKind:
    return true;
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
      if (has_array(LLVMStructGetTypeAtIndex(type, i)))
        return true;
    return false;
  default:
    return false;
  }
}

static bool is_guarded(const qn_cpu_checker *c, LLVMValueRef variable) {
  enum { ALIGNMENT_MAX = 64 };
  return has_array(LLVMGetAllocatedType(variable)) &&
         LLVMGetAlignment(variable) <= ALIGNMENT_MAX &&
         LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(variable, 0)) == 1 &&
         qn_cpu_object_of(c, variable).size && !qn_cpu_stays(variable);
}

qn_status qn_cpu_find_arrays(const qn_cpu_checker *c, LLVMValueRef function,
                             qn_map *arrays, qn_diag *diag) {
  enum { ARRAYS_MAX = 64 }; // of a function
  unsigned count = 0;
  QN_EACH_INSTRUCTION (i, LLVMGetEntryBasicBlock(function))
    if (LLVMIsAAllocaInst(i) && count < ARRAYS_MAX && is_guarded(c, i)) {
      ++count;
      QN_TRY(qn_map_put(arrays, (uintptr_t)i, 0, diag));
    }
  return qn_ok();
}

// ---- Red zones

// An array is there for the whole function: what its zones have written over
// must be nobody else's.
static void remove_lifetimes(LLVMValueRef variable) {
  LLVMUseRef next;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (qn_ir_is_lifetime(user))
      LLVMInstructionEraseFromParent(user);
  }
}

static LLVMTypeRef bytes_type(const qn_cpu_checker *c, uint64_t count) {
  return LLVMArrayType2(LLVMInt8TypeInContext(c->unit->context), count);
}

// The variable, in a struct of more; NULL: it stays.
static LLVMValueRef make_room(const qn_cpu_checker *c, LLVMValueRef variable) {
  enum { WORD = 8 };
  LLVMBuilderRef b = c->builder;
  const unsigned own = LLVMGetAlignment(variable);
  const unsigned alignment = own < WORD ? WORD : own;
  const unsigned front =
      alignment > QN_CHECK_ZONE ? alignment : (unsigned)QN_CHECK_ZONE;
  LLVMTypeRef fields[] = {bytes_type(c, front), LLVMGetAllocatedType(variable),
                          bytes_type(c, QN_CHECK_ZONE + WORD - 1)};
  LLVMTypeRef type =
      LLVMStructTypeInContext(c->unit->context, fields, 3, true);
  LLVMPositionBuilderBefore(b, variable);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(variable));
  LLVMValueRef room =
      LLVMBuildArrayAlloca(b, type, LLVMGetOperand(variable, 0), "");
  LLVMSetAlignment(room, alignment);
  LLVMValueRef made = LLVMBuildStructGEP2(b, type, room, 1, "");
  if (LLVMTypeOf(made) != LLVMTypeOf(variable)) {
    LLVMInstructionEraseFromParent(made);
    LLVMInstructionEraseFromParent(room);
    return NULL;
  }
  return made;
}

static void end_at_returns(const qn_cpu_checker *c, LLVMValueRef function,
                           LLVMValueRef array, uint64_t size) {
  QN_EACH_BLOCK (block, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!end || !LLVMIsAReturnInst(end))
      continue;
    LLVMValueRef values[] = {qn_cpu_context_of(function), array,
                             qn_cpu_number64(c, size)};
    LLVMPositionBuilderBefore(c->builder, end);
    LLVMSetCurrentDebugLocation2(c->builder, LLVMInstructionGetDebugLoc(end));
    qn_devlib_call(c->builder, QN_DEVLIB_CHECK_ARRAY_END, values, 3);
  }
}

static void guard(qn_cpu_checker *c, LLVMValueRef variable) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  const uint64_t size =
      LLVMABISizeOfType(td, LLVMGetAllocatedType(variable));
  remove_lifetimes(variable);
  LLVMValueRef name = qn_cpu_name_of(c, variable);
  LLVMValueRef made = make_room(c, variable);
  if (!made)
    return;
  LLVMReplaceAllUsesWith(variable, made);
  LLVMInstructionEraseFromParent(variable);
  LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(made));
  LLVMValueRef array = qn_cpu_plain(c, made);
  LLVMValueRef values[] = {qn_cpu_context_of(function), array,
                           qn_cpu_number64(c, size), name};
  qn_devlib_call(c->builder, QN_DEVLIB_CHECK_ARRAY, values, 4);
  end_at_returns(c, function, array, size);
}

void qn_cpu_guard_arrays(qn_cpu_checker *c, const qn_map *arrays) {
  for (size_t i = 0; i < arrays->count; ++i)
    guard(c, (LLVMValueRef)(uintptr_t)arrays->entries[i].key);
}
