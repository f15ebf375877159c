// SPDX-License-Identifier: Apache-2.0
// What a kernel learns of its launch: OpenCL has no dynamic shared memory
// outside the argument list, and sub-groups follow the rows of a block, while a
// warp is 32 threads that follow one another.
//
// So a kernel that reaches `extern __shared__` gets a pointer to shared memory
// as one more argument, of kind "shared" in the record. One with warp
// operations asks for sub-groups of 32 and is launched with blocks of one
// dimension, from whose index and the block's dimensions, hidden arguments, it
// computes its own.
#ifndef QN_COMPILER_SPIRV_LAUNCH_H
#define QN_COMPILER_SPIRV_LAUNCH_H

#include "compiler/unit/unit.h"

// Marks functions to be inlined that a kernel's launch is visible in, those
// between them and the kernel, and small ones.
qn_status qn_spirv_mark_inline(qn_unit *unit, qn_diag *diag);

// Replaces __qn_spirv_thread_id_x and its like by what they are, after
// inlining.
qn_status qn_spirv_lower_launch(qn_unit *unit, qn_diag *diag);

// Of kernels with warp operations, behind all passes: makes loops with several
// ways in such with one. Drivers that make vectors of a warp's lanes demand it;
// Intel's for CPUs ends the process otherwise.
qn_status qn_spirv_settle_loops(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_LAUNCH_H
