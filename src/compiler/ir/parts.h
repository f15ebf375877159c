// SPDX-License-Identifier: Apache-2.0
// Lanes of vectors: shuffles, parts as registers are, vectors made of parts,
// and those with the same number in each lane.
#ifndef QN_COMPILER_IR_PARTS_H
#define QN_COMPILER_IR_PARTS_H

#include "compiler/ir/ir.h"

// The lanes of two vectors together, as LLVM counts them, -1 for any, 128 at
// most; `other` may be NULL.
LLVMValueRef qn_ir_shuffle(LLVMBuilderRef b, LLVMValueRef one,
                           LLVMValueRef other, const int *lanes,
                           unsigned count);

// `count` lanes of a vector from `first` on, 64 at most.
LLVMValueRef qn_ir_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first,
                        unsigned count);

// Puts vectors of one size together, a power of 2 of them, to 64 lanes at most;
// what `parts` has is lost.
LLVMValueRef qn_ir_join_parts(LLVMBuilderRef b, LLVMValueRef *parts,
                              unsigned count);

// Bytes that a store's address is a multiple of; one under a mask is a store,
// too.
unsigned qn_ir_store_alignment(LLVMValueRef store);
// Stores a part of what `store` does, `at` bytes behind its address, without a
// mask; its line, and what metadata says of its memory, are the part's. Returns
// what it makes.
LLVMValueRef qn_ir_store_part(LLVMBuilderRef b, LLVMValueRef store,
                              LLVMValueRef part, unsigned at);
// The address `at` bytes behind another one.
LLVMValueRef qn_ir_behind(LLVMBuilderRef b, LLVMValueRef address, unsigned at);

// A number of a type, or a vector with it in each lane, 64 at most.
LLVMValueRef qn_ir_real(LLVMTypeRef type, double number);

#endif // QN_COMPILER_IR_PARTS_H
