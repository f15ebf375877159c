// SPDX-License-Identifier: Apache-2.0
// What the scheduler and warp operations use of the checks (check.c). Absent
// from images without them.
#ifndef QN_DEVICE_CPU_CHECK_H
#define QN_DEVICE_CPU_CHECK_H

#include "runner.h"

// NULL: nothing is checked.
QN_DEVICE __attribute__((weak)) const qn_cpu_checks *
qn_cpu_checks_of(const qn_item *item);
QN_DEVICE __attribute__((weak)) qn_cpu_place
qn_cpu_place_of(const qn_item *item);
// Reports what `item` did; fills in its place.
QN_DEVICE __attribute__((weak)) void qn_cpu_tell(qn_item *item,
                                                 qn_cpu_finding *f);
// Frees the memory of a runner's groups.
QN_DEVICE __attribute__((weak)) void qn_cpu_check_end(runner *r);

#endif // QN_DEVICE_CPU_CHECK_H
