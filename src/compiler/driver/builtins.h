// SPDX-License-Identifier: Apache-2.0
// Clang's built-in mathematical functions that no back end or library of ours
// has under the name that clang gives them.
#ifndef QN_COMPILER_DRIVER_BUILTINS_H
#define QN_COMPILER_DRIVER_BUILTINS_H

#include "compiler/unit/unit.h"

// Writes __builtin_lround, llround, modf, sincos and powi as operations that
// targets have, on GPUs lrint and llrint, too. On CPUs and NVIDIA's GPUs
// functions of half become those of float.
void qn_builtins_expand(const qn_unit *unit);

#endif // QN_COMPILER_DRIVER_BUILTINS_H
