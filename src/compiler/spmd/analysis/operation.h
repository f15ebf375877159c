// SPDX-License-Identifier: Apache-2.0
// Properties of operations: a table of opcodes and one of intrinsics
// (intrinsics.def). An operation in neither is varying, whatever its operands.
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

// The row of an intrinsic by its name; NULL for unknown ones, and for functions
// that are no intrinsics.
const qn_spmd_known *qn_spmd_known_intrinsic(qn_str name);

// A function of the maths library that packets do as a whole
// (device/cpu/math/dots.h, power.h).
typedef enum qn_spmd_whole {
  QN_SPMD_NOT_WHOLE,
  QN_SPMD_DOT4,  // sum of the products of four signed bytes
  QN_SPMD_UDOT4, // of unsigned ones
  QN_SPMD_RSQRT, // 1 / sqrt(x) of a float (compiler/ir/roots.h)
} qn_spmd_whole;
// Which one a function is; NULL is none.
qn_spmd_whole qn_spmd_whole_function(LLVMValueRef function);

// Whether an instruction's value depends only on its operands. Not used for
// instructions with rules of their own (shape.c's transfer).
bool qn_spmd_is_plain(LLVMValueRef instruction);

// Whether it is a cheap calculation with integers or addresses, which can be
// done anywhere, again, and by inactive lanes.
bool qn_spmd_is_cheap(LLVMValueRef instruction);

// The maximum of operands of instructions that are cloned or run lane by lane.
enum { QN_SPMD_OPERANDS_MAX = 32 };

// The maximum of fields in a struct that has vectors.
enum { QN_SPMD_FIELDS_MAX = 16 };
// Whether the type has a vector form: numbers, pointers, and structs of at most
// so many of these.
bool qn_spmd_has_vectors(LLVMTypeRef type);

#endif // QN_COMPILER_SPMD_ANALYSIS_OPERATION_H
