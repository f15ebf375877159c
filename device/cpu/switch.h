// SPDX-License-Identifier: Apache-2.0
// Switching between stacks; see switch.c.
#ifndef QN_DEVICE_CPU_SWITCH_H
#define QN_DEVICE_CPU_SWITCH_H

#include "item.h"

QN_DEVICE void qn_cpu_switch(void **save, void *to);
QN_DEVICE void qn_cpu_start(void);
// Prepares the stack that ends at `top` for qn_cpu_switch: it will call
// `function`, which must not return. Returns the stack pointer to switch to.
QN_DEVICE void *qn_cpu_prepare(void *top, void (*function)(void *),
                               void *argument);

#endif // QN_DEVICE_CPU_SWITCH_H
