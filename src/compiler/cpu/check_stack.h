// SPDX-License-Identifier: Apache-2.0
// What images do about their work-items' stacks (quern cc --check=memory):
// check that they last, and put red zones around local arrays whose addresses
// go elsewhere.
#ifndef QN_COMPILER_CPU_CHECK_STACK_H
#define QN_COMPILER_CPU_CHECK_STACK_H

#include "compiler/cpu/checker.h"

// Adds a check to the start of each function that may call itself, or has many
// local variables; those are made behind it. `marks` are the variables that
// checks added (qn_map of LLVMValueRef).
qn_status qn_cpu_check_stacks(qn_unit *unit, const qn_map *marks,
                              qn_diag *diag);

// Adds a function's arrays to `arrays`, before calls are added that their
// addresses go to.
qn_status qn_cpu_find_arrays(const qn_cpu_checker *c, LLVMValueRef function,
                             qn_map *arrays, qn_diag *diag);
// Puts red zones around them, when all else is done.
void qn_cpu_guard_arrays(qn_cpu_checker *c, const qn_map *arrays);

#endif // QN_COMPILER_CPU_CHECK_STACK_H
