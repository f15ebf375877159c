// SPDX-License-Identifier: Apache-2.0
// Line numbers of functions that are made from others: packets, and the code
// that runs them.
//
// A generated function has its own subprogram, in which nothing has a line; the
// code that it was made from counts as inlined there, with everything that was
// inlined before. If the source has no debug information, these functions do
// nothing.
#ifndef QN_COMPILER_IR_LINES_H
#define QN_COMPILER_IR_LINES_H

#include "compiler/ir/ir.h"

// Gives `made` a subprogram under its own name, at the place of that of
// `model`.
void qn_lines_describe(LLVMValueRef made, LLVMValueRef model);

// The location of code without a line in `function`; NULL where it has no
// subprogram. A call without a location must not be inlined.
LLVMMetadataRef qn_lines_none(LLVMValueRef function);

// Maps locations in the original code to those in one generated function. A
// zeroed one is empty.
typedef struct qn_lines {
  LLVMMetadataRef none; // of the made function
  qn_map known;         // location to location
} qn_lines;

// The location of code made from `instruction`; `lines->none` where it has no
// line, or when out of memory.
LLVMMetadataRef qn_lines_of(qn_lines *lines, LLVMValueRef instruction);
void qn_lines_finish(qn_lines *lines);

// Adds a copy of `function` to its module, called `name`, with a subprogram of
// its own (ir/clone.h).
qn_status qn_lines_clone(LLVMValueRef function, const char *name,
                         LLVMValueRef *out_clone, qn_diag *diag);

#endif // QN_COMPILER_IR_LINES_H
