// SPDX-License-Identifier: Apache-2.0
// Work-items that wait for others of their block in loops: for a flag in
// memory, a lock, a barrier of the program's own. Fibers take turns at barriers
// and warp operations alone, so those that wait must let the others run.
#ifndef QN_COMPILER_CPU_WAITS_H
#define QN_COMPILER_CPU_WAITS_H

#include "compiler/unit/unit.h"

// Whether `item`, or a function that it may call, has such a loop; true, too,
// when there is no memory to find out.
bool qn_cpu_waits(LLVMModuleRef module, LLVMValueRef item);

// Adds calls of qn_cpu_yield to the rounds of these loops. They have an effect
// in fibers only.
void qn_cpu_add_yields(LLVMModuleRef module, LLVMValueRef item);

#endif // QN_COMPILER_CPU_WAITS_H
