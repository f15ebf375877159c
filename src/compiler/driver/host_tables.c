// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/host_tables.h"

typedef struct {
  const qn_unit *unit;
  qn_is_missing_fn *is_missing;
  qn_map seen; // constants and functions
  bool is_out_of_memory;
} walk;

// Whether it is the first time.
static bool enter(walk *by, LLVMValueRef value) {
  if (qn_map_find(&by->seen, (uintptr_t)value))
    return false;
  by->is_out_of_memory |=
      qn_failed(qn_map_put(&by->seen, (uintptr_t)value, 1, NULL));
  return !by->is_out_of_memory;
}

static bool calls_missing(walk *by, LLVMValueRef function) {
  if (by->is_missing(by->unit, function))
    return true;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block) {
      LLVMValueRef callee = qn_ir_callee(instruction);
      if (callee && enter(by, callee) && calls_missing(by, callee))
        return true;
    }
  return false;
}

// Whether what the pointers in `value` lead to has a missing function.
static bool leads_to_missing(walk *by, LLVMValueRef value) {
  if (!enter(by, value))
    return false;
  if (LLVMIsAFunction(value))
    return calls_missing(by, value);
  if (LLVMIsAGlobalVariable(value))
    return LLVMGetInitializer(value) &&
           leads_to_missing(by, LLVMGetInitializer(value));
  if (!LLVMIsAConstantExpr(value) && !LLVMIsAConstantStruct(value) &&
      !LLVMIsAConstantArray(value))
    return false;
  const int count = LLVMGetNumOperands(value);
  for (int i = 0; i < count; ++i)
    if (leads_to_missing(by, LLVMGetOperand(value, (unsigned)i)))
      return true;
  return false;
}

static bool may_be_of_host(LLVMValueRef global) {
  return LLVMIsGlobalConstant(global) && LLVMIsExternallyInitialized(global) &&
         qn_ir_address_space(global) == QN_AS_CONSTANT &&
         LLVMGetInitializer(global);
}

// Finds the tables that lead to what is missing.
static void collect(walk *by, qn_map *tables) {
  QN_EACH_GLOBAL (global, by->unit->module) {
    // Of each anew: `seen` says nothing of what it had led to.
    qn_map_finish(&by->seen);
    by->seen = (qn_map){0};
    if (may_be_of_host(global) && leads_to_missing(by, global))
      by->is_out_of_memory |=
          qn_failed(qn_map_put(tables, (uintptr_t)global, 1, NULL));
  }
}

static bool is_table(const qn_map *tables, LLVMValueRef global) {
  const uint64_t *found = qn_map_find(tables, (uintptr_t)global);
  return found && *found;
}

static bool is_list(LLVMValueRef global) {
  return LLVMGetLinkage(global) == LLVMAppendingLinkage;
}

// Whether anything but lists and `tables` uses the constant.
static bool is_used(const qn_map *tables, LLVMValueRef constant) {
  for (LLVMUseRef use = LLVMGetFirstUse(constant); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGlobalVariable(user)) {
      if (!is_list(user) && !is_table(tables, user))
        return true;
    } else if (!LLVMIsAConstant(user) || LLVMIsAGlobalValue(user) ||
               is_used(tables, user))
      return true;
  }
  return false;
}

// Keeps what the device uses, by itself or through another that is kept.
static void keep_used(walk *by, qn_map *tables) {
  for (bool changed = true; changed;) {
    changed = false;
    QN_EACH_GLOBAL (global, by->unit->module)
      if (is_table(tables, global) && is_used(tables, global)) {
        by->is_out_of_memory |=
            qn_failed(qn_map_put(tables, (uintptr_t)global, 0, NULL));
        changed = !by->is_out_of_memory;
      }
  }
}

qn_status qn_host_tables_drop(qn_unit *unit, qn_is_missing_fn *is_missing,
                              qn_diag *diag) {
  walk by = {.unit = unit, .is_missing = is_missing};
  qn_map tables = {0};
  collect(&by, &tables);
  keep_used(&by, &tables);
  bool dropped = false;
  for (LLVMValueRef global = LLVMGetFirstGlobal(unit->module), next;
       global && !by.is_out_of_memory; global = next) {
    next = LLVMGetNextGlobal(global);
    if (is_table(&tables, global))
      dropped |= qn_ir_delete_unused(unit->module, global);
  }
  qn_map_finish(&tables);
  qn_map_finish(&by.seen);
  if (by.is_out_of_memory)
    return qn_fail_memory(diag, "the tables of the host");
  // Their functions go, too, without optimisation as well.
  return dropped
             ? qn_ir_run_passes(unit->module, "globaldce", NULL, false, diag)
             : qn_ok();
}
