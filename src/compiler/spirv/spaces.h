// SPDX-License-Identifier: Apache-2.0
// Address spaces of pointers: what a kernel is given points to global memory,
// and so does what is reckoned from it. Generic pointers, which not every
// driver takes everywhere, are left where that is not known. And what addresses
// lie in, and the structs that kernels are passed by value.
#ifndef QN_COMPILER_SPIRV_SPACES_H
#define QN_COMPILER_SPIRV_SPACES_H

#include "compiler/unit/unit.h"

// Generic pointers in SPIR-V's numbering.
enum { QN_AS_SPIRV_GENERIC = 4 };

// The variable or the argument that an address lies in, or the address.
LLVMValueRef qn_spirv_base_of(LLVMValueRef address);

// Whether that is an argument, and nothing is written through it.
bool qn_spirv_is_only_read(LLVMValueRef base);

// Whether it is a struct that a kernel is passed by value and does not write
// to.
bool qn_spirv_is_read_struct(LLVMValueRef base);

// Gives each thread a copy of a struct that its kernel may write to: Intel's
// driver for CPUs has one for all of a block. Behind an optimiser, which finds
// out what is only read.
qn_status qn_spirv_copy_structs(qn_unit *unit, qn_diag *diag);

qn_status qn_spirv_infer_spaces(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_SPACES_H
