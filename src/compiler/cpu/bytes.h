// SPDX-License-Identifier: Apache-2.0
// Sums of products of neighbouring bytes, as of quantised numbers, by words.
#ifndef QN_COMPILER_CPU_BYTES_H
#define QN_COMPILER_CPU_BYTES_H

#include "compiler/ir/ir.h"

// Makes `sum += f(p[j]) * q[j]` of four neighbours j, with signed bytes q[j]
// and f(x) = x, x & n or x >> n, plus a constant, a product of words as __dp4a
// is one (qn_math_whole_dot4): packets load words rather than bytes, and add
// products in pairs. Returns whether there was any.
bool qn_cpu_join_bytes(LLVMModuleRef module);

#endif // QN_COMPILER_CPU_BYTES_H
