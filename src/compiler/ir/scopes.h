// SPDX-License-Identifier: Apache-2.0
// Scopes of atomic operations and fences, which clang does not keep for the
// triple that CPUs' code is compiled for. Only checks ask for them.
#ifndef QN_COMPILER_IR_SCOPES_H
#define QN_COMPILER_IR_SCOPES_H

#include "compiler/ir/ir.h"

enum { QN_IR_SCOPE_THREAD = 0 }; // LLVM's number of "singlethread"

// LLVM's number of the scope of a work-group, "block".
unsigned qn_ir_scope_block(LLVMContextRef context);

// Sets them in functions of our headers, by their names: before any is inlined.
void qn_ir_set_scopes(LLVMModuleRef module);

#endif // QN_COMPILER_IR_SCOPES_H
