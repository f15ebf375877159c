// SPDX-License-Identifier: Apache-2.0
// Line numbers of functions that are made of others: packets, and what runs
// them.
//
// A made function has a subprogram of its own, in which nothing has a line; the
// code that it was made of counts as inlined there, with all that was inlined
// before. Where the source has no debug information, nothing here does
// anything.
#ifndef QN_COMPILER_IR_LINES_H
#define QN_COMPILER_IR_LINES_H

#include "compiler/ir/ir.h"

// Gives `made` a subprogram under its own name, which lies where that of
// `model` does.
void qn_lines_describe(LLVMValueRef made, LLVMValueRef model);

// The location of what has no line in `function`; NULL where it has no
// subprogram. A call without a location must not be inlined.
LLVMMetadataRef qn_lines_none(LLVMValueRef function);

// The locations of one made function by those of the code it is made of. A
// zeroed one is empty.
typedef struct qn_lines {
  LLVMMetadataRef none; // of the made function
  qn_map known;         // location to location
} qn_lines;

// The location of what is made of `instruction`; `lines->none` where it has no
// line, or when out of memory.
LLVMMetadataRef qn_lines_of(qn_lines *lines, LLVMValueRef instruction);
void qn_lines_finish(qn_lines *lines);

#endif // QN_COMPILER_IR_LINES_H
