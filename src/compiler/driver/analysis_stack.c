// SPDX-License-Identifier: Apache-2.0
// The example of docs/metadata.md: private memory of a work-item, which is the
// variables of the kernel and of all functions that it may call. Spilled
// registers, which a back end adds, are not counted.
#include <llvm-c/Target.h>

#include "base/alloc.h"
#include "compiler/driver/analysis.h"

typedef struct stack_metadata { // as src/metadata/md/handler_stack.c has it
  uint64_t private_memory_usage;
} stack_metadata;

static uint64_t function_usage(LLVMValueRef function, LLVMTargetDataRef td) {
  uint64_t bytes = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      if (!LLVMIsAAllocaInst(i))
        continue;
      LLVMValueRef count = LLVMGetOperand(i, 0);
      const uint64_t elements =
          LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 1;
      bytes = qn_align_up(bytes, LLVMGetAlignment(i));
      bytes += elements * LLVMABISizeOfType(td, LLVMGetAllocatedType(i));
    }
  return bytes;
}

qn_status qn_analysis_stack(LLVMValueRef function, const qn_kernel *described,
                            void *out_record, qn_diag *diag) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module);
  stack_metadata record = {0};
  qn_map reached = {0};
  (void)described;
  if (!qn_ir_reach(module, function, &reached)) {
    qn_map_finish(&reached);
    return qn_fail_memory(diag, "the functions of a kernel");
  }
  QN_EACH_FUNCTION (f, module)
    if (qn_map_find(&reached, (uintptr_t)f))
      record.private_memory_usage += function_usage(f, td);
  qn_map_finish(&reached);
  memcpy(out_record, &record, sizeof(record));
  return qn_ok();
}
