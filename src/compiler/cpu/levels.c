// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/levels.h"

#include <llvm-c/Linker.h>

#include "compiler/unit/codegen.h"

enum { LEVELS_MAX = 8 };

// ---- Variables: one for all levels

// Whether all levels must share the variable: the host or a kernel writes to
// it.
static bool is_shared(LLVMValueRef global) {
  return !LLVMIsDeclaration(global) &&
         LLVMGetLinkage(global) != LLVMAppendingLinkage &&
         (!LLVMIsGlobalConstant(global) ||
          LLVMIsExternallyInitialized(global) ||
          LLVMGetLinkage(global) == LLVMExternalLinkage);
}

// Internal variables that are external while there are several modules, to be
// found by name.
typedef struct opened {
  LLVMValueRef *globals;
  size_t count;
} opened;

static qn_status open_variables(qn_unit *unit, opened *out, qn_diag *diag) {
  size_t capacity = 0;
  QN_EACH_GLOBAL (global, unit->module) {
    const LLVMLinkage linkage = LLVMGetLinkage(global);
    if (!is_shared(global) ||
        (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage))
      continue;
    out->globals = qn_arena_grow(&unit->arena, out->globals, out->count,
                                 &capacity, sizeof(*out->globals));
    if (!out->globals)
      return qn_fail_memory(diag, "the variables of an image");
    if (!qn_ir_name(global).size)
      LLVMSetValueName2(global, "quern.variable", 14);
    LLVMSetLinkage(global, LLVMExternalLinkage);
    out->globals[out->count++] = global;
  }
  return qn_ok();
}

static void close_variables(const opened *all) {
  for (size_t i = 0; i < all->count; ++i)
    LLVMSetLinkage(all->globals[i], LLVMInternalLinkage);
}

static void borrow_variables(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (is_shared(global)) {
      LLVMSetExternallyInitialized(global, false);
      LLVMSetInitializer(global, NULL);
    }
}

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
  borrow_variables(unit->module);
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
  opened variables = {0};
  qn_status status = count ? open_variables(unit, &variables, diag) : qn_ok();
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
  close_variables(&variables);
  return status;
}
