// SPDX-License-Identifier: Apache-2.0
// The steps from sources to one target's image.
#ifndef QN_COMPILER_DRIVER_STEPS_H
#define QN_COMPILER_DRIVER_STEPS_H

#include "compiler/unit/unit.h"

// Compiles unit->target to `out_image`. The unit must be zeroed except for
// params, tools, target and temp; qn_unit_finish frees it whether or not this
// fails.
qn_status qn_unit_compile(qn_unit *unit, qn_buffer *out_image, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_STEPS_H
