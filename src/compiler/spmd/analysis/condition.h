// SPDX-License-Identifier: Apache-2.0
// Conditions of branches, taken apart.
#ifndef QN_COMPILER_SPMD_ANALYSIS_CONDITION_H
#define QN_COMPILER_SPMD_ANALYSIS_CONDITION_H

#include "compiler/ir/ir.h"

LLVMIntPredicate qn_spmd_swapped(LLVMIntPredicate predicate); // a < b: b > a
LLVMIntPredicate qn_spmd_negated(LLVMIntPredicate predicate); // a < b: a >= b
// The operands of a conjunction or disjunction, also one that is a select.
bool qn_spmd_read_junction(LLVMValueRef value, LLVMValueRef parts[2],
                           bool *is_and);

#endif // QN_COMPILER_SPMD_ANALYSIS_CONDITION_H
