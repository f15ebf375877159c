// SPDX-License-Identifier: Apache-2.0
// Copies of whole functions.
#ifndef QN_COMPILER_IR_CLONE_H
#define QN_COMPILER_IR_CLONE_H

#include "compiler/ir/ir.h"

// Adds a copy of a defined function to its module, called `name`, with its
// attributes and metadata. The function has no debug information
// (LLVMGetSubprogram), which cannot belong to two.
qn_status qn_ir_clone(LLVMValueRef function, const char *name,
                      LLVMValueRef *out_clone, qn_diag *diag);

#endif // QN_COMPILER_IR_CLONE_H
