// SPDX-License-Identifier: Apache-2.0
// A kernel's body for a machine whose lanes are work-items, while it is made.
//
// Each lane has registers and a stack of its own, and follows its own path
// through code that is compiled as for one of them. Instructions of the machine
// say which lanes take part; all that the compiler has to see to is that lanes
// part only where a `split` or a `pred` says so, and meet again.
#ifndef QN_COMPILER_SIMT_BODY_H
#define QN_COMPILER_SIMT_BODY_H

#include "compiler/spmd/analysis/graph.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/unit/unit.h"

// Bytes of a reason's text.
enum { QN_SIMT_REASON_SIZE = 160 };

typedef struct qn_simt_body {
  qn_unit *unit;
  LLVMValueRef function; // (context, args)
  LLVMBuilderRef b;
  LLVMTypeRef word; // as wide as a register
  unsigned xlen;
  bool has_double; // in registers
  // Why it cannot be made; empty: it can.
  char reason[QN_SIMT_REASON_SIZE];
  // What is known of it; a change of the code ends that.
  qn_arena arena;
  qn_spmd_graph graph;
  qn_spmd_shapes shapes;
} qn_simt_body;

// Finds control flow and what differs between lanes. The function is in the
// form that shapes need (spmd/analysis/shape.h). Sets `reason` where its
// control flow is beyond that.
qn_status qn_simt_analyse(qn_simt_body *body, qn_diag *diag);
// Ends what is known. Accepts a body that was not analysed.
void qn_simt_forget(qn_simt_body *body);

void qn_simt_refuse(qn_simt_body *body, const char *format, ...)
    QN_PRINTF(2, 3);
static inline bool qn_simt_is_refused(const qn_simt_body *body) {
  return body->reason[0] != '\0';
}

// The number of a kind of metadata.
unsigned qn_simt_metadata(const qn_simt_body *body, const char *name);

// ---- Instructions of the machine, at the builder's position

// The active lanes, a bit each: the same in all of them.
LLVMValueRef qn_simt_active(qn_simt_body *body);
// The lane's own bit.
LLVMValueRef qn_simt_own_bit(qn_simt_body *body);
// Parts lanes by `condition` (i1); a branch by `*out_condition` has to follow.
// Returns the token of the `join`.
LLVMValueRef qn_simt_split(qn_simt_body *body, LLVMValueRef condition,
                           LLVMValueRef *out_condition);
void qn_simt_join(qn_simt_body *body, LLVMValueRef token);
// Lets lanes wait whose `condition` does not hold; when none is left, the lanes
// of `mask` go on. Returns the condition to branch by.
LLVMValueRef qn_simt_pred(qn_simt_body *body, LLVMValueRef condition,
                          LLVMValueRef mask);
// `value`, of the word's type; compilers do not know what it is.
LLVMValueRef qn_simt_hide(qn_simt_body *body, LLVMValueRef value);

#endif // QN_COMPILER_SIMT_BODY_H
