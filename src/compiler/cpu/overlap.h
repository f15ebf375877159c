// SPDX-License-Identifier: Apache-2.0
// Whether two stores of a work-item may reach the same bytes from different
// lanes of a warp.
#ifndef QN_COMPILER_CPU_OVERLAP_H
#define QN_COMPILER_CPU_OVERLAP_H

#include <llvm-c/Target.h>

#include "compiler/unit/unit.h"

enum { QN_WRITTEN_TERMS_MAX = 8 };

// What a store writes: `size` bytes at the sum of a pointer, of values with
// factors, and of a constant.
typedef struct qn_written {
  LLVMValueRef root; // what no constants or values can be taken from
  LLVMBasicBlockRef block;
  uint64_t size;
  int64_t constant;
  struct {
    LLVMValueRef value;
    int64_t factor;
  } terms[QN_WRITTEN_TERMS_MAX];
  unsigned term_count;
  bool is_known; // false: there are more terms
} qn_written;

// `instruction` writes `size` bytes at `address`.
qn_written qn_cpu_written(LLVMTargetDataRef layout, LLVMValueRef instruction,
                          LLVMValueRef address, uint64_t size);

typedef enum qn_overlap {
  QN_OVERLAP_NONE,
  QN_OVERLAP_POSSIBLE, // not known; trees and sorts have each lane its own
  QN_OVERLAP_LIKELY,
} qn_overlap;

// Whether in lockstep all lanes have to be done with `first` before one begins
// with `second`, to which the program comes later. It takes for granted that
// different variables do not overlap, and that what lanes of a warp compute for
// a term differs by less than 32.
qn_overlap qn_cpu_overlap(const qn_written *first, const qn_written *second);

// Whether a read is plainly of what other lanes have stored to the same shared
// variable: the addresses differ in what depends on the lane, or by a distance
// of less than a warp. What cannot be told is not.
bool qn_cpu_reads_others(const qn_written *store, const qn_written *read);

#endif // QN_COMPILER_CPU_OVERLAP_H
