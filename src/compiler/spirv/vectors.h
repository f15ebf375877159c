// SPDX-License-Identifier: Apache-2.0
// Loads and stores of neighbours, joined.
#ifndef QN_COMPILER_SPIRV_VECTORS_H
#define QN_COMPILER_SPIRV_VECTORS_H

#include "compiler/unit/unit.h"

// Makes one access of those to parts of a float2 and the like, as in OpenCL C.
// Not in functions with elements of several sizes at one address: LLVM 22's
// pass takes b[i] and ((float4 *)b)[i].x for one there.
qn_status qn_spirv_join_accesses(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_VECTORS_H
