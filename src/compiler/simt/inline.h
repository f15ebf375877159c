// SPDX-License-Identifier: Apache-2.0
// Calls of functions that hold barriers or operations of warps: as a part of
// the body, lanes go through these together.
#ifndef QN_COMPILER_SIMT_INLINE_H
#define QN_COMPILER_SIMT_INLINE_H

#include "compiler/unit/unit.h"

// Has the optimiser inline such calls in `function` and in what it calls. Those
// through pointers, those of functions that call themselves, and what would be
// too long stay calls.
qn_status qn_simt_inline_meetings(const qn_unit *unit, LLVMValueRef function,
                                  qn_diag *diag);

#endif // QN_COMPILER_SIMT_INLINE_H
