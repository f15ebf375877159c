// SPDX-License-Identifier: Apache-2.0
// Images that check that their work-items' stacks last (quern cc
// --check=memory).
#ifndef QN_COMPILER_CPU_CHECK_STACK_H
#define QN_COMPILER_CPU_CHECK_STACK_H

#include "compiler/unit/unit.h"

// Adds a check to the start of each function that may call itself, or has many
// local variables; those are made behind it. `marks` are the variables that
// checks added (qn_map of LLVMValueRef).
qn_status qn_cpu_check_stacks(qn_unit *unit, const qn_map *marks,
                              qn_diag *diag);

#endif // QN_COMPILER_CPU_CHECK_STACK_H
