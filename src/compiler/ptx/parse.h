// SPDX-License-Identifier: Apache-2.0
// The parts of a PTX statement.
#ifndef QN_COMPILER_PTX_PARSE_H
#define QN_COMPILER_PTX_PARSE_H

#include "base/arena.h"
#include "compiler/ptx/ptx.h"

enum { QN_PTX_ARGUMENTS_MAX = 8, QN_PTX_MODIFIERS_MAX = 12 };

// What an argument of an instruction is. Texts borrow from the assembly.
typedef enum qn_ptx_kind {
  QN_PTX_REGISTER, // of the assembly, or an operand ($N); "_" is a sink
  QN_PTX_SPECIAL,  // %laneid
  QN_PTX_INTEGER,
  QN_PTX_SINGLE, // 0f3F800000
  QN_PTX_DOUBLE, // 0d..., 1.5
  QN_PTX_VECTOR, // {a, b}
  QN_PTX_ADDRESS // [a + 4]
} qn_ptx_kind;

typedef struct qn_ptx_argument {
  qn_ptx_kind kind;
  qn_str name;      // register, special register
  uint64_t number;  // integer; bits of a floating-point literal
  bool is_inverted; // !p
  qn_str second;    // p of d|p; else empty
  qn_str selector;  // b0 of a.b0, of video instructions; else empty
  // Of vectors, and the base of an address.
  struct qn_ptx_argument *parts;
  size_t part_count;
  int64_t offset; // of an address, bytes
} qn_ptx_argument;

typedef struct qn_ptx_instruction {
  qn_str guard; // register of @p; empty: none
  bool is_guard_inverted;
  qn_str text;                            // the whole name, "add.rn.f32"
  qn_str parts[QN_PTX_MODIFIERS_MAX + 1]; // "add", "rn", "f32"
  size_t part_count;
  qn_ptx_argument arguments[QN_PTX_ARGUMENTS_MAX];
  size_t argument_count;
} qn_ptx_instruction;

// A position in the text.
typedef struct qn_ptx_reader {
  qn_str rest;
  qn_arena *arena;
  qn_str instruction; // whose arguments are read, for messages; empty: none's
} qn_ptx_reader;

// Skips white space and comments; false at the end.
bool qn_ptx_skip(qn_ptx_reader *r);
// Takes `c` if it comes next.
bool qn_ptx_take(qn_ptx_reader *r, char c);
// Takes a name: letters, digits, '_', '$', '%' in front. Empty: there is none.
qn_str qn_ptx_name(qn_ptx_reader *r);
// Reads an instruction with its arguments and the semicolon.
qn_status qn_ptx_read(qn_ptx_reader *r, qn_ptx_instruction *out, qn_diag *diag);
// Fails with a syntax error: `what` was expected.
qn_status qn_ptx_expected(const qn_ptx_reader *r, const char *what,
                          qn_diag *diag);

#endif // QN_COMPILER_PTX_PARSE_H
