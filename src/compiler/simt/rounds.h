// SPDX-License-Identifier: Apache-2.0
// Loops that work-items leave in different rounds, with barriers or operations
// of warps in them: all go on until none is left in the loop.
#ifndef QN_COMPILER_SIMT_ROUNDS_H
#define QN_COMPILER_SIMT_ROUNDS_H

#include "compiler/simt/body.h"

// Changes one loop of an analysed body, whose form stays that for shapes
// (spmd/analysis/shape.h) once `instsimplify,loop-simplify,lcssa` ran; false
// where there is none. Those that left go around the loop's code then, by a
// branch at which lanes part. Loops stay as they are that have several ways
// out, or barriers both in them and behind them: these may be one barrier to
// the source.
bool qn_simt_share_rounds(qn_simt_body *body);

// Whether a branch is one that leads out of such a loop, or around its code:
// who takes it comes to none of the loop's operations again.
bool qn_simt_leaves_rounds(const qn_simt_body *body, LLVMValueRef branch);
// Whether a vote is that on whether somebody is left.
bool qn_simt_counts_rounds(const qn_simt_body *body, LLVMValueRef call);

#endif // QN_COMPILER_SIMT_ROUNDS_H
