// SPDX-License-Identifier: Apache-2.0
// printf for OpenCL devices.
#ifndef QN_COMPILER_SPIRV_PRINTF_H
#define QN_COMPILER_SPIRV_PRINTF_H

#include "compiler/unit/unit.h"

// Rewrites calls of printf to OpenCL's, whose format is a constant string in
// the constant address space, and so are strings printed by %s. A format that
// is not a string literal is QN_E_UNSUPPORTED.
qn_status qn_spirv_lower_printf(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_PRINTF_H
