// SPDX-License-Identifier: Apache-2.0
// Pointers of any address space become generic ones, for targets that have one
// address space. Only variables keep theirs; what uses them casts it away.
#ifndef QN_COMPILER_IR_ONE_SPACE_H
#define QN_COMPILER_IR_ONE_SPACE_H

#include "base/buffer.h"
#include "compiler/ir/ir.h"

// Replaces `*module`, which is disposed of. Clang's own code needs none of
// this: it casts a variable's address where it takes it.
qn_status qn_ir_one_space(LLVMModuleRef *module, qn_diag *diag);

// The same of a module's text as LLVM prints it.
void qn_ir_one_space_text(qn_str text, qn_buffer *out);

#endif // QN_COMPILER_IR_ONE_SPACE_H
