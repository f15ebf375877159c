// SPDX-License-Identifier: Apache-2.0
// Local arrays whose addresses go elsewhere: red zones around them (quern cc
// --check=memory).
#ifndef QN_COMPILER_CPU_CHECK_ARRAYS_H
#define QN_COMPILER_CPU_CHECK_ARRAYS_H

#include "compiler/cpu/checker.h"

// Adds a function's arrays to `arrays`, before calls are added that their
// addresses go to.
qn_status qn_cpu_find_arrays(const qn_cpu_checker *c, LLVMValueRef function,
                             qn_map *arrays, qn_diag *diag);
// Puts red zones around them, when all else is done.
void qn_cpu_guard_arrays(qn_cpu_checker *c, const qn_map *arrays);

#endif // QN_COMPILER_CPU_CHECK_ARRAYS_H
