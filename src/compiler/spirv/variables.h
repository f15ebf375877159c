// SPDX-License-Identifier: Apache-2.0
// Variables of functions that hold pointers.
#ifndef QN_COMPILER_SPIRV_VARIABLES_H
#define QN_COMPILER_SPIRV_VARIABLES_H

#include "compiler/unit/unit.h"

// Makes them variables of integers of the same size, and loads and stores of
// integers, behind all passes: LLVM's back end finds out what each pointer
// points to, and on the way may take an array of pointers for one of them,
// which is too small then.
qn_status qn_spirv_settle_variables(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_VARIABLES_H
