// SPDX-License-Identifier: Apache-2.0
// QUERN_SCHEDULE: blocks and work-items in another order, always the same one
// for the same text.
#ifndef QN_RUNTIME_BACKENDS_CPU_SCHEDULE_H
#define QN_RUNTIME_BACKENDS_CPU_SCHEDULE_H

#include <stdint.h>

typedef struct qn_schedule {
  uint32_t flags; // of QN_CPU_ORDERS; 0: the usual order
  uint64_t seed;
} qn_schedule;

const qn_schedule *qn_cpu_schedule(void);
// The group that runs as number `i` of `count`.
uint64_t qn_schedule_group(const qn_schedule *schedule, uint64_t i,
                           uint64_t count);

#endif // QN_RUNTIME_BACKENDS_CPU_SCHEDULE_H
