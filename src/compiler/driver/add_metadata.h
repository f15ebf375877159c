// SPDX-License-Identifier: Apache-2.0
// The AddMetadata pass: describes the kernels of a module and stores the record
// in it, at its target's place for records.
//
// It is run by `quern compile` (the first half, qn_metadata_build), by `quern
// metadata add`, and as a pass of stock opt and clang (plugin/). It needs only
// LLVM-C, and nothing else of the compilation.
#ifndef QN_COMPILER_DRIVER_ADD_METADATA_H
#define QN_COMPILER_DRIVER_ADD_METADATA_H

#include "compiler/driver/compile.h"
#include "compiler/ir/ir.h"
#include "metadata/record/record.h"

// Appends the container: Quern's record, the blocks of the generic and the
// vectorize handler, and those of the named handlers, from their analyses.
typedef struct qn_metadata_params {
  LLVMModuleRef module;
  const qn_record *record;  // finished
  const char *const *extra; // names of handlers, NULL-terminated; NULL: none
} qn_metadata_params;
qn_status qn_metadata_build(const qn_metadata_params *params, qn_buffer *out,
                            qn_diag *diag);

typedef enum qn_metadata_done {
  QN_METADATA_ADDED,
  QN_METADATA_THERE,     // before
  QN_METADATA_NO_KERNEL, // that is recognised (QN_IR_KERNEL_MARKS)
} qn_metadata_done;

// Describes the kernels of a module as it is now, after all optimisation, and
// adds the note or, with `bare`, the container alone as section "notes", as the
// oneAPI Construction Kit has it. Unless it was added, the module stays as it
// is. QN_E_UNSUPPORTED for a target that has no place for a record.
qn_status qn_metadata_add(LLVMModuleRef module, const char *const *extra,
                          bool bare, qn_metadata_done *out_done, qn_diag *diag);

// The record's container in a module; QN_E_NOT_FOUND if it has none.
qn_status qn_metadata_find(LLVMModuleRef module, qn_buffer *out, qn_diag *diag);

// What the tool calls, qn_metadata_job in compiler/driver/compile.h. Runs in a
// separate worker (base/system/process.h): the module may be anything.
qn_status qn_metadata_run(const qn_metadata_job *job, qn_buffer *out,
                          qn_diag *diag);

#endif // QN_COMPILER_DRIVER_ADD_METADATA_H
