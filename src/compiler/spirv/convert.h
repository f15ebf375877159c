// SPDX-License-Identifier: Apache-2.0
// Conversions of floating point to integers.
#ifndef QN_COMPILER_SPIRV_CONVERT_H
#define QN_COMPILER_SPIRV_CONVERT_H

#include "compiler/unit/unit.h"

// Saturated conversions of NaN give 0 themselves: OpenCL's do, too, but not on
// every device (Intel's CPU).
void qn_spirv_define_nan(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_CONVERT_H
