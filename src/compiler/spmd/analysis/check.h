// SPDX-License-Identifier: Apache-2.0
// Kernels that must not run in packets, although each instruction could be
// emitted: lanes would wait for one another.
#ifndef QN_COMPILER_SPMD_ANALYSIS_CHECK_H
#define QN_COMPILER_SPMD_ANALYSIS_CHECK_H

#include "compiler/spmd/analysis/shape.h"

// The reason, or NULL: a call that was not inlined may lead to a barrier or a
// warp operation.
const char *qn_spmd_check_calls(LLVMValueRef function);

// The reason, or NULL: a warp barrier in divergent code, which in packets runs
// completely before or after that of the other lanes, or a loop in which some
// lanes wait for a lane that has left it.
const char *qn_spmd_check_waits(const qn_spmd_shapes *shapes);

#endif // QN_COMPILER_SPMD_ANALYSIS_CHECK_H
