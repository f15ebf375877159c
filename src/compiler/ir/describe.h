// SPDX-License-Identifier: Apache-2.0
// The exact description of a module's kernels: layout from the IR's types,
// names and source types from its debug information.
#ifndef QN_COMPILER_IR_DESCRIBE_H
#define QN_COMPILER_IR_DESCRIBE_H

#include "compiler/ir/ir.h"
#include "metadata/record/record.h"

// Describes every kernel and every device variable of a module that comes from
// the front end (with debug information). `wave_size` 0: unknown. All texts
// live in
// `arena`. Static shared memory and flags are unknown until
// qn_describe_finish.
qn_status qn_describe_module(LLVMModuleRef module, unsigned wave_size,
                             qn_arena *arena, qn_record *out_record,
                             qn_diag *diag);

// Fills in, for each kernel, what only the optimised module shows: static
// shared memory (through calls and constants) and flags.
qn_status qn_describe_finish(LLVMModuleRef module, qn_record *record,
                             qn_diag *diag);

#endif // QN_COMPILER_IR_DESCRIBE_H
