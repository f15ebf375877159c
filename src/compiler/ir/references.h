// SPDX-License-Identifier: Apache-2.0
// Texture and surface references: variables of the program that hold an object,
// which the host stores there by the variable's name.
#ifndef QN_COMPILER_IR_REFERENCES_H
#define QN_COMPILER_IR_REFERENCES_H

#include "compiler/ir/ir.h"

enum { QN_IR_REFERENCES_MAX = 1024 };

// The references that a list of the module's names, as NVPTX's front end writes
// it, up to QN_IR_REFERENCES_MAX. Returns how many.
unsigned qn_ir_listed_references(LLVMModuleRef module,
                                 LLVMValueRef out[QN_IR_REFERENCES_MAX]);

// Makes static references external: clang describes them to the host as it does
// others, and leaves them internal. For a front end's module, before passes.
void qn_ir_open_static_references(LLVMModuleRef module);

#endif // QN_COMPILER_IR_REFERENCES_H
