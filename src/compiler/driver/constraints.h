// SPDX-License-Identifier: Apache-2.0
// The letters of operands in inline PTX and AMD's assembly, for targets whose
// clang does not know them: what an operand is, its type says
// (driver/assembly.c).
#ifndef QN_COMPILER_DRIVER_CONSTRAINTS_H
#define QN_COMPILER_DRIVER_CONSTRAINTS_H

#include "base/buffer.h"

// Appends preprocessed C++ to `out` with "=l", "+f", "v" and their like of
// every asm statement's operands as "=r", "+r", "r", and "I" as "n".
void qn_constraints_rewrite(qn_str text, qn_buffer *out);

#endif // QN_COMPILER_DRIVER_CONSTRAINTS_H
