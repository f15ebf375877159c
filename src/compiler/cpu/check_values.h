// SPDX-License-Identifier: Apache-2.0
// Follows what memory holds that nobody wrote through the values of a function:
// each value that may come from there has a shadow, a value of as many bits,
// which are set where those of the value are such. Taking it somewhere is no
// use of it; a branch, an address, an atomic operation and what a kernel makes
// of it and leaves in global memory are (docs/check.md).
#ifndef QN_COMPILER_CPU_CHECK_VALUES_H
#define QN_COMPILER_CPU_CHECK_VALUES_H

#include "compiler/cpu/checker.h"

// Marks the function's local arrays, too. Comes before other checks are added.
qn_status qn_cpu_check_values(qn_cpu_checker *c, LLVMValueRef function,
                              qn_diag *diag);

#endif // QN_COMPILER_CPU_CHECK_VALUES_H
