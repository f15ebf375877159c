// SPDX-License-Identifier: Apache-2.0
// Calls that SPIR-V does not have.
#ifndef QN_COMPILER_SPIRV_CALLS_H
#define QN_COMPILER_SPIRV_CALLS_H

#include "compiler/unit/unit.h"

// Refuses recursion and calls through pointers, by the function's name.
qn_status qn_spirv_check_calls(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_CALLS_H
