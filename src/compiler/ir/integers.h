// SPDX-License-Identifier: Apache-2.0
// Floating-point values that may be integers in disguise.
#ifndef QN_COMPILER_IR_INTEGERS_H
#define QN_COMPILER_IR_INTEGERS_H

#include "compiler/ir/ir.h"

// Whether an instruction makes a floating-point value out of an integer of more
// than 16 bits.
bool qn_ir_converts_integer(LLVMValueRef instruction);

// Adds to `set` the values (keys are LLVMValueRef) that the optimiser may find
// to be such an integer's value after it has inlined functions and promoted
// variables: conversions; what arithmetic, choices, variables, arguments and
// returned values make of these alone; and, where the memory of a kernel gets
// one, all that is read from memory there. False when out of memory.
bool qn_ir_find_integers(LLVMModuleRef module, qn_map *set);

#endif // QN_COMPILER_IR_INTEGERS_H
