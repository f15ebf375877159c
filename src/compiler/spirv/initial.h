// SPDX-License-Identifier: Apache-2.0
// Constants while nobody has written them. A `__constant__` variable is what
// the host may still write, so kernels load it; most programs never write those
// that have initialisers, and then what a kernel loads is known.
#ifndef QN_COMPILER_SPIRV_INITIAL_H
#define QN_COMPILER_SPIRV_INITIAL_H

#include "compiler/unit/unit.h"

// Adds a second kernel, called QN_SPIRV_INITIAL and its name, to each kernel
// that loads a `__constant__` variable at an address that is known: with the
// values that the variable's initialiser has there. Only the host can write
// such a variable: nothing in the module does but load it. The runtime launches
// these until the program asks for the address of such a variable.
//
// Behind all passes that look for the record's kernels.
qn_status qn_spirv_add_initial(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_INITIAL_H
