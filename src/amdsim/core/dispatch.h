// SPDX-License-Identifier: Apache-2.0
// Running a kernel: its groups, on the threads of the process.
#ifndef QN_AMDSIM_CORE_DISPATCH_H
#define QN_AMDSIM_CORE_DISPATCH_H

#include "amdsim/core/code.h"
#include "base/system/thread.h"

enum { QN_AMD_MESSAGE_SIZE = 1024 };

// What an AQL packet says, and what else waves begin with.
typedef struct qn_amd_dispatch {
  qn_amd_kernel kernel;
  uint32_t grid[3]; // work-items
  uint32_t block[3];
  uint32_t private_size, group_size; // bytes
  uint64_t kernarg, packet, queue;   // addresses
  uint32_t agent;                    // as memory says who may reach it; or 0
  uint64_t id;
  uint64_t limit; // instructions of a wave; 0: none

  uint32_t groups[3];            // filled in by qn_amd_dispatch_run
  atomic_uint_fast64_t taken;    // groups that somebody runs or ran
  atomic_uint_fast64_t executed; // instructions
  atomic_int status; // 0: no failure. 1 memory, 2 not simulated, 3 trap
  qn_mutex mutex;    // of `message`
  char message[QN_AMD_MESSAGE_SIZE];
  struct qn_amd_dispatch *next; // private
  unsigned helpers;             // private
} qn_amd_dispatch;

// Runs all of it. The result is in `status`, `message` and `executed`.
void qn_amd_dispatch_run(qn_amd_dispatch *d);

// What s_sendmsg of an interrupt does; NULL: nothing.
typedef void qn_amd_interrupt_fn(void);
extern _Atomic(qn_amd_interrupt_fn *) qn_amd_interrupt;

#endif // QN_AMDSIM_CORE_DISPATCH_H
