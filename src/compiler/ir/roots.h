// SPDX-License-Identifier: Apache-2.0
// 1 / sqrt(x) of floats, and of vectors of them: with AVX-512, whose estimate
// is good to 14 bits and takes no longer than a product, that and one step of
// Newton's method, which is within 1.1 ulp; else a root and a quotient. Zeroes,
// infinities, subnormal and negative numbers give the same either way.
#ifndef QN_COMPILER_IR_ROOTS_H
#define QN_COMPILER_IR_ROOTS_H

#include "compiler/ir/ir.h"

LLVMValueRef qn_ir_build_rsqrt(LLVMBuilderRef b, LLVMValueRef x,
                               bool has_estimate);

// Gives the maths library's function, if it is there, a body by the estimate,
// and the name by which packets do it as a whole.
void qn_ir_estimate_roots(LLVMModuleRef module);

#endif // QN_COMPILER_IR_ROOTS_H
