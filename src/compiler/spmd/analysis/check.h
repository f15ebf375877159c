// SPDX-License-Identifier: Apache-2.0
// What packets must not be made of, although each instruction could be emitted:
// lanes that would wait for one another.
#ifndef QN_COMPILER_SPMD_ANALYSIS_CHECK_H
#define QN_COMPILER_SPMD_ANALYSIS_CHECK_H

#include "compiler/spmd/analysis/shape.h"

// The reason, or NULL: a call that was not inlined may lead to a barrier or a
// warp operation.
const char *qn_spmd_check_calls(LLVMValueRef function);

// The reason, or NULL: a warp barrier in code that only some lanes run, which
// here comes wholly before or behind what the others do, or a loop that some
// lanes stay in until another lane that left it does something.
const char *qn_spmd_check_waits(const qn_spmd_shapes *shapes);

#endif // QN_COMPILER_SPMD_ANALYSIS_CHECK_H
