// SPDX-License-Identifier: Apache-2.0
// What kernels are made ready with before they are planned.
#ifndef QN_COMPILER_CPU_PREPARE_H
#define QN_COMPILER_CPU_PREPARE_H

#include "compiler/unit/unit.h"

// Simplifies the module's functions into what packets are made of: calls
// inlined, variables in registers, loops in canonical form.
qn_status qn_cpu_prepare(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_CPU_PREPARE_H
