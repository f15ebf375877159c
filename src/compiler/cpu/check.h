// SPDX-License-Identifier: Apache-2.0
// Images that check what their work-items do (quern cc --check): calls of
// device/cpu/check.c at each access of memory and each fence. docs/check.md has
// the whole.
#ifndef QN_COMPILER_CPU_CHECK_H
#define QN_COMPILER_CPU_CHECK_H

#include "compiler/unit/unit.h"

// The checks of this image, bits of QN_CPU_CHECK_...; 0: none.
unsigned qn_cpu_checks_in(const qn_unit *unit);

// Whether packets can check what this image checks.
bool qn_cpu_may_check_packets(const qn_unit *unit);
// Whether a function has accesses that packets cannot watch for races, and will
// have them, whatever is inlined.
bool qn_cpu_never_watches(const qn_unit *unit, LLVMValueRef function);
// Why a kernel, for one work-item, cannot be watched for races in packets;
// NULL: it can, or is not watched.
const char *qn_cpu_refuse_watch(const qn_unit *unit, LLVMValueRef item);
// Adds the calls to every function. Functions have contexts by then; shared
// variables are still variables.
qn_status qn_cpu_add_checks(qn_unit *unit, qn_diag *diag);

// Notes the kernels of a module whose work-items, where they end before a
// barrier, went around it, by the source's own blocks; and whether one is
// noted.
void qn_cpu_find_returns(LLVMModuleRef module);
bool qn_cpu_goes_around(LLVMValueRef function);
void qn_cpu_note_around(LLVMValueRef function);

// Drops checks that what is known by now says are good.
void qn_cpu_drop_checks(LLVMModuleRef module);

// Adds the call at the start of a kernel's function for one work-item.
qn_status qn_cpu_check_entry(qn_unit *unit, LLVMValueRef item, qn_diag *diag);

// The red zones of shared memory, as qn_cpu_red_zones makes them.
typedef struct qn_cpu_zones {
  LLVMValueRef all;
  unsigned count;
} qn_cpu_zones;
// Adds the call at the start of a guarded loop of packets.
void qn_cpu_check_packets(const qn_unit *unit, LLVMBuilderRef b,
                          LLVMValueRef runner, const qn_cpu_zones *zones);

// The red zones of shared memory: pairs of offset and size, as u32, in a
// constant; NULL when out of memory.
LLVMValueRef qn_cpu_red_zones(qn_unit *unit, unsigned *out_count);

#endif // QN_COMPILER_CPU_CHECK_H
