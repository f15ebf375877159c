// SPDX-License-Identifier: Apache-2.0
// Prepares kernels for planning.
#ifndef QN_COMPILER_CPU_PREPARE_H
#define QN_COMPILER_CPU_PREPARE_H

#include "compiler/unit/unit.h"

// Simplifies the module's functions to the form that packets are made from:
// calls inlined, variables in registers, loops in canonical form.
qn_status qn_cpu_prepare(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_CPU_PREPARE_H
