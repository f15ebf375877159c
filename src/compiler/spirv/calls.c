// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/calls.h"

static bool calls_itself(const qn_unit *unit, LLVMValueRef function) {
  bool found = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = qn_ir_callee(instruction);
      qn_map reached = {0};
      if (callee && !LLVMIsDeclaration(callee) &&
          qn_ir_reach(unit->module, callee, &reached))
        found = found || qn_map_find(&reached, (uintptr_t)function) != NULL;
      qn_map_finish(&reached);
    }
  return found;
}

qn_status qn_spirv_check_calls(qn_unit *unit, qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module) {
    const char *what = calls_itself(unit, function) ? "recursion" : NULL;
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (qn_ir_is_indirect_call(instruction))
          what = "calls through pointers and virtual calls";
    if (what)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "SPIR-V does not have %s; '%.*s' needs it", what,
                     QN_STR_ARG(qn_ir_name(function)));
  }
  return qn_ok();
}
