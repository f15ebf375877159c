// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/check_stack.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"
#include "quern/cpu_abi.h"

enum {
  MUCH = 1024, // bytes of local variables of a function
  LARGE = 256, // of one that is made behind the check
};

// ---- Functions that may call themselves

static qn_status reach(LLVMValueRef function, qn_map *reached, qn_diag *diag) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
      if (callee && !LLVMIsDeclaration(callee) &&
          !qn_map_find(reached, (uintptr_t)callee))
        QN_TRY(qn_map_put(reached, (uintptr_t)callee, 0, diag));
    }
  return qn_ok();
}

// Through pointers anything may come back.
static qn_status calls_itself(LLVMValueRef function, bool *out, qn_diag *diag) {
  qn_map reached = {0};
  qn_status status = reach(function, &reached, diag);
  for (size_t i = 0; i < reached.count && !qn_failed(status); ++i)
    status =
        reach((LLVMValueRef)(uintptr_t)reached.entries[i].key, &reached, diag);
  *out = qn_ir_address_taken(function) ||
         qn_map_find(&reached, (uintptr_t)function) != NULL;
  qn_map_finish(&reached);
  return status;
}

// ---- The check

typedef struct frame {
  uint64_t own, all; // bytes of the source's variables, and of all
} frame;

static uint64_t size_of(const qn_unit *unit, LLVMValueRef variable) {
  LLVMValueRef count = LLVMGetOperand(variable, 0);
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(unit->module);
  return LLVMIsAConstantInt(count)
             ? LLVMConstIntGetZExtValue(count) *
                   LLVMABISizeOfType(td, LLVMGetAllocatedType(variable))
             : 0;
}

static bool is_mark(const qn_map *marks, LLVMValueRef variable) {
  for (size_t i = 0; i < marks->count; ++i)
    if (marks->entries[i].value == (uintptr_t)variable)
      return true;
  return false;
}

static frame frame_of(const qn_unit *unit, const qn_map *marks,
                      LLVMValueRef function) {
  frame f = {0};
  QN_EACH_INSTRUCTION (i, LLVMGetEntryBasicBlock(function))
    if (LLVMIsAAllocaInst(i)) {
      const uint64_t size = size_of(unit, i);
      f.all += size;
      f.own += is_mark(marks, i) ? 0 : size;
    }
  return f;
}

// The line that the function is declared at.
static LLVMMetadataRef place_of(const qn_unit *unit, LLVMValueRef function) {
  LLVMMetadataRef about = LLVMGetSubprogram(function);
  return about
             ? LLVMDIBuilderCreateDebugLocation(unit->context,
                                                LLVMDISubprogramGetLine(about),
                                                0, about, NULL)
             : NULL;
}

// Makes large variables of as many elements as the check returns, which is one
// and not known to LLVM: they are then no part of what the function takes from
// the stack before the check.
static void make_behind(LLVMBuilderRef b, const qn_unit *unit,
                        LLVMValueRef check) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetNextInstruction(check); i; i = next) {
    next = LLVMGetNextInstruction(i);
    LLVMValueRef count = LLVMIsAAllocaInst(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!count || size_of(unit, i) < LARGE ||
        LLVMConstIntGetZExtValue(count) != 1)
      continue;
    LLVMPositionBuilderBefore(b, i);
    LLVMSetOperand(i, 0,
                   LLVMBuildIntCast2(b, check, LLVMTypeOf(count), false, ""));
  }
}

static void check_function(const qn_unit *unit, LLVMBuilderRef b,
                           LLVMValueRef function, frame f) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  LLVMValueRef first =
      LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  LLVMPositionBuilderBefore(b, first);
  LLVMSetCurrentDebugLocation2(b, place_of(unit, function));
  LLVMValueRef values[] = {qn_cpu_context_of(function),
                           LLVMConstInt(i64, f.own, false),
                           LLVMConstInt(i64, f.all, false)};
  LLVMValueRef check = qn_devlib_call(b, QN_DEVLIB_CHECK_STACK, values, 3);
  // What it returns to tells the line.
  LLVMSetTailCallKind(check, LLVMTailCallKindNoTail);
  make_behind(b, unit, check);
}

qn_status qn_cpu_check_stacks(qn_unit *unit, const qn_map *marks,
                              qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, unit->module) {
    bool again = false;
    if (LLVMIsDeclaration(function) || !LLVMCountParams(function) ||
        !qn_cpu_has_context(function) || qn_failed(status))
      continue;
    const frame f = frame_of(unit, marks, function);
    status = calls_itself(function, &again, diag);
    if (!qn_failed(status) && (again || f.all > MUCH))
      check_function(unit, b, function, f);
  }
  LLVMDisposeBuilder(b);
  return status;
}

// ---- Local arrays whose addresses go elsewhere

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

// ---- Red zones around them

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
  LLVMTypeRef type = LLVMStructTypeInContext(c->unit->context, fields, 3, true);
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
  const uint64_t size = LLVMABISizeOfType(td, LLVMGetAllocatedType(variable));
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
