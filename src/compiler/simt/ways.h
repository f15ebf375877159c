// SPDX-License-Identifier: Apache-2.0
// The two ways of a branch at which lanes part, which become one: first what
// its condition leads to, then the other, and then a choice where each goes on.
#ifndef QN_COMPILER_SIMT_WAYS_H
#define QN_COMPILER_SIMT_WAYS_H

#include "compiler/simt/body.h"

// Where ways go on, at most.
enum { QN_SIMT_TARGETS_MAX = 4 };

typedef struct qn_simt_ways {
  unsigned branch;
  unsigned meet;      // where all ways meet, a node
  uint64_t *sides[2]; // what is of one way alone; may be empty
  uint64_t *region;   // both
  // Where they go on: what both ways share, or where they meet, which is last.
  unsigned targets[QN_SIMT_TARGETS_MAX];
  unsigned target_count;
  // Once they are one: where each ends, or NULL, and who goes which way.
  LLVMBasicBlockRef ends[2];
  LLVMValueRef conditions[2];
} qn_simt_ways;

// Finds the ways of a branch of an analysed body. False where they do not meet
// in the same round of a loop, or are entered from elsewhere.
bool qn_simt_find_ways(qn_simt_body *body, unsigned branch, qn_simt_ways *out);

// Makes them one. All lanes go through both then, as far as these are not
// changed; the branches inside stay as they are.
void qn_simt_join_ways(qn_simt_body *body, qn_simt_ways *ways);

#endif // QN_COMPILER_SIMT_WAYS_H
