// SPDX-License-Identifier: Apache-2.0
// How far the lanes of a value are apart, where that is known when it is
// compiled though there is no one stride: `t / 2`, `t & 3`, `2 * t - (t & 7)`,
// and what such numbers are added to, also in the rounds of a loop.
#ifndef QN_COMPILER_SPMD_ANALYSIS_LANES_H
#define QN_COMPILER_SPMD_ANALYSIS_LANES_H

#include "compiler/spmd/analysis/shape.h"

// Numbers of lanes: a multiple of `alignment`, a power of 2, plus what is known
// of each lane. All is modulo the type's width. It holds for active lanes.
typedef struct qn_spmd_lanes {
  uint64_t alignment;
  int64_t at[64];
  // A number that it is computed from may wrap between lanes before it is
  // extended: then distances are not these. In shared memory that cannot be.
  bool may_wrap;
} qn_spmd_lanes;

// Finds them for a packet of one row; false: they are not known.
bool qn_spmd_lanes_of(const qn_spmd_shapes *shapes, LLVMValueRef value,
                      qn_spmd_lanes *out);
// The distance of each lane's number, or address in bytes, from lane 0's, of
// numbers that do not wrap between lanes; of numbers that are compared only
// those count (`is_signed`).
bool qn_spmd_find_distances(const qn_spmd_shapes *shapes, LLVMValueRef value,
                            int64_t out[64]);
bool qn_spmd_is_in_order(const qn_spmd_shapes *shapes, LLVMValueRef value,
                         bool is_signed);

// The value of a constant of at most 64 bits.
bool qn_spmd_is_number(LLVMValueRef value, int64_t *out);

#endif // QN_COMPILER_SPMD_ANALYSIS_LANES_H
