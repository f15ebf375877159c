// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/context.h"

#include <stdio.h>

#include "compiler/cpu/check.h"
#include "compiler/cpu/debug.h"
#include "compiler/cpu/lockstep.h"
#include "compiler/cpu/sanitize.h"
#include "compiler/contract/functions.h"

// ---- Builtins

// What a call becomes.
typedef struct builtin {
  const char *name;
  qn_devlib_function function; // QN_DEVLIB_NONE: a load from the context
  unsigned offset;             // in the context; plus 4 times the argument
} builtin;

static const builtin builtins[] = {
#define LOAD(name, field) {name, QN_DEVLIB_NONE, QN_ITEM_##field}
#define CALL(name, function) {name, QN_DEVLIB_##function, 0}
    LOAD("__qn_thread_id", THREAD_X),
    LOAD("__qn_block_id", BLOCK_X),
    LOAD("__qn_block_dim", BLOCK_DIM_X),
    LOAD("__qn_grid_dim", GRID_DIM_X),
    LOAD("__qn_lane_id", LANE),
    LOAD("__qn_dynamic_shared_size", DYNAMIC_SIZE),
    CALL("__qn_barrier", BARRIER),
    CALL("__qn_barrier_reduce", BARRIER_REDUCE),
    CALL("__qn_warp_sync", WARP_SYNC),
    CALL("__qn_shuffle", SHUFFLE),
    CALL("__qn_ballot", BALLOT),
    CALL("__qn_active_mask", ACTIVE_MASK),
    CALL("__qn_grid_sync", GRID_SYNC),
    CALL("__qn_yield", YIELD),
    CALL("__qn_trap", TRAP),
    CALL("__qn_assert_fail", ASSERT_FAIL),
    CALL("__qn_undefined", UNDEFINED),
    CALL("__qn_clock", CLOCK),
    CALL("__qn_wall_clock_ns", WALL_CLOCK_NS),
    CALL("__qn_malloc", MALLOC),
    CALL("__qn_free", FREE),
    CALL("__qn_launch_child", LAUNCH_CHILD),
    // Functions of the languages and of the C library.
    CALL("vprintf", VPRINTF),
    CALL(QN_HIP_PRINTF, HIP_PRINTF),
    CALL("malloc", MALLOC),
    CALL("free", FREE),
    CALL("_Znwm", MALLOC),
    CALL("_Znam", MALLOC),
    CALL("_Znwj", MALLOC),
    CALL("_Znaj", MALLOC),
    CALL("_ZdlPv", FREE),
    CALL("_ZdaPv", FREE),
    CALL("_ZdlPvm", FREE),
    CALL("_ZdaPvm", FREE),
    CALL("__assert_fail", ASSERT_FAIL),
    CALL("abort", TRAP),
    CALL("llvm.trap", TRAP),
    CALL("llvm.debugtrap", TRAP),
#undef LOAD
#undef CALL
};

static const builtin *find_builtin(LLVMValueRef function) {
  if (!LLVMIsDeclaration(function))
    return NULL;
  const qn_str name = qn_ir_name(function);
  for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); ++i)
    if (qn_str_equal(name, qn_str_from(builtins[i].name)))
      return &builtins[i];
  return NULL;
}

// ---- Which functions need the context

static bool is_shared(LLVMValueRef global) {
  return qn_ir_address_space(global) == QN_AS_SHARED;
}

static bool call_needs_context(LLVMValueRef call, const qn_map *needing) {
  LLVMValueRef callee = qn_ir_callee(call);
  if (!callee)
    return qn_ir_is_indirect_call(call);
  return find_builtin(callee) || qn_map_find(needing, (uintptr_t)callee);
}

static bool body_needs_context(LLVMModuleRef module, LLVMValueRef function,
                               const qn_map *needing) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (instruction, block)
      if (LLVMIsACallInst(instruction) &&
          call_needs_context(instruction, needing))
        return true;
  QN_EACH_GLOBAL (global, module)
    if (is_shared(global) && qn_ir_uses(function, global))
      return true;
  return false;
}

static bool has_shared(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (is_shared(global))
      return true;
  return false;
}

// Finds the functions that need the context; with `all`, all that are defined.
static qn_status find_needing(LLVMModuleRef module, bool all, qn_map *needing,
                              qn_diag *diag) {
  const bool shares = has_shared(module);
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function) &&
        (all || qn_ir_is_kernel(function) || qn_ir_address_taken(function) ||
         (shares && qn_cpu_may_touch_shared(function))))
      QN_TRY(qn_map_put(needing, (uintptr_t)function, 0, diag));
  for (bool changed = true; changed;) {
    changed = false;
    QN_EACH_FUNCTION (function, module) {
      if (LLVMIsDeclaration(function) ||
          qn_map_find(needing, (uintptr_t)function) ||
          !body_needs_context(module, function, needing))
        continue;
      QN_TRY(qn_map_put(needing, (uintptr_t)function, 0, diag));
      changed = true;
    }
  }
  return qn_ok();
}

// ---- Rewriting

LLVMValueRef qn_cpu_context_of(LLVMValueRef function) {
  return LLVMGetParam(function, 0);
}

static const char noted[] = "quern-context";

bool qn_cpu_has_context(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, noted,
      sizeof(noted) - 1);
}

