// SPDX-License-Identifier: Apache-2.0
// Where several ways of a function meet, and LLVM's `structurizecfg` mixes up
// what they bring.
//
// Values that cost nothing, as conversions, are moved in front of a branch when
// one of its sides brings them to where ways meet. LLVM 22 then gives them to
// other ways that meet there, too, unless there are two, and nothing else is on
// them (LLVM's pull request 183792 mends it).
#ifndef QN_COMPILER_IR_JOINS_H
#define QN_COMPILER_IR_JOINS_H

#include "compiler/ir/ir.h"

// Hides such values behind assembly that is empty, as LLVM's code generators
// run the pass themselves, behind others that would take away anything else.
// `constraint` is of the machine's registers for any value: "=v,0". To be
// called behind all optimisation.
void qn_ir_hide_joined(LLVMModuleRef module, const char *constraint);

// Puts an empty block between such a value's and where it goes, which is enough
// right before the pass.
void qn_ir_part_joined(LLVMValueRef function);

#endif // QN_COMPILER_IR_JOINS_H
