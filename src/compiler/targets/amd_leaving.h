// SPDX-License-Identifier: Apache-2.0
// Threads that leave a kernel while others of their wave go on to barriers.
#ifndef QN_COMPILER_TARGETS_AMD_LEAVING_H
#define QN_COMPILER_TARGETS_AMD_LEAVING_H

#include "compiler/ir/ir.h"

// CUDA's barriers wait for who has not left yet, but a wave is at a barrier as
// soon as some of its threads are. Where a branch leads to barriers on one side
// alone, and memory is accessed on the other one, LLVM may have the wave do
// that side last, when others have gone on, and have written what is read
// there. Has the side without barriers come first.
qn_status qn_amd_leave_first(LLVMModuleRef module, qn_diag *diag);

#endif // QN_COMPILER_TARGETS_AMD_LEAVING_H
