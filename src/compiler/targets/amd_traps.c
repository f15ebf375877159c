// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/amd_traps.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

// What LLVM writes: where s_trap does nothing the host is told by an interrupt
// with the queue's number, and the wave halts.
static const char SEQUENCE[] =
    "s_trap 2\n"
    "s_sendmsg_rtn_b32 $0, sendmsg(MSG_RTN_GET_DOORBELL)\n"
    "s_mov_b32 ttmp2, m0\n"
    "s_waitcnt lgkmcnt(0)\n"
    "s_and_b32 $0, $0, 0x3ff\n"
    "s_bitset1_b32 $0, 10\n"
    "s_mov_b32 m0, $0\n"
    "s_sendmsg sendmsg(MSG_INTERRUPT)\n"
    "s_mov_b32 m0, ttmp2\n"
    "s_sethalt 5\n"
    "s_branch 0xfffe"; // back to s_sethalt

static bool is_trap(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && (qn_str_equal(qn_ir_name(callee), QN_STR("llvm.trap")) ||
                    qn_str_equal(qn_ir_name(callee), QN_STR("llvm.ubsantrap")));
}

static void write(LLVMBuilderRef b, LLVMValueRef trap) {
  static const char constraints[] = "=&s,~{memory}";
  LLVMTypeRef word =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(trap)));
  LLVMTypeRef type = LLVMFunctionType(word, NULL, 0, false);
  LLVMValueRef sequence = LLVMGetInlineAsm(
      type, SEQUENCE, strlen(SEQUENCE), constraints, strlen(constraints),
      /*HasSideEffects=*/true, /*IsAlignStack=*/false, LLVMInlineAsmDialectATT,
      /*CanThrow=*/false);
  LLVMPositionBuilderBefore(b, trap);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(trap));
  LLVMBuildCall2(b, type, sequence, NULL, 0, "");
  LLVMInstructionEraseFromParent(trap);
}

void qn_amd_write_traps(LLVMModuleRef module, const char *cpu) {
  if (!qn_str_starts(qn_str_from(cpu), QN_STR("gfx11")))
    return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_trap(i))
          write(b, i);
      }
  LLVMDisposeBuilder(b);
}
