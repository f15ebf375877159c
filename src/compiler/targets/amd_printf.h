// SPDX-License-Identifier: Apache-2.0
// What printf returns on AMD's GPUs.
#ifndef QN_COMPILER_TARGETS_AMD_PRINTF_H
#define QN_COMPILER_TARGETS_AMD_PRINTF_H

#include "compiler/ir/ir.h"

// Clang makes records in a buffer of printf, whose result is 0, or -1 where
// there is no room. CUDA's is how many arguments were printed; HIP's (`hip`)
// how many characters, which is known here of formats without arguments only.
// Before all optimisation, of one source's module.
void qn_amd_count_printed(LLVMModuleRef module, bool hip);

#endif // QN_COMPILER_TARGETS_AMD_PRINTF_H
