// SPDX-License-Identifier: Apache-2.0
// Half-precision arithmetic on CPUs that can only convert it.
#ifndef QN_COMPILER_CPU_HALF_H
#define QN_COMPILER_CPU_HALF_H

#include "compiler/unit/unit.h"

// Replaces fused multiply-adds of half by calls of the maths library, if the
// target has no instruction: LLVM would convert to double and call a function,
// lane by lane. Has to be done before the library is linked.
void qn_cpu_lower_half(qn_unit *unit);

// Replaces minima and maxima of half and bfloat16 by those of float, which are
// exact, if the target has no instruction: for x86 LLVM would call fmaxf, lane
// by lane. The optimiser makes them of float ones between conversions, so this
// has to be done after it.
void qn_cpu_widen_choices(qn_unit *unit);

#endif // QN_COMPILER_CPU_HALF_H
