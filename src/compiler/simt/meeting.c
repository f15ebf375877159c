// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/meeting.h"

#include <stdio.h>

#include "compiler/contract/functions.h"
#include "compiler/simt/reach.h"

static bool is_meeting(qn_devlib_function function) {
  return qn_devlib_is_barrier(function) || qn_devlib_is_warp_op(function) ||
         function == QN_DEVLIB_SHUFFLES;
}

bool qn_simt_is_meeting(LLVMValueRef i) {
  return is_meeting(qn_devlib_called_by(i));
}

void qn_simt_drop_paths(qn_simt_body *body) {
  QN_EACH_BLOCK (block, body->function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      const qn_devlib_function f = qn_devlib_called_by(i);
      next = LLVMGetNextInstruction(i);
      if (f >= QN_DEVLIB_WARP_STEP && f <= QN_DEVLIB_WARP_RETURN)
        LLVMInstructionEraseFromParent(i);
    }
}

// ---- Where all come

// Whether a function that the body calls, and one lane at a time runs, leads to
// a meeting, or with `steps` to a step.
static bool calls_meeting(const qn_simt_body *body, bool steps) {
  qn_map reached = {0};
  bool calls = !qn_simt_reach(body->unit, body->function, &reached);
  for (size_t k = 0; k < reached.count && !calls; ++k) {
    LLVMValueRef function = (LLVMValueRef)(uintptr_t)reached.entries[k].key;
    if (function == body->function)
      continue;
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        calls = calls || qn_simt_is_meeting(i) ||
                (steps && qn_devlib_called_by(i) == QN_DEVLIB_WARP_STEP);
  }
  qn_map_finish(&reached);
  return calls;
}

static void check(qn_simt_body *body, unsigned node, LLVMValueRef call) {
  const qn_devlib_function f = qn_devlib_called_by(call);
  const char *what =
      qn_devlib_is_barrier(f) ? "a barrier" : "an operation of a warp";
  const qn_str at = qn_ir_location(call, &body->unit->arena);
  if (qn_spmd_bit(body->shapes.divergent_nodes, node))
    qn_simt_refuse(body, "%s%s%.*s that some work-items may not come to", what,
                   at.size ? " at " : "", QN_STR_ARG(at));
}

// ---- The functions

static void replace(qn_simt_body *body, LLVMValueRef call) {
  static const char *const flags[] = {"convergent", "noduplicate", "nounwind"};
  LLVMValueRef old = qn_ir_callee(call);
  char name[64];
  snprintf(name, sizeof(name), "qn_vx_%s",
           qn_devlib_name(qn_devlib_find(old)) + sizeof("qn_cpu_") - 1);
  LLVMValueRef made = LLVMGetNamedFunction(body->unit->module, name);
  if (!made) {
    made =
        LLVMAddFunction(body->unit->module, name, LLVMGlobalGetValueType(old));
    LLVMSetVisibility(made, LLVMHiddenVisibility);
    for (size_t k = 0; k < sizeof(flags) / sizeof(flags[0]); ++k)
      qn_ir_add_flag(made, flags[k]);
  }
  LLVMSetOperand(call, LLVMGetNumArgOperands(call), made);
}

bool qn_simt_take_meetings(qn_simt_body *body, bool steps) {
  bool any = false;
  if (calls_meeting(body, steps))
    qn_simt_refuse(
        body,
        "a call that may lead to a barrier or in which a warp goes in step");
  for (unsigned n = 0; n < body->graph.count; ++n)
    QN_EACH_INSTRUCTION (i, body->graph.nodes[n].block)
      if (qn_simt_is_meeting(i)) {
        any = true;
        check(body, n, i);
      }
  for (unsigned n = 0; n < body->graph.count && !qn_simt_is_refused(body); ++n)
    QN_EACH_INSTRUCTION (i, body->graph.nodes[n].block)
      if (qn_simt_is_meeting(i))
        replace(body, i);
  return any;
}
