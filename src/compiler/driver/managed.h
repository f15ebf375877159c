// SPDX-License-Identifier: Apache-2.0
// Managed variables where clang does not know them (the language CUDA).
#ifndef QN_COMPILER_DRIVER_MANAGED_H
#define QN_COMPILER_DRIVER_MANAGED_H

#include "compiler/unit/unit.h"

// Makes each variable annotated "quern.managed" what clang makes of one in HIP:
// `x` becomes a pointer, which the runtime sets, to the variable itself.
qn_status qn_managed_lower(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_MANAGED_H
