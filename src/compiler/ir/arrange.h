// SPDX-License-Identifier: Apache-2.0
// The order of lanes. Where vectors are computed from two others' even and odd
// lanes, as in a sum by pairs, x86 with registers of 256 bits takes shuffles
// across the register's halves to bring the result's lanes in order. Nobody
// needs that order where the result is only shuffled on.
#ifndef QN_COMPILER_IR_ARRANGE_H
#define QN_COMPILER_IR_ARRANGE_H

#include "compiler/ir/ir.h"

// Computes results of operations on two shuffles of 32-bit lanes, whose users
// are all shuffles and elements, in an order for which both are one shuffle
// within halves (vshufps), and has the users take lanes from there.
void qn_ir_arrange_lanes(LLVMValueRef function);

#endif // QN_COMPILER_IR_ARRANGE_H
