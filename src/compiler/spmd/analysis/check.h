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
// lanes wait for a lane that has left it, or all of them for another packet of
// their block.
const char *qn_spmd_check_waits(const qn_spmd_shapes *shapes);

// The reason, or NULL: an operation of the warp that some of its lanes may not
// come to, or may not name.
const char *qn_spmd_check_arrivals(const qn_spmd_shapes *shapes);

// Whether an instruction may read a value that its work-item waits for: an
// atomic or volatile load, an exchange as for a lock, an atomic that changes
// nothing.
bool qn_spmd_looks_at_others(LLVMValueRef i);

// Whether a function, or one that it may call, has such an instruction, or
// another atomic one, whose operand may be the caller's; true, too, when out of
// memory.
bool qn_spmd_reaches_others(LLVMModuleRef module, LLVMValueRef function);

// Whether a loop goes on until others do something: what such instructions
// read decides when it ends. A compare and exchange that expects what was read
// before makes progress by itself. Functions that the loop calls count by what
// is in them.
bool qn_spmd_loop_waits(const qn_spmd_graph *graph, unsigned loop);

#endif // QN_COMPILER_SPMD_ANALYSIS_CHECK_H
