// SPDX-License-Identifier: Apache-2.0
// Gives device functions the context of the work-item that runs them.
#ifndef QN_COMPILER_CPU_CONTEXT_H
#define QN_COMPILER_CPU_CONTEXT_H

#include "compiler/unit/unit.h"

// Every kernel, every function whose address is taken, and every function that
// uses a built-in variable, a synchronising function or shared memory, directly
// or through calls, gets the context (struct qn_item of device/cpu/item.h) as
// its first parameter; if there is shared memory, so does every function that
// may access it by an address in its arguments. Built-in variables become loads
// from the context; other builtins become calls of the device library
// ("qn_cpu_...") with it.
qn_status qn_cpu_add_context(qn_unit *unit, qn_diag *diag);

// The context in a function that qn_cpu_add_context gave one.
LLVMValueRef qn_cpu_context_of(LLVMValueRef function);
// Whether it did; functions that are made with a context have to be recorded.
bool qn_cpu_has_context(LLVMValueRef function);
void qn_cpu_note_context(LLVMValueRef function);

// Whether a kernel may end with a trap or a failed assertion.
bool qn_cpu_can_fail(LLVMModuleRef module, LLVMValueRef kernel);

#endif // QN_COMPILER_CPU_CONTEXT_H
