// SPDX-License-Identifier: Apache-2.0
// Where threads of a block part, as Intel's compiler for CPUs bears it.
#ifndef QN_COMPILER_SPIRV_PARTING_H
#define QN_COMPILER_SPIRV_PARTING_H

#include "compiler/unit/unit.h"

// Conditions that all threads of a block have in common, where some leave a
// loop at them: where only some threads come to such a condition, the compiler
// lets all of them leave. So it is made one that may differ.
qn_status qn_spirv_settle_leaving(qn_unit *unit, qn_diag *diag);

// Values that loops in different branches leave behind, each the same for the
// threads that were there: where they meet, the compiler gives some threads
// those of the others. So one of them is made one that may differ. The compiler
// makes two such loops of one as well, by a condition that does not change in
// it, and that is hidden.
qn_status qn_spirv_settle_parting(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_PARTING_H
