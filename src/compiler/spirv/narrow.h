// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits that LLVM computes in 64.
#ifndef QN_COMPILER_SPIRV_NARROW_H
#define QN_COMPILER_SPIRV_NARROW_H

#include "compiler/unit/unit.h"

// LLVM takes the low half of a sum of 64 bits by shifts up and down, where the
// source has a sum of 32 bits, because indices of threads have 64. Intel's
// compiler for CPUs sees addresses side by side only in the latter.
void qn_spirv_narrow_indices(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_NARROW_H
