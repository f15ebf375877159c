// SPDX-License-Identifier: Apache-2.0
// Static shared memory where the back end lays it out by its own rules.
#ifndef QN_COMPILER_IR_SHARED_MEMORY_H
#define QN_COMPILER_IR_SHARED_MEMORY_H

#include "compiler/ir/ir.h"
#include "metadata/record/record.h"

// AMD GPUs: fills in the static shared memory of each kernel of the record, as
// the back end will lay it out: it packs variables by alignment, gives a kernel
// those that functions it calls use, and, where it optimises, keeps some arrays
// of work-items there. A copy of the module goes through the back end's own
// passes; the module stays as it is. Nothing is done for other targets.
qn_status qn_shared_memory_measure(LLVMModuleRef module, bool optimise,
                                   qn_record *record, qn_diag *diag);

#endif // QN_COMPILER_IR_SHARED_MEMORY_H
