// SPDX-License-Identifier: Apache-2.0
// Whether packets can be emitted: checks every instruction before any is
// emitted.
#ifndef QN_COMPILER_SPMD_ANALYSIS_LEGAL_H
#define QN_COMPILER_SPMD_ANALYSIS_LEGAL_H

#include "compiler/spmd/analysis/regions.h"

// The maximum of phis of a block; those that differ by row count once per row.
enum { QN_SPMD_PASSED_MAX = 512 };

// Why packets with these shapes cannot be made from the shapes' graph; NULL:
// they can. The texts name a construct: "a variable of varying size".
const char *qn_spmd_refusal(const qn_spmd_shapes *shapes,
                            const qn_spmd_regions *regions);

#endif // QN_COMPILER_SPMD_ANALYSIS_LEGAL_H
