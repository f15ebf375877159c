// SPDX-License-Identifier: Apache-2.0
// What the heap of malloc in kernels begins with, for back ends that give their
// devices one. include/quern/device/target/heap.h is the other side.
#ifndef QN_RUNTIME_CONTRACT_KERNEL_HEAP_H
#define QN_RUNTIME_CONTRACT_KERNEL_HEAP_H

#include "base/alloc.h"

typedef struct qn_kernel_heap {
  uint64_t size;       // bytes of the heap, this included
  uint64_t used;       // units that were ever given, this included
  uint64_t lists[126]; // none has a block
} qn_kernel_heap;

// Bytes, from what a program asked for; NULL or 0: nothing.
static inline size_t qn_kernel_heap_size(const size_t *wanted) {
  enum { SIZE_DEFAULT = 8 << 20, UNIT = 16 };
  const size_t size = wanted && *wanted ? *wanted : SIZE_DEFAULT;
  return (size_t)qn_align_up(
      size < sizeof(qn_kernel_heap) ? sizeof(qn_kernel_heap) : size, UNIT);
}

static inline qn_kernel_heap qn_kernel_heap_head(uint64_t size) {
  enum { UNIT = 16 };
  return (qn_kernel_heap){size, sizeof(qn_kernel_heap) / UNIT, {0}};
}

#endif // QN_RUNTIME_CONTRACT_KERNEL_HEAP_H
