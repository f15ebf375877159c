// SPDX-License-Identifier: Apache-2.0
// Integers of other widths than 8, 16, 32 and 64, as LLVM's optimiser makes
// them (33 bits, of the sum of a loop's counter): SPIR-V has none.
#ifndef QN_COMPILER_SPIRV_WIDEN_H
#define QN_COMPILER_SPIRV_WIDEN_H

#include "compiler/unit/unit.h"

// Computes with them in the next width that there is. Behind all passes.
// Refuses those of more than 64 bits, and what is not known here.
qn_status qn_spirv_widen_integers(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_WIDEN_H