void qn_cpu_note_context(LLVMValueRef function) {
  qn_ir_set_attribute(function, noted, "");
}

static void load_builtin(LLVMBuilderRef b, LLVMValueRef call,
                         const builtin *what, LLVMValueRef context) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef base = LLVMConstInt(i32, what->offset / 4, false);
  LLVMValueRef index = LLVMGetNumArgOperands(call)
                           ? LLVMBuildAdd(b, LLVMGetOperand(call, 0), base, "")
                           : base;
  LLVMValueRef address = LLVMBuildInBoundsGEP2(b, i32, context, &index, 1, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(b, i32, address, ""));
  LLVMInstructionEraseFromParent(call);
}

static qn_status rewrite_call(LLVMModuleRef module, LLVMBuilderRef b,
                              LLVMValueRef call, LLVMValueRef context,
                              const qn_map *needing, qn_diag *diag) {
  LLVMValueRef callee = qn_ir_callee(call);
  const builtin *what = callee ? find_builtin(callee) : NULL;
  if (what && what->function == QN_DEVLIB_NONE) {
    load_builtin(b, call, what, context);
    return qn_ok();
  }
  LLVMValueRef target = NULL;
  if (what) {
    QN_TRY(qn_devlib_check_builtin(call, what->function, diag));
    target = qn_devlib_declare(module, what->function);
  } else if (!callee && qn_ir_is_indirect_call(call))
    target = LLVMGetCalledValue(call);
  else if (callee) {
    const uint64_t *made = qn_map_find(needing, (uintptr_t)callee);
    if (!made)
      return qn_ok();
    target = (LLVMValueRef)(uintptr_t)*made;
  } else {
    return qn_ok();
  }
  if (!target || !qn_ir_call_with(b, call, target, &context, 1))
    return qn_fail_memory(diag, "a call");
  return qn_ok();
}

static qn_status rewrite_body(LLVMModuleRef module, LLVMBuilderRef b,
                              LLVMValueRef function, const qn_map *needing,
                              qn_diag *diag) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(block), next;
         instruction; instruction = next) {
      next = LLVMGetNextInstruction(instruction);
      if (LLVMIsACallInst(instruction))
        QN_TRY(rewrite_call(module, b, instruction, qn_cpu_context_of(function),
                            needing, diag));
    }
  return qn_ok();
}

static qn_status rewrite(LLVMModuleRef module, qn_map *needing, qn_diag *diag) {
  LLVMTypeRef pointer =
      LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  for (size_t i = 0; i < needing->count; ++i) {
    LLVMValueRef old = (LLVMValueRef)(uintptr_t)needing->entries[i].key;
    LLVMValueRef made = qn_ir_prepend_parameters(old, &pointer, 1);
    if (!made)
      return qn_fail_memory(diag, "a function");
    qn_cpu_note_context(made);
    needing->entries[i].value = (uintptr_t)made;
  }
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  qn_status status = qn_ok();
  for (size_t i = 0; i < needing->count && !qn_failed(status); ++i)
    status = rewrite_body(module, b,
                          (LLVMValueRef)(uintptr_t)needing->entries[i].value,
                          needing, diag);
  LLVMDisposeBuilder(b);
  for (size_t i = 0; i < needing->count && !qn_failed(status); ++i) {
    LLVMValueRef old = (LLVMValueRef)(uintptr_t)needing->entries[i].key;
    LLVMReplaceAllUsesWith(old,
                           (LLVMValueRef)(uintptr_t)needing->entries[i].value);
    LLVMDeleteFunction(old);
  }
  return status;
}

static qn_status describe_all(qn_unit *unit, const qn_map *made,
                              qn_diag *diag) {
  LLVMValueRef *functions =
      qn_arena_alloc(&unit->arena, made->count + 1, sizeof(LLVMValueRef));
  if (!functions)
    return qn_fail_memory(diag, "the list of functions");
  for (size_t i = 0; i < made->count; ++i)
    functions[i] = (LLVMValueRef)(uintptr_t)made->entries[i].value;
  return qn_cpu_describe_items((unsigned)made->count, functions, unit->module,
                               diag);
}

qn_status qn_cpu_add_context(qn_unit *unit, qn_diag *diag) {
  qn_map needing = {0};
  qn_status status = find_needing(
      unit->module, qn_cpu_finds_races(unit) || qn_cpu_checks_in(unit),
      &needing, diag);
  if (!qn_failed(status))
    status = rewrite(unit->module, &needing, diag);
  if (!qn_failed(status) && unit->params->debug == QN_DEBUG_FULL)
    status = describe_all(unit, &needing, diag);
  qn_map_finish(&needing);
  return status;
}

bool qn_cpu_can_fail(LLVMModuleRef module, LLVMValueRef kernel) {
  static const qn_devlib_function failing[] = {
      QN_DEVLIB_TRAP, QN_DEVLIB_ASSERT_FAIL, QN_DEVLIB_UNDEFINED};
  qn_map reached = {0};
  bool can = !qn_ir_reach(module, kernel, &reached);
  for (size_t i = 0; i < sizeof(failing) / sizeof(failing[0]); ++i) {
    LLVMValueRef function = qn_devlib_get(module, failing[i]);
    can =
        can || (function && qn_map_find(&reached, (uintptr_t)function) != NULL);
  }
  qn_map_finish(&reached);
  return can;
}
