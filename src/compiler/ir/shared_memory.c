// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/shared_memory.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "base/alloc.h"

// Whether there is anything to lay out: variables, or arrays of work-items.
static bool has_shared(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (LLVMIsAAllocaInst(i))
          return true;
  QN_EACH_GLOBAL (global, module)
    if (qn_ir_address_space(global) == QN_AS_SHARED &&
        !qn_ir_is_dynamic_shared(global))
      return true;
  return false;
}

static LLVMTargetMachineRef make_machine(LLVMModuleRef module) {
  LLVMTargetRef target;
  char *message = NULL;
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  if (LLVMGetTargetFromTriple(LLVMGetTarget(module), &target, &message)) {
    LLVMDisposeMessage(message);
    return NULL;
  }
  // The layout does not depend on the processor.
  return LLVMCreateTargetMachine(target, LLVMGetTarget(module), "", "",
                                 LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                 LLVMCodeModelDefault);
}

// "76" or "76,65536": the first number is the reserved size.
static uint64_t lds_size(LLVMValueRef function) {
  const qn_str text = qn_ir_attribute(function, "amdgpu-lds-size");
  char number[24] = {0};
  memcpy(number, text.data ? text.data : "",
         text.size < sizeof(number) - 1 ? text.size : sizeof(number) - 1);
  return strtoull(number, NULL, 10);
}

// Arrays that were moved to shared memory come after the variables that the
// earlier pass laid out, one after the other.
static uint64_t add_arrays(LLVMModuleRef module, LLVMValueRef function,
                           uint64_t size) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module);
  QN_EACH_GLOBAL (global, module) {
    const qn_str name = qn_ir_name(global);
    if (qn_ir_address_space(global) != QN_AS_SHARED ||
        qn_ir_is_dynamic_shared(global) ||
        qn_str_starts(name, QN_STR("llvm.amdgcn.")) ||
        !qn_ir_uses(function, global))
      continue;
    const unsigned alignment = LLVMGetAlignment(global);
    size = qn_align_up(size, alignment ? alignment : 1);
    size += LLVMABISizeOfType(td, LLVMGlobalGetValueType(global));
  }
  return size;
}

qn_status qn_shared_memory_measure(LLVMModuleRef module, bool optimise,
                                   qn_record *record, qn_diag *diag) {
  if (!qn_str_starts(qn_str_from(LLVMGetTarget(module)), QN_STR("amdgcn")) ||
      !has_shared(module))
    return qn_ok();
  LLVMTargetMachineRef machine = make_machine(module);
  if (!machine)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "this LLVM has no back end for AMD GPUs, which says how "
                   "much shared memory a kernel takes");
  LLVMModuleRef copy = LLVMCloneModule(module);
  const qn_status status =
      qn_ir_run_passes(copy,
                       optimise ? "amdgpu-lower-module-lds,"
                                  "function(amdgpu-promote-alloca)"
                                : "amdgpu-lower-module-lds",
                       machine, false, diag);
  for (size_t i = 0; !qn_failed(status) && i < record->kernel_count; ++i) {
    // The record is still being filled in, so it may be changed.
    qn_kernel *k = (qn_kernel *)(uintptr_t)&record->kernels[i];
    LLVMValueRef function =
        LLVMGetNamedFunctionWithLength(copy, k->name.data, k->name.size);
    if (function)
      k->resources.shared_static =
          qn_known(add_arrays(copy, function, lds_size(function)));
  }
  LLVMDisposeModule(copy);
  LLVMDisposeTargetMachine(machine);
  return status;
}
