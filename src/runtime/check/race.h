// SPDX-License-Identifier: Apache-2.0
// Accesses of global memory that nothing puts in order. Of each 4 bytes there
// is a cell: who wrote them last, and who read them.
#ifndef QN_RUNTIME_CHECK_RACE_H
#define QN_RUNTIME_CHECK_RACE_H

#include "runtime/check/check.h"

typedef struct qn_check_access {
  uintptr_t address;
  uint64_t size;
  uint32_t how; // QN_CPU_ACCESS_...
  uint64_t value;
  uintptr_t code;            // 0: an operation of the host
  const qn_cpu_place *place; // NULL: an operation of the host
} qn_check_access;

// Notes an access by a kernel (`run`) or by operation `op`, and reports what it
// races with.
void qn_check_race(qn_check_run *run, uint32_t op, const qn_check_access *a);

// Reports accesses of a block that race with operation `op`, which frees it.
void qn_check_race_freed(uint32_t op, const qn_check_block *block);
// Reports an access of memory that a stream allocates or frees by operation
// `other`, when nothing puts the two in order.
void qn_check_race_pool(uint32_t op, const qn_check_access *a, uint32_t other,
                        const char *verb);

// An atomic access of shared memory, which orders what its group does to global
// memory.
void qn_check_order(qn_check_run *run, const qn_check_access *a);

#endif // QN_RUNTIME_CHECK_RACE_H
