// SPDX-License-Identifier: Apache-2.0
// Instructions that LLVM's back end or a driver gets wrong, as others.
#ifndef QN_COMPILER_SPIRV_FORMS_H
#define QN_COMPILER_SPIRV_FORMS_H

#include "compiler/unit/unit.h"

// Behind all passes, which would undo it.
void qn_spirv_settle_forms(qn_unit *unit);

// A number of the launch, in one of its dimensions, by the name of LLVM's
// intrinsic; of 64 bits.
LLVMValueRef qn_spirv_query(const qn_unit *unit, LLVMBuilderRef b,
                            const char *name, unsigned dimension);

// 0, but not as far as compilers know; the same for all threads of a block.
LLVMValueRef qn_spirv_hidden_zero(const qn_unit *unit, LLVMBuilderRef b,
                                  LLVMTypeRef type);

// The same, but for each thread by itself, as far as they know.
LLVMValueRef qn_spirv_thread_zero(const qn_unit *unit, LLVMBuilderRef b,
                                  LLVMTypeRef type);

// The value, but not as far as compilers know.
LLVMValueRef qn_spirv_hide(const qn_unit *unit, LLVMBuilderRef b,
                           LLVMValueRef value);

// Gives a phi `value` from the block `from`, which may lead there in several
// ways: they have one value.
void qn_spirv_set_incoming(LLVMValueRef phi, LLVMBasicBlockRef from,
                           LLVMValueRef value);

#endif // QN_COMPILER_SPIRV_FORMS_H
