// SPDX-License-Identifier: Apache-2.0
// Copies of blocks of a kernel in which some values are others.
#ifndef QN_COMPILER_CPU_COPY_H
#define QN_COMPILER_CPU_COPY_H

#include "compiler/ir/ir.h"

typedef struct qn_cpu_copy {
  LLVMBuilderRef b;
  const LLVMBasicBlockRef *blocks; // the first is the only one with a way in
  unsigned count;
  // What stands for a value in the copy; NULL: its copy, or itself.
  LLVMValueRef (*value)(const struct qn_cpu_copy *copy, LLVMValueRef of);
  // Makes the copy of an instruction at the builder's place; NULL: it is
  // cloned.
  LLVMValueRef (*make)(struct qn_cpu_copy *copy, LLVMValueRef i);
  void *user;
  qn_map made; // of instructions and blocks; to be finished by the caller
  bool failed; // out of memory
} qn_cpu_copy;

// Notes what a value or a block is in the copy.
void qn_cpu_copy_note(qn_cpu_copy *copy, const void *of, const void *made);
LLVMValueRef qn_cpu_copy_image(const qn_cpu_copy *copy, LLVMValueRef value);
// A block's copy, or the block itself if it has none.
LLVMBasicBlockRef qn_cpu_copy_block(const qn_cpu_copy *copy,
                                    LLVMBasicBlockRef block);
bool qn_cpu_copy_has(const qn_cpu_copy *copy, LLVMBasicBlockRef block);
// Copies one instruction to the builder's place.
void qn_cpu_copy_instruction(qn_cpu_copy *copy, LLVMValueRef i);
// Copies all blocks to before the first, with phis of what follows completed;
// returns the first's copy. Nothing leads there yet.
LLVMBasicBlockRef qn_cpu_copy_blocks(qn_cpu_copy *copy, const char *name);

// Marks an instruction by metadata of that name, without contents.
void qn_cpu_mark(LLVMValueRef instruction, const char *name);
// Code that hardly ever runs, of which no further copies are made.
void qn_cpu_mark_rare(LLVMBasicBlockRef block);
bool qn_cpu_is_rare(LLVMValueRef instruction);

#endif // QN_COMPILER_CPU_COPY_H
