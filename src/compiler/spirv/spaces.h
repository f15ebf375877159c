// SPDX-License-Identifier: Apache-2.0
// Address spaces of pointers: what a kernel is given points to global memory,
// and so does what is reckoned from it. Generic pointers, which not every
// driver takes everywhere, are left where that is not known.
#ifndef QN_COMPILER_SPIRV_SPACES_H
#define QN_COMPILER_SPIRV_SPACES_H

#include "compiler/unit/unit.h"

// Generic pointers in SPIR-V's numbering.
enum { QN_AS_SPIRV_GENERIC = 4 };

qn_status qn_spirv_infer_spaces(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_SPACES_H
