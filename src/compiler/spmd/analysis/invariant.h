// SPDX-License-Identifier: Apache-2.0
// What every step takes for granted of a kernel's item function. Checked
// between steps in builds with assertions; a failure is a defect of the step
// before.
#ifndef QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H
#define QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H

#include "compiler/spmd/analysis/graph.h"

// QN_E_INTERNAL, with the value or block, unless
// - variables are made in the first block (allocas),
// - values of a loop that are used behind it go through a phi there (LCSSA),
// - at most one block returns,
// - each barrier ends a block of its own, before a jump.
// `graph` is of the whole function; `step` says what was done before.
qn_status qn_spmd_check_invariants(LLVMValueRef function,
                                   const qn_spmd_graph *graph, const char *step,
                                   qn_diag *diag);

#endif // QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H
