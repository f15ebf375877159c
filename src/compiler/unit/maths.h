// SPDX-License-Identifier: Apache-2.0
// C's mathematical functions where a source asks for them past the headers.
#ifndef QN_COMPILER_UNIT_MATHS_H
#define QN_COMPILER_UNIT_MATHS_H

#include "compiler/ir/ir.h"

// Calls of exp, powf and their like, and of LLVM's functions for them, become
// calls of the maths libraries' (the names of OpenCL C). __builtin_exp gives
// such calls: a machine's back end would make them calls of the C library,
// which no device has. To be called before the libraries are linked.
void qn_unit_bind_maths(LLVMModuleRef module);

#endif // QN_COMPILER_UNIT_MATHS_H
