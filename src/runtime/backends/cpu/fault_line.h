// SPDX-License-Identifier: Apache-2.0
// The source line of a fault, from the line tables of the kernel's image.
#ifndef QN_RUNTIME_BACKENDS_CPU_FAULT_LINE_H
#define QN_RUNTIME_BACKENDS_CPU_FAULT_LINE_H

#include "runtime/backends/cpu/cpu.h"

typedef void qn_cpu_say_fn(const char *text, int size);

// Says where the code at `pc` comes from and into what it was inlined, or how
// to compile so that it is known. For a forked child: it allocates.
void qn_cpu_say_lines(const cpu_function *function, uintptr_t pc,
                      qn_cpu_say_fn *say);

#endif // QN_RUNTIME_BACKENDS_CPU_FAULT_LINE_H
