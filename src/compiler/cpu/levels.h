// SPDX-License-Identifier: Apache-2.0
// Entries for higher levels beside the target's own, in one image.
#ifndef QN_COMPILER_CPU_LEVELS_H
#define QN_COMPILER_CPU_LEVELS_H

#include "compiler/unit/unit.h"

// Makes the entries of unit->module for unit->target; `shared` is the size of
// the shared variables in bytes.
typedef qn_status qn_cpu_make_fn(qn_unit *unit, uint64_t shared, qn_diag *diag);

// Calls `make` for each level of the compilation's parameters that is above the
// target, from the highest down, with a copy of the module, and then for the
// target; all end up in unit->module. All levels share the module's variables.
// During the call for a copy, unit->level is its level's name.
qn_status qn_cpu_make_levels(qn_unit *unit, uint64_t shared,
                             qn_cpu_make_fn *make, qn_diag *diag);

#endif // QN_COMPILER_CPU_LEVELS_H
