// SPDX-License-Identifier: Apache-2.0
//
// Code that several targets' headers share.
#ifndef QUERN_DEVICE_TARGET_COMMON_H
#define QUERN_DEVICE_TARGET_COMMON_H
#pragma clang system_header

__QN_FN void __qn_scoped_fence(int scope) {
  if (scope <= __QN_SCOPE_BLOCK)
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);
  else if (scope == __QN_SCOPE_DEVICE)
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
  else
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM);
}

// The lane that lane `self` reads in a shuffle among segments of `width` lanes;
// `self` if it would be outside its segment.
__QN_FN int __qn_shuffle_source(int kind, int self, __qn_u32 lane,
                                __qn_u32 width) {
  const int first = self & ~(int)(width - 1);
  const int last = first + (int)width - 1;
  int source;
  switch (kind) {
  case __QN_SHUFFLE_INDEX:
    source = first | (int)(lane & (width - 1));
    break;
  case __QN_SHUFFLE_UP:
    source = self - (int)lane;
    source = source < first ? self : source;
    break;
  case __QN_SHUFFLE_DOWN:
    source = self + (int)lane;
    source = source > last ? self : source;
    break;
  default:
    source = self ^ (int)lane;
    source = source > last ? self : source;
    break;
  }
  return source;
}

// A barrier that counts, in a cell of shared memory, the threads whose `pred`
// matters for `op`; `add` increments the cell. Any thread may have returned, so
// all clear it.
#define __QN_BARRIER_REDUCE(cell, add)                                         \
  __QN_FN __QN_CONVERGENT int __qn_barrier_reduce(int op, int pred) {          \
    cell[0] = 0;                                                               \
    __qn_barrier();                                                            \
    const bool counted = op == __QN_BARRIER_AND ? pred == 0 : pred != 0;       \
    if (counted)                                                               \
      add;                                                                     \
    __qn_barrier();                                                            \
    const unsigned count = cell[0];                                            \
    __qn_barrier();                                                            \
    return op == __QN_BARRIER_COUNT ? (int)count                               \
           : op == __QN_BARRIER_AND ? count == 0                               \
                                    : count != 0;                              \
  }

#endif
