// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half on CPUs that only convert it.
#ifndef QN_COMPILER_CPU_HALF_H
#define QN_COMPILER_CPU_HALF_H

#include "compiler/unit/unit.h"

// Makes fused multiplications of half calls of the maths library, where the
// target has no instruction: LLVM would go through double and a function call,
// lane by lane. To be done before the library is linked.
void qn_cpu_lower_half(qn_unit *unit);

#endif // QN_COMPILER_CPU_HALF_H
