// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/context.h"

#include <stdio.h>

#include "compiler/cpu/debug.h"
#include "compiler/cpu/sanitize.h"
#include "quern/cpu_abi.h"

// ---- Builtins

// What a call becomes.
typedef struct builtin {
  const char *name;
  const char *function; // of the device library; NULL: a load from the context
  unsigned offset;      // in the context; plus 4 times the argument
} builtin;

static const builtin builtins[] = {
    {"__qn_thread_id", NULL, QN_ITEM_THREAD},
    {"__qn_block_id", NULL, QN_ITEM_BLOCK},
    {"__qn_block_dim", NULL, QN_ITEM_BLOCK_DIM},
    {"__qn_grid_dim", NULL, QN_ITEM_GRID_DIM},
    {"__qn_lane_id", NULL, QN_ITEM_LANE},
    {"__qn_dynamic_shared_size", NULL, QN_ITEM_DYNAMIC_SIZE},
    {"__qn_barrier", "qn_cpu_barrier", 0},
    {"__qn_barrier_reduce", "qn_cpu_barrier_reduce", 0},
    {"__qn_warp_sync", "qn_cpu_warp_sync", 0},
    {"__qn_shuffle", "qn_cpu_shuffle", 0},
    {"__qn_ballot", "qn_cpu_ballot", 0},
    {"__qn_active_mask", "qn_cpu_active_mask", 0},
    {"__qn_grid_sync", "qn_cpu_grid_sync", 0},
    {"__qn_trap", "qn_cpu_trap", 0},
    {"__qn_assert_fail", "qn_cpu_assert_fail", 0},
    {"__qn_undefined", "qn_cpu_undefined", 0},
    {"__qn_clock", "qn_cpu_clock", 0},
    {"__qn_wall_clock_ns", "qn_cpu_wall_clock_ns", 0},
    {"__qn_malloc", "qn_cpu_malloc", 0},
    {"__qn_free", "qn_cpu_free", 0},
    // Names of the languages and of C's library.
    {"vprintf", "qn_cpu_vprintf", 0},
    {"malloc", "qn_cpu_malloc", 0},
    {"free", "qn_cpu_free", 0},
    {"_Znwm", "qn_cpu_malloc", 0},
    {"_Znam", "qn_cpu_malloc", 0},
    {"_Znwj", "qn_cpu_malloc", 0},
    {"_Znaj", "qn_cpu_malloc", 0},
    {"_ZdlPv", "qn_cpu_free", 0},
    {"_ZdaPv", "qn_cpu_free", 0},
    {"_ZdlPvm", "qn_cpu_free", 0},
    {"_ZdaPvm", "qn_cpu_free", 0},
    {"__assert_fail", "qn_cpu_assert_fail", 0},
    {"abort", "qn_cpu_trap", 0},
    {"llvm.trap", "qn_cpu_trap", 0},
    {"llvm.debugtrap", "qn_cpu_trap", 0},
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

// ---- Who needs the context

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

// `all`: every function that is defined.
static qn_status find_needing(LLVMModuleRef module, bool all, qn_map *needing,
                              qn_diag *diag) {
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function) &&
        (all || qn_ir_is_kernel(function) || qn_ir_address_taken(function)))
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

// The device library's function, declared with the type of its first call.
static LLVMValueRef declare(LLVMModuleRef module, const builtin *what,
                            LLVMValueRef call) {
  LLVMValueRef found = LLVMGetNamedFunction(module, what->function);
  if (found)
    return found;
  LLVMTypeRef old = LLVMGetCalledFunctionType(call);
  LLVMTypeRef types[16] = {
      LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0)};
  const unsigned count = LLVMCountParamTypes(old);
  if (count > 15)
    return NULL;
  LLVMGetParamTypes(old, types + 1);
  LLVMValueRef made = LLVMAddFunction(
      module, what->function,
      LLVMFunctionType(LLVMGetReturnType(old), types, count + 1, false));
  LLVMSetVisibility(made, LLVMHiddenVisibility);
  qn_ir_add_flag(made, "nounwind");
  qn_ir_add_flag(made, "convergent");
  return made;
}

static qn_status rewrite_call(LLVMModuleRef module, LLVMBuilderRef b,
                              LLVMValueRef call, LLVMValueRef context,
                              const qn_map *needing, qn_diag *diag) {
  LLVMValueRef callee = qn_ir_callee(call);
  const builtin *what = callee ? find_builtin(callee) : NULL;
  if (what && !what->function) {
    load_builtin(b, call, what, context);
    return qn_ok();
  }
  LLVMValueRef target = NULL;
  if (what)
    target = declare(module, what, call);
  else if (!callee && qn_ir_is_indirect_call(call))
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
  qn_status status =
      find_needing(unit->module, qn_cpu_finds_races(unit), &needing, diag);
  if (!qn_failed(status))
    status = rewrite(unit->module, &needing, diag);
  if (!qn_failed(status) && unit->params->debug == QN_DEBUG_FULL)
    status = describe_all(unit, &needing, diag);
  qn_map_finish(&needing);
  return status;
}

bool qn_cpu_can_fail(LLVMModuleRef module, LLVMValueRef kernel) {
  static const char *const names[] = {"qn_cpu_trap", "qn_cpu_assert_fail",
                                      "qn_cpu_undefined"};
  qn_map reached = {0};
  bool can = !qn_ir_reach(module, kernel, &reached);
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    LLVMValueRef function = LLVMGetNamedFunction(module, names[i]);
    can =
        can || (function && qn_map_find(&reached, (uintptr_t)function) != NULL);
  }
  qn_map_finish(&reached);
  return can;
}
