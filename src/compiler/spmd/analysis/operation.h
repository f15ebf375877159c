// SPDX-License-Identifier: Apache-2.0
// What is known of operations: one table of opcodes, one of intrinsics
// (intrinsics.def). What neither has is varying, whatever its operands.
#ifndef QN_COMPILER_SPMD_ANALYSIS_OPERATION_H
#define QN_COMPILER_SPMD_ANALYSIS_OPERATION_H

#include "compiler/ir/ir.h"

typedef enum qn_spmd_intrinsic_kind {
  QN_SPMD_LANEWISE,      // has a vector form
  QN_SPMD_PLAIN,         // depends on its arguments only
  QN_SPMD_NO_OPERATION,  // is left out
  QN_SPMD_VARIABLE_SIZE, // is refused
} qn_spmd_intrinsic_kind;

// The types that an intrinsic's vector form is overloaded by.
typedef enum qn_spmd_overload_by {
  QN_SPMD_BY_RESULT,
  QN_SPMD_BY_RESULT_AND_FIRST,
  QN_SPMD_BY_RESULT_AND_SECOND,
  QN_SPMD_BY_FIRST,
} qn_spmd_overload_by;

typedef struct qn_spmd_known {
  const char *name; // without the types
  qn_spmd_intrinsic_kind kind;
  qn_spmd_overload_by overload;
  unsigned scalars; // bits of the arguments that stay scalar
} qn_spmd_known;

// The row of an intrinsic by its name; NULL for others, and for what is none.
const qn_spmd_known *qn_spmd_known_intrinsic(qn_str name);

// Whether an instruction's value depends on nothing but its operands, and is
// the same wherever they are. Not asked of those with rules of their own
// (shape.c's transfer).
bool qn_spmd_is_plain(LLVMValueRef instruction);

// Operands of instructions that are copied or done lane by lane, at most.
enum { QN_SPMD_OPERANDS_MAX = 32 };

// Fields of a struct that has vectors, at most.
enum { QN_SPMD_FIELDS_MAX = 16 };
// Whether a value of the type has one for each lane: numbers, pointers, and
// structs of so many such.
bool qn_spmd_has_vectors(LLVMTypeRef type);

#endif // QN_COMPILER_SPMD_ANALYSIS_OPERATION_H
