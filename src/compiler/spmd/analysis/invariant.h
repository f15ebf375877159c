// SPDX-License-Identifier: Apache-2.0
// Invariants of a kernel's item function, which every step relies on. Checked
// between steps in builds with assertions; a failure is a defect of the
// previous step.
#ifndef QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H
#define QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H

#include "compiler/spmd/analysis/graph.h"

// QN_E_INTERNAL, with the value or block, unless
// - variables (allocas) are in the first block,
// - values of a loop that are used after it go through a phi there (LCSSA),
// - at most one block returns,
// - each barrier ends a block of its own, before a branch.
// `graph` is that of the whole function; `step` is the previous step's name.
qn_status qn_spmd_check_invariants(LLVMValueRef function,
                                   const qn_spmd_graph *graph, const char *step,
                                   qn_diag *diag);

#endif // QN_COMPILER_SPMD_ANALYSIS_INVARIANT_H
