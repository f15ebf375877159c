// SPDX-License-Identifier: Apache-2.0
// Follows what memory holds that nobody wrote through the values of a function:
// each value that may come from there has a shadow, a value of as many bits,
// which are set where those of the value are such. Taking it somewhere is no
// use of it; a branch, an address, an atomic operation and what a kernel makes
// of it and leaves in global memory are (docs/check.md).
#ifndef QN_COMPILER_CPU_CHECK_VALUES_H
#define QN_COMPILER_CPU_CHECK_VALUES_H

#include "compiler/cpu/checker.h"

// Gives the function's local arrays shadows, too. Comes before other checks are
// added.
qn_status qn_cpu_check_values(qn_cpu_checker *c, LLVMValueRef function,
                              qn_diag *diag);

// Whether an image follows values.
bool qn_cpu_follows_values(const qn_unit *unit);
// Why the values of a kernel, for one work-item, cannot be followed in packets;
// NULL: they can.
const char *qn_cpu_refuse_values(LLVMValueRef item);
// Shadows on their way to functions that were all inlined become values of the
// kernel, for one work-item; whether there are such kernels.
bool qn_cpu_forward_shadows(LLVMModuleRef module);

#endif // QN_COMPILER_CPU_CHECK_VALUES_H
