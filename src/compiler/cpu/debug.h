// SPDX-License-Identifier: Apache-2.0
// Built-in variables for debuggers.
#ifndef QN_COMPILER_CPU_DEBUG_H
#define QN_COMPILER_CPU_DEBUG_H

#include "compiler/unit/unit.h"

// Describes threadIdx, blockIdx, blockDim and gridDim as local variables of
// every function with debug information that has a context
// (qn_cpu_add_context), so that debuggers show a frame's work-item.
qn_status qn_cpu_describe_items(unsigned count, LLVMValueRef const *functions,
                                LLVMModuleRef module, qn_diag *diag);

#endif // QN_COMPILER_CPU_DEBUG_H
