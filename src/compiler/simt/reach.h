// SPDX-License-Identifier: Apache-2.0
// What a body may call.
#ifndef QN_COMPILER_SIMT_REACH_H
#define QN_COMPILER_SIMT_REACH_H

#include "compiler/unit/unit.h"

// As qn_ir_reach, but no pointer in a kernel leads to what the compiler made to
// run kernels. Adds to `set` (keys are LLVMValueRef); false when out of memory.
bool qn_simt_reach(const qn_unit *unit, LLVMValueRef function, qn_map *set);

#endif // QN_COMPILER_SIMT_REACH_H
