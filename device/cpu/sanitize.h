// SPDX-License-Identifier: Apache-2.0
// What the scheduler reports to images with -fsanitize=address.
#ifndef QN_DEVICE_CPU_SANITIZE_H
#define QN_DEVICE_CPU_SANITIZE_H

#include "item.h"

// `item` runs from now on. Absent from images without sanitizers.
QN_DEVICE __attribute__((weak)) void qn_cpu_sanitize_switch(qn_item *item);

#endif // QN_DEVICE_CPU_SANITIZE_H
