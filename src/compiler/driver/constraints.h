// SPDX-License-Identifier: Apache-2.0
// The letters of operands in inline PTX, for targets whose clang knows none of
// NVIDIA's: what an operand is, its type says (driver/assembly.c).
#ifndef QN_COMPILER_DRIVER_CONSTRAINTS_H
#define QN_COMPILER_DRIVER_CONSTRAINTS_H

#include "base/buffer.h"

// Appends preprocessed C++ to `out` with "=l", "+f" and their like of every asm
// statement's operands as "=r", "+r".
void qn_constraints_rewrite(qn_str text, qn_buffer *out);

#endif // QN_COMPILER_DRIVER_CONSTRAINTS_H
