// SPDX-License-Identifier: Apache-2.0
// Copies of structs, for code in which the lanes of a warp go in step: on GPUs
// all lanes read before any of them writes, and programs rely on it.
#ifndef QN_COMPILER_IR_COPIES_H
#define QN_COMPILER_IR_COPIES_H

#include "compiler/ir/ir.h"

// Whether an instruction is llvm.memcpy or llvm.memmove.
bool qn_ir_is_copy(LLVMValueRef i);

// Whether a copy's size is constant and not 0.
bool qn_ir_copy_size(LLVMValueRef copy, uint64_t *out_size);

// In bytes, of its target (0) or its source (1).
unsigned qn_ir_copy_alignment(LLVMValueRef copy, unsigned parameter);

// Makes copies of structs loads of all their parts, and then stores: copies of
// a small constant size, but those between variables of the same function.
void qn_ir_expand_copies(LLVMValueRef function);

#endif // QN_COMPILER_IR_COPIES_H
