// SPDX-License-Identifier: Apache-2.0
// Loops of which lanes have one round left at most once the first has left, as
// the last one of `for (i = lane; i < n; i += 32)`: each round adds at least
// what lies between the first lane and the last.
#ifndef QN_COMPILER_SPMD_ANALYSIS_ROUNDS_H
#define QN_COMPILER_SPMD_ANALYSIS_ROUNDS_H

#include "compiler/spmd/analysis/shape.h"

// Whether it is so of lanes that part at the branch back to the loop's header.
bool qn_spmd_has_last_round(const qn_spmd_shapes *shapes,
                            const qn_spmd_graph *graph, unsigned loop);

// Whether lanes that part at `node`, in front of the loop, do so by the same
// test for the first round, so that those that enter have but that one.
bool qn_spmd_parts_for_last_round(const qn_spmd_shapes *shapes,
                                  const qn_spmd_graph *graph, unsigned loop,
                                  unsigned node);

#endif // QN_COMPILER_SPMD_ANALYSIS_ROUNDS_H
