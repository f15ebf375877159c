// SPDX-License-Identifier: Apache-2.0
// Conversions of floating point to integers.
#ifndef QN_COMPILER_SPIRV_CONVERT_H
#define QN_COMPILER_SPIRV_CONVERT_H

#include "compiler/unit/unit.h"

// Makes saturated conversions of comparisons and plain ones: on Intel's CPU
// those of SPIR-V give something else than 0 for NaN, and a kernel with
// sub-groups of 32 that has one does not build.
void qn_spirv_lower_conversions(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_CONVERT_H
