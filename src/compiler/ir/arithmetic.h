// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic and conversions that LLVM leaves undefined, as GPUs do
// them.
#ifndef QN_COMPILER_IR_ARITHMETIC_H
#define QN_COMPILER_IR_ARITHMETIC_H

#include "compiler/ir/ir.h"

// Makes these defined, as PTX has them:
// - shifts by the width or more give 0, or for signed numbers the sign;
// - x / 0 and x % 0 are all ones, the lowest number by -1 is itself;
// - the magnitude of the lowest number is itself, and all bits of 0 are zeroes
//   before and behind the first one;
// - floating point out of an integer's range becomes the nearest one; NaN
//   becomes 0, or with 64 bits on either side only the top bit.
// To be called before anything is optimised: the optimiser takes what is
// undefined for what never happens. What clang folds itself, shifts and
// divisions of two literals, becomes 0.
void qn_ir_define_arithmetic(LLVMModuleRef module);
// The same of shifts alone, for GPUs whose instructions do the rest so.
void qn_ir_define_shifts(LLVMModuleRef module);

#endif // QN_COMPILER_IR_ARITHMETIC_H
