// SPDX-License-Identifier: Apache-2.0
// Sums, differences and products that say whether they overflow: LLVM's back
// end has no signed ones, and Intel's compiler for CPUs refuses OpUMulExtended.
#ifndef QN_COMPILER_SPIRV_OVERFLOW_H
#define QN_COMPILER_SPIRV_OVERFLOW_H

#include "compiler/unit/unit.h"

// Makes plain operations of them. Behind all passes, which would find them
// again.
void qn_spirv_lower_overflows(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_OVERFLOW_H
