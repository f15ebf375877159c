// SPDX-License-Identifier: Apache-2.0
// Loops whose rounds can be counted before the first: they end at their header
// alone, by a number that goes up or down, and do nothing in which other
// work-items could take part. Addresses in them that go on by the same step
// are known for all rounds then.
#ifndef QN_COMPILER_SPMD_ANALYSIS_COUNTED_H
#define QN_COMPILER_SPMD_ANALYSIS_COUNTED_H

#include "compiler/spmd/analysis/graph.h"

typedef struct qn_spmd_counted {
  const qn_spmd_graph *graph;
  unsigned loop;
  LLVMValueRef before; // the branch that leads there
  LLVMValueRef index;  // the number, a phi of the header
  LLVMValueRef first;  // its value in the first round
  int64_t step;
} qn_spmd_counted;

// Whether a loop without others in it is such a one. Loads of the header that
// are the same in each round are moved in front of it, unless the loop writes.
bool qn_spmd_find_counted(const qn_spmd_graph *graph, unsigned loop,
                          LLVMBuilderRef b, qn_spmd_counted *out);

// Whether a block runs once in each round.
bool qn_spmd_in_each_round(const qn_spmd_counted *counted, unsigned node);

// Whether a value of the loop is computed from its number and from values from
// outside so that it goes on by the same step, as long as nothing overflows.
bool qn_spmd_has_step(const qn_spmd_counted *counted, LLVMValueRef value);

// The number of rounds, of 64 bits, and a value with a step in the round with
// that number, where the builder is, in front of the loop.
LLVMValueRef qn_spmd_rounds(const qn_spmd_counted *counted, LLVMBuilderRef b);
LLVMValueRef qn_spmd_in_round(const qn_spmd_counted *counted, LLVMBuilderRef b,
                              LLVMValueRef value, LLVMValueRef round);

#endif // QN_COMPILER_SPMD_ANALYSIS_COUNTED_H
