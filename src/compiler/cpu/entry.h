// SPDX-License-Identifier: Apache-2.0
// What a CPU image exports: a function for each kernel (quern/cpu_abi.h).
#ifndef QN_COMPILER_CPU_ENTRY_H
#define QN_COMPILER_CPU_ENTRY_H

#include "compiler/unit/unit.h"

// An attribute of a kernel's function for one work-item, quern.item, with calls
// of qn_cpu_warp_step that lanes that run together need, too.
#define QN_CPU_IN_STEP "quern-in-step"

// Makes the entries of all kernels, whose functions become internal, and adds
// them to the record. `shared` is the size of the static shared variables,
// bytes.
qn_status qn_cpu_make_entries(qn_unit *unit, uint64_t shared, qn_diag *diag);

#endif // QN_COMPILER_CPU_ENTRY_H
