// SPDX-License-Identifier: Apache-2.0
// Divisions that LLVM's code generator for AMD's GPUs gets wrong.
#ifndef QN_COMPILER_TARGETS_AMD_DIVISIONS_H
#define QN_COMPILER_TARGETS_AMD_DIVISIONS_H

#include "compiler/ir/ir.h"

// LLVM 22 divides numbers that it knows to have at most 24 bits in floating
// point, by a reciprocal that may be off by one unit in the last place: with
// 23 and 24 bits quotients are one too large. Hides from it how many bits
// there are, so that it divides as it does any number, which is exact. To be
// called behind all optimisation.
void qn_amd_guard_divisions(LLVMModuleRef module);

#endif // QN_COMPILER_TARGETS_AMD_DIVISIONS_H
