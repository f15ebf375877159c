// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/meeting.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"

enum { CC_SPIR_FUNCTION = 75 };

LLVMValueRef qn_spirv_first_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (i && !qn_spirv_is_barrier(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

LLVMValueRef qn_spirv_build_barrier(const qn_unit *unit, LLVMBuilderRef b) {
  static const char name[] = "_Z22__spirv_ControlBarrieriii";
  enum { SEMANTICS = 0x10 | 0x100 | 0x200 }; // as __syncthreads has them
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMTypeRef types[] = {i32, i32, i32};
  LLVMValueRef scope = LLVMConstInt(i32, QN_SPIRV_SCOPE_BLOCK, false);
  LLVMValueRef arguments[] = {scope, scope,
                              LLVMConstInt(i32, SEMANTICS, false)};
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, 3, false);
  LLVMValueRef barrier = LLVMGetNamedFunction(unit->module, name);
  if (!barrier) {
    barrier = LLVMAddFunction(unit->module, name, type);
    LLVMSetFunctionCallConv(barrier, CC_SPIR_FUNCTION);
    qn_ir_add_flag(barrier, "convergent");
    qn_ir_add_flag(barrier, "nounwind");
  }
  LLVMValueRef call = LLVMBuildCall2(b, type, barrier, arguments, 3, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(barrier));
  return call;
}

// Puts what lies up to `last` in a block before `block`, so that later blocks'
// phis stay as they are.
static void split_behind(const qn_spirv_meeting *m, LLVMBasicBlockRef block,
                         LLVMValueRef last) {
  LLVMBasicBlockRef head =
      LLVMInsertBasicBlockInContext(m->unit->context, block, "");
  LLVMPositionBuilderAtEnd(m->b, head);
  for (bool done = false; !done;) {
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    done = i == last;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(m->b, i);
  }
  QN_EACH_BLOCK (from, m->kernel) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == block)
        LLVMSetSuccessor(end, k, head);
  }
  LLVMBuildBr(m->b, block);
}

void qn_spirv_split_barriers(qn_spirv_meeting *m) {
  LLVMBasicBlockRef next;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->kernel); block;
       block = next) {
    next = LLVMGetNextBasicBlock(block);
    for (LLVMValueRef i; (i = qn_spirv_first_barrier(block));) {
      m->barrier = i;
      split_behind(m, block, i);
    }
  }
}

qn_status qn_spirv_free_order(const qn_spirv_meeting *m, qn_diag *diag) {
  return qn_ir_run_function_passes(m->kernel, "reg2mem", m->unit->machine,
                                   diag);
}

// Ends a block with the way to where all threads come.
static void go_to_meet(const qn_spirv_meeting *m, LLVMValueRef end,
                       unsigned place) {
  LLVMPositionBuilderBefore(m->b, end);
  LLVMBuildStore(m->b, LLVMConstInt(m->i32, place, false), m->place);
  LLVMBuildBr(m->b, m->meet);
  LLVMInstructionEraseFromParent(end);
}

static LLVMBasicBlockRef append_block(const qn_spirv_meeting *m) {
  return LLVMAppendBasicBlockInContext(m->unit->context, m->kernel, "");
}

// A thread's first place, whose number no barrier has.
static LLVMValueRef start_of(const qn_spirv_meeting *m) {
  return LLVMConstInt(m->i32, UINT32_MAX, false);
}

// What of the kernel's first block is in the loop: what stands before `rest` is
// not, nor are allocations. What number it hands on compilers do not see, for
// they would take the first round out of the loop.
static LLVMBasicBlockRef split_entry(const qn_spirv_meeting *m,
                                     LLVMValueRef *out_start) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(m->kernel);
  LLVMValueRef i = m->rest ? m->rest : LLVMGetFirstInstruction(entry);
  while (LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  LLVMPositionBuilderBefore(m->b, i);
  *out_start = qn_spirv_hide(m->unit, m->b, start_of(m));
  split_behind(m, entry, LLVMGetPreviousInstruction(i));
  return entry;
}

static void add_incoming(LLVMValueRef phi, LLVMValueRef value,
                         LLVMBasicBlockRef from) {
  LLVMAddIncoming(phi, &value, &from, 1);
}

// The choice of where to go on. The kernel begins at it, too, so that it is the
// head of one loop without another in it: were some threads in an inner one, at
// the same barrier as others, devices that run threads in step would wait for
// those before the others go on.
static LLVMValueRef add_meeting(qn_spirv_meeting *m) {
  LLVMPositionBuilderBefore(
      m->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->kernel)));
  m->place = LLVMBuildAlloca(m->b, m->i32, "");
  LLVMValueRef start = NULL;
  LLVMBasicBlockRef rest = split_entry(m, &start);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(m->kernel);
  LLVMBasicBlockRef choose = append_block(m);
  m->meet = append_block(m);
  m->go = append_block(m);
  m->end = append_block(m);
  LLVMPositionBuilderAtEnd(m->b, m->meet);
  m->build(m);
  LLVMPositionBuilderAtEnd(m->b, m->end);
  LLVMBuildRetVoid(m->b);
  LLVMPositionBuilderAtEnd(m->b, m->go);
  LLVMValueRef next =
      m->next ? m->next : LLVMBuildLoad2(m->b, m->i32, m->place, "");
  LLVMBuildBr(m->b, choose);
  LLVMSetSuccessor(LLVMGetBasicBlockTerminator(entry), 0, choose);
  LLVMPositionBuilderAtEnd(m->b, choose);
  LLVMValueRef place = LLVMBuildPhi(m->b, m->i32, "");
  add_incoming(place, start, entry);
  add_incoming(place, next, m->go);
  LLVMValueRef choice = LLVMBuildSwitch(m->b, place, m->meet, 8);
  LLVMAddCase(choice, start_of(m), rest);
  return choice;
}

qn_status qn_spirv_lead_through(qn_spirv_meeting *m, qn_diag *diag) {
  LLVMBasicBlockRef last = LLVMGetLastBasicBlock(m->kernel);
  LLVMValueRef choice = add_meeting(m);
  unsigned places = 0;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->kernel);;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef barrier = qn_spirv_first_barrier(block);
    if (barrier) {
      const unsigned place = m->number ? m->number(m->user, block) : ++places;
      LLVMAddCase(choice, LLVMConstInt(m->i32, place, false),
                  LLVMGetSuccessor(end, 0));
      go_to_meet(m, end, place);
      LLVMInstructionEraseFromParent(barrier);
    } else if (LLVMIsAReturnInst(end)) {
      go_to_meet(m, end, 0);
    }
    if (block == last)
      break;
  }
  return qn_ir_run_function_passes(
      m->kernel, "mem2reg,lower-switch,break-crit-edges,fix-irreducible",
      m->unit->machine, diag);
}
