// SPDX-License-Identifier: Apache-2.0
// Warps of 32 lanes on devices whose sub-groups have other sizes, or that have
// none: a warp operation is a stop (device/target/spirv_warps.h). A kernel with
// stops becomes a loop around what lies between its stops and barriers: every
// thread goes to one meeting of the block, and from there on, or round again
// while it waits.
#ifndef QN_COMPILER_SPIRV_STOPS_H
#define QN_COMPILER_SPIRV_STOPS_H

#include "compiler/unit/unit.h"

#define QN_SPIRV_STOP "__qn_spirv_stop"

// Whether the target's warp operations are stops.
bool qn_spirv_emulates_warps(const qn_unit *unit);

bool qn_spirv_is_stop(LLVMValueRef instruction);
// What qn_spirv_lower_stops replaces.
bool qn_spirv_is_for_stops(qn_str symbol);
// Whether a function is of the meeting, whose calls are made by lower_stops.
bool qn_spirv_is_meeting(LLVMValueRef function);

// A stop at which the lanes of a warp go in step.
void qn_spirv_build_step(qn_unit *unit, LLVMBuilderRef b);
// Stops between reads and writes of shared memory, and between writes, with
// neither a stop nor a barrier between: all lanes of a warp are done with one
// before any begins with the next.
qn_status qn_spirv_add_steps(qn_unit *unit, LLVMValueRef kernel, qn_diag *diag);
// Says who a thread is, and of how many: in each kernel with stops.
void qn_spirv_build_self(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef linear,
                         LLVMValueRef threads);

// Behind the optimiser, which would thread jumps through the loop.
qn_status qn_spirv_lower_stops(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_STOPS_H
