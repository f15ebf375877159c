// SPDX-License-Identifier: Apache-2.0
// A kernel as a loop around what lies between its barriers: every thread goes
// to the only one that is left, and from there to where it had got to.
#ifndef QN_COMPILER_SPIRV_MEETING_H
#define QN_COMPILER_SPIRV_MEETING_H

#include "compiler/unit/unit.h"

typedef struct qn_spirv_meeting {
  const qn_unit *unit;
  LLVMBuilderRef b;
  LLVMValueRef kernel;
  LLVMTypeRef i32;
  LLVMValueRef barrier; // one of them, which are all of the same kind
  LLVMValueRef place;   // where a thread has got to: 0 when it has returned
  LLVMValueRef rest; // in the first block, where the loop is to begin; or NULL
  LLVMValueRef next; // the place to go on from, 0: to meet; NULL: its own
  LLVMBasicBlockRef meet; // where all threads come
  LLVMBasicBlockRef go;   // and go on from there
  LLVMBasicBlockRef end;  // all have returned
  void *user;
  // Fills in `meet`, which leads to `go` and `end`.
  void (*build)(struct qn_spirv_meeting *meeting);
  // The place behind a block that ends at a barrier; NULL: any number.
  unsigned (*number)(void *user, LLVMBasicBlockRef block);
} qn_spirv_meeting;

// The first barrier of the block's threads in a block, or NULL.
LLVMValueRef qn_spirv_first_barrier(LLVMBasicBlockRef block);

// Builds one; the builder's block is in the unit's module.
LLVMValueRef qn_spirv_build_barrier(const qn_unit *unit, LLVMBuilderRef b);

// Blocks end behind barriers.
void qn_spirv_split_barriers(qn_spirv_meeting *meeting);
// Behind that: values go from block to block in memory, for there will be no
// order between them.
qn_status qn_spirv_free_order(const qn_spirv_meeting *meeting, qn_diag *diag);
// And then leads all threads through the meeting.
qn_status qn_spirv_lead_through(qn_spirv_meeting *meeting, qn_diag *diag);

#endif // QN_COMPILER_SPIRV_MEETING_H
