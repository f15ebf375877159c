// SPDX-License-Identifier: Apache-2.0
// Memory in registers: where all accesses are to places that are known, it
// becomes variables of a vector each, which LLVM makes registers.
#ifndef QN_COMPILER_SPMD_EMIT_REGISTERS_H
#define QN_COMPILER_SPMD_EMIT_REGISTERS_H

#include "compiler/ir/ir.h"

// Does so with what `memory`, a parameter of the function, points to, which
// nobody else accesses, before the call or after it. What is read before it is
// written is 0. False, and nothing done, where that is not possible: there are
// other uses, elements of several sizes, or too many bytes; or, unless
// `always`, where memory is as good.
bool qn_spmd_keep_in_registers(LLVMValueRef function, LLVMValueRef memory,
                               bool always);

#endif // QN_COMPILER_SPMD_EMIT_REGISTERS_H
