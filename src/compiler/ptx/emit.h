// SPDX-License-Identifier: Apache-2.0
// One instruction as a C++ statement.
#ifndef QN_COMPILER_PTX_EMIT_H
#define QN_COMPILER_PTX_EMIT_H

#include "compiler/ptx/parse.h"

// Appends the statement, without a guard. QN_E_UNSUPPORTED names an instruction
// that other targets do not have.
qn_status qn_ptx_emit(const qn_ptx_instruction *instruction, qn_buffer *out,
                      qn_diag *diag);
// Appends a register's name in C++.
void qn_ptx_emit_name(qn_str name, qn_buffer *out);

// The C++ type for a PTX type of a register; NULL: there is none.
const char *qn_ptx_register_type(qn_str name);

#endif // QN_COMPILER_PTX_EMIT_H
