// SPDX-License-Identifier: Apache-2.0
// What a packet's code can be made of: asked of every instruction before any is
// emitted.
#ifndef QN_COMPILER_SPMD_ANALYSIS_LEGAL_H
#define QN_COMPILER_SPMD_ANALYSIS_LEGAL_H

#include "compiler/spmd/analysis/regions.h"

// The phis of a block that are passed over an edge, at most; those that differ
// by row count for each.
enum { QN_SPMD_PASSED_MAX = 512 };

// Why packets with these shapes cannot be made of what the graph of the shapes
// has; NULL: they can. The texts name a construct: "a variable of varying
// size".
const char *qn_spmd_refusal(const qn_spmd_shapes *shapes,
                            const qn_spmd_regions *regions);

#endif // QN_COMPILER_SPMD_ANALYSIS_LEGAL_H
