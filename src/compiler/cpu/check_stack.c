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
