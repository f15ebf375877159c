// SPDX-License-Identifier: Apache-2.0
// GPUs' address spaces on a machine that has only one.
#ifndef QN_COMPILER_CPU_MEMORY_H
#define QN_COMPILER_CPU_MEMORY_H

#include "compiler/unit/unit.h"

// Gives each shared variable an offset in the group's shared memory (which is
// found through the context, so qn_cpu_add_context comes first), puts dynamic
// shared memory after them, and device and constant variables into ordinary
// memory under their own names. `*out_shared` is the size of the static
// variables in bytes, where dynamic shared memory starts.
qn_status qn_cpu_lower_memory(qn_unit *unit, uint64_t *out_shared,
                              qn_diag *diag);

// Says of loads of constant variables, where a kernel has few, that nothing
// changes what they read while it runs: the host writes these before.
void qn_cpu_mark_constants(LLVMModuleRef module);

// Makes 32-bit indices below zero, as in end[~i], wrap with the address in
// shared memory, whose addresses have 32 bits on GPUs. Has to be called when
// it is known which pointers point there.
void qn_cpu_wrap_shared(LLVMModuleRef module);

#endif // QN_COMPILER_CPU_MEMORY_H
