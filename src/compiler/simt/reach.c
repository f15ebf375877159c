// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/reach.h"

// An entry, or a function that is handed to what runs work-items.
static bool runs_kernel(const qn_unit *unit, LLVMValueRef function) {
  const qn_str name = qn_ir_name(function);
  bool runs = qn_str_starts(name, QN_STR("quern.")) ||
              qn_str_starts(name, QN_STR("qn_cpu_")) ||
              qn_str_starts(name, QN_STR("qn_vx_"));
  for (size_t k = 0; k < unit->record.kernel_count; ++k)
    runs = runs || qn_str_equal(name, unit->record.kernels[k].name);
  return runs;
}

static bool add(qn_map *set, LLVMValueRef function) {
  return qn_map_find(set, (uintptr_t)function) ||
         !qn_failed(qn_map_put(set, (uintptr_t)function, 0, NULL));
}

static bool add_pointed_to(const qn_unit *unit, qn_map *set) {
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && qn_ir_address_taken(function) &&
        !runs_kernel(unit, function) && !add(set, function))
      return false;
  return true;
}

static bool add_called(const qn_unit *unit, LLVMValueRef function,
                       qn_map *set) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      LLVMValueRef callee = qn_ir_callee(i);
      if (callee ? !add(set, callee)
                 : qn_ir_is_indirect_call(i) && !add_pointed_to(unit, set))
        return false;
    }
  return true;
}

bool qn_simt_reach(const qn_unit *unit, LLVMValueRef function, qn_map *set) {
  bool done = add(set, function);
  for (size_t k = 0; done && k < set->count; ++k)
    done = add_called(unit, (LLVMValueRef)(uintptr_t)set->entries[k].key, set);
  return done;
}
