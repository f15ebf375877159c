// SPDX-License-Identifier: Apache-2.0
// Traps that LLVM's code generator for AMD's GPUs gets wrong.
#ifndef QN_COMPILER_TARGETS_AMD_TRAPS_H
#define QN_COMPILER_TARGETS_AMD_TRAPS_H

#include "compiler/ir/ir.h"

// For gfx11 LLVM 22 makes a trap of several instructions and a loop, in blocks
// of their own, and then overlooks the blocks between it and the function's
// end: additions of 64 bits there, and what else becomes several instructions,
// are none of the chip's. Writes those instructions as assembly. To be called
// behind all optimisation.
void qn_amd_write_traps(LLVMModuleRef module, const char *cpu);

#endif // QN_COMPILER_TARGETS_AMD_TRAPS_H
