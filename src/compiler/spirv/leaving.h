// SPDX-License-Identifier: Apache-2.0
// Conditions that all threads of a block have in common, where some leave a
// loop at them.
#ifndef QN_COMPILER_SPIRV_LEAVING_H
#define QN_COMPILER_SPIRV_LEAVING_H

#include "compiler/unit/unit.h"

// Where only some threads of a block come to such a condition, Intel's compiler
// for CPUs lets all of them leave. So it is made one that may differ.
qn_status qn_spirv_settle_leaving(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_LEAVING_H
