// SPDX-License-Identifier: Apache-2.0
// GPU address spaces on a machine that has one.
#ifndef QN_COMPILER_CPU_MEMORY_H
#define QN_COMPILER_CPU_MEMORY_H

#include "compiler/unit/unit.h"

// Gives each shared variable a place in the group's shared memory (found
// through the context, so qn_cpu_add_context comes first), dynamic shared
// memory the place behind them, and puts device and constant variables into
// ordinary memory under their own names. `*out_shared` is the size of the
// static variables in bytes, where dynamic shared memory starts.
qn_status qn_cpu_lower_memory(qn_unit *unit, uint64_t *out_shared,
                              qn_diag *diag);

// Indices of 32 bits that go below zero, as end[~i], wrap with the address in
// shared memory, whose addresses have 32 bits on GPUs. To be called when it is
// known of pointers that they point there.
void qn_cpu_wrap_shared(LLVMModuleRef module);

#endif // QN_COMPILER_CPU_MEMORY_H
