// SPDX-License-Identifier: Apache-2.0
// Analyses: from a function to the record that a metadata handler writes.
//
// A new property is one handler (src/metadata/handler_<id>.c with a line in
// handlers.def) and one analysis (analysis_<id>.c here with a line in
// analyses.def); docs/metadata.md goes through an example.
#ifndef QN_COMPILER_DRIVER_ANALYSIS_H
#define QN_COMPILER_DRIVER_ANALYSIS_H

#include "compiler/ir/ir.h"
#include "metadata/model/kernel.h"

// Fills the handler's record for a kernel, after the last optimisation.
// `described` is Quern's record of it.
typedef qn_status qn_analysis_fn(LLVMValueRef function,
                                 const qn_kernel *described, void *out_record,
                                 qn_diag *diag);

#define QN_ANALYSIS(id) qn_analysis_fn qn_analysis_##id;
#include "compiler/driver/analyses.def"
#undef QN_ANALYSIS

#endif // QN_COMPILER_DRIVER_ANALYSIS_H
