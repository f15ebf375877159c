// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/levels.h"

#include <llvm-c/Linker.h>

#include "compiler/unit/codegen.h"
#include "compiler/unit/variables.h"

enum { LEVELS_MAX = 8 };

// ---- Levels

// The levels above the target, the best first.
static unsigned find_levels(const qn_unit *unit,
                            const qn_target *levels[LEVELS_MAX]) {
  const qn_compile_params *params = unit->params;
  unsigned count = 0;
  for (size_t i = 0; i < params->level_count && count < LEVELS_MAX; ++i) {
    const qn_target *level = &params->levels[i];
    if (!qn_target_is_above(level->row, unit->target->row))
      continue;
    unsigned at = count++;
    for (; at > 0 && qn_target_is_above(level->row, levels[at - 1]->row); --at)
      levels[at] = levels[at - 1];
    levels[at] = level;
  }
  return count;
}

static qn_status make_one(qn_unit *unit, const qn_target *level,
                          uint64_t shared, qn_cpu_make_fn *make,
                          LLVMModuleRef *out_module, qn_diag *diag) {
  const qn_target_row *row = level->row;
  LLVMModuleRef module = unit->module;
  LLVMTargetMachineRef machine = unit->machine;
  const qn_target *target = unit->target;
  unit->module = LLVMCloneModule(module);
  unit->machine = NULL;
  unit->target = level;
  unit->level = level->name;
  qn_unit_borrow_variables(unit->module);
  qn_status status =
      qn_codegen_machine(unit, row->triple, row->cpu, row->features, diag);
  if (!qn_failed(status))
    status = make(unit, shared, diag);
  if (unit->machine)
    LLVMDisposeTargetMachine(unit->machine);
  *out_module = unit->module;
  unit->module = module;
  unit->machine = machine;
  unit->target = target;
  unit->level = NULL;
  return status;
}

qn_status qn_cpu_make_levels(qn_unit *unit, uint64_t shared,
                             qn_cpu_make_fn *make, qn_diag *diag) {
  const qn_target *levels[LEVELS_MAX];
  LLVMModuleRef modules[LEVELS_MAX] = {0};
  const unsigned count = find_levels(unit, levels);
  bool vectorised = true;
  qn_unit_opened variables = {0};
  qn_status status =
      count ? qn_unit_open_variables(unit, &variables, diag) : qn_ok();
  for (unsigned i = 0; i < count && !qn_failed(status); ++i) {
    status = make_one(unit, levels[i], shared, make, &modules[i], diag);
    vectorised &= unit->is_vectorised;
  }
  if (!qn_failed(status))
    status = make(unit, shared, diag);
  unit->is_vectorised &= vectorised;
  for (unsigned i = 0; i < count; ++i) {
    if (!modules[i])
      continue;
    if (qn_failed(status))
      LLVMDisposeModule(modules[i]);
    else if (LLVMLinkModules2(unit->module, modules[i]))
      status = qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                       "cannot link the code for %s", levels[i]->name);
  }
  qn_unit_close_variables(&variables);
  return status;
}
