// SPDX-License-Identifier: Apache-2.0
// Addresses of parts of arrays and inside of them, and accesses to neighbours.
#ifndef QN_COMPILER_SPIRV_PLACES_H
#define QN_COMPILER_SPIRV_PLACES_H

#include "compiler/unit/unit.h"

// Makes one of an address in a part and the address of that part in its array,
// as OpenCL C has them. Intel's compiler for CPUs takes two apart where a loop
// changes the first only, adds them the other way round, and has more to keep.
void qn_spirv_join_places(qn_unit *unit);

// Makes one access of those to parts of a float2 and the like, as in OpenCL C.
// Not in functions with elements of several sizes at one address: LLVM 22's
// pass takes b[i] and ((float4 *)b)[i].x for one there.
qn_status qn_spirv_join_accesses(qn_unit *unit, qn_diag *diag);

// Keeps indices of a thread's own arrays inside of them where not all threads
// come. Intel's compiler for CPUs reads such an array at an index that threads
// have in common also where none of them is to, as m[i] in if (id == i && i <
// 4).
qn_status qn_spirv_keep_inside(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_PLACES_H
