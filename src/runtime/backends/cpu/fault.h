// SPDX-License-Identifier: Apache-2.0
// Faults in kernels: reports the kernel, group and work-item on standard error,
// before the program's own handler or the signal's default action runs.
#ifndef QN_RUNTIME_BACKENDS_CPU_FAULT_H
#define QN_RUNTIME_BACKENDS_CPU_FAULT_H

#include "runtime/backends/cpu/cpu.h"

// What a thread runs. Neither this nor what it points to is on a stack: a
// kernel that writes beyond its arrays overwrites that.
typedef struct qn_cpu_running {
  const cpu_launch *run;
  const qn_cpu_launch *launch;
  const qn_cpu_services *services;
  uint64_t first, last; // groups
  const qn_cpu_scratch *scratch;
} qn_cpu_running;

// Bytes without access before and behind a scratch's memory: more than a group
// can have of shared memory, for indices of a larger launch.
enum { QN_CPU_GUARD = 1 << 20 };

// Installs handlers for the signals of faults, once per process; handlers that
// the program installed before are called after ours. Does nothing under
// AddressSanitizer, which reports faults itself.
void qn_cpu_watch_faults(void);

// What this thread runs now; NULL: nothing. Borrowed until the next call.
void qn_cpu_set_running(const qn_cpu_running *running);

#endif // QN_RUNTIME_BACKENDS_CPU_FAULT_H
