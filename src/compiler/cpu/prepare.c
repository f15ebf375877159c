// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/prepare.h"

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/cpu/bytes.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/check_values.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/lockstep.h"
#include "compiler/cpu/memory.h"
#include "compiler/ir/halves.h"
#include "compiler/ir/copies.h"
#include "compiler/spmd/analysis/graph.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/plan/cost.h"

// Whether `function` may call itself, directly or not.
static bool is_recursive(LLVMModuleRef module, LLVMValueRef function) {
  bool is = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
      if (!callee || LLVMIsDeclaration(callee) || is)
        continue;
      qn_map reached = {0};
      is = callee == function || !qn_ir_reach(module, callee, &reached) ||
           qn_map_find(&reached, (uintptr_t)function);
      qn_map_finish(&reached);
    }
  return is;
}

static bool is_called(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use;
       use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      return true;
  return false;
}

// Adds what kernels reach that packets may watch. What others reach is left to
// the inliner of other code, as it goes one work-item at a time.
static qn_status find_watched(const qn_unit *unit, qn_map *wanted,
                              qn_diag *diag) {
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (root, unit->module) {
    qn_map reached = {0};
    if (LLVMIsDeclaration(root) || is_called(root) || qn_failed(status))
      continue;
    bool never = !qn_ir_reach(unit->module, root, &reached);
    for (size_t i = 0; i < reached.count && !never; ++i)
      never = qn_cpu_never_watches(
          unit, (LLVMValueRef)(uintptr_t)reached.entries[i].key);
    for (size_t i = 0; i < reached.count && !never && !qn_failed(status); ++i)
      status = qn_map_put(wanted, reached.entries[i].key, 1, diag);
    qn_map_finish(&reached);
  }
  return status;
}

// `wanted`: the only ones; NULL: all.
static void mark_inline(LLVMModuleRef module, const qn_map *wanted) {
  QN_EACH_FUNCTION (function, module) {
    if (LLVMIsDeclaration(function) ||
        (wanted && !qn_map_find(wanted, (uintptr_t)function)) ||
        LLVMGetLinkage(function) != LLVMInternalLinkage ||
        qn_spmd_count_instructions(function) > QN_COST_INLINE_MAX ||
        is_recursive(module, function) || qn_ir_has_flag(function, "optnone"))
      continue;
    qn_ir_remove_flag(function, "noinline");
    qn_ir_add_flag(function, "alwaysinline");
  }
}

// Whether a function of the module has irreducible control flow.
static bool is_irreducible(LLVMModuleRef module) {
  bool is = false;
  QN_EACH_FUNCTION (function, module) {
    qn_arena arena = {0};
    qn_spmd_graph graph;
    if (LLVMIsDeclaration(function) || is)
      continue;
    const qn_spmd_graph_params params = {
        .start = LLVMGetEntryBasicBlock(function), .arena = &arena};
    is = !qn_failed(qn_spmd_graph_init(&graph, &params, NULL)) &&
         !graph.reason && !graph.reducible;
    qn_spmd_graph_finish(&graph);
    qn_arena_finish(&arena);
  }
  return is;
}

// Makes signed divisions of a thread's index by powers of 2 shifts and masks,
// as the index is not negative. (If the index itself were marked so,
// comparisons that are alike, as `t < n` and `i < n` for i from t on, would get
// different.)
static void divide_index(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const int64_t field = qn_spmd_context_field(LLVMGetOperand(i, 0));
  if ((opcode != LLVMSDiv && opcode != LLVMSRem) || field < QN_ITEM_THREAD_X ||
      field > QN_ITEM_THREAD_Z || !LLVMIsAConstantInt(by))
    return;
  const int64_t value = LLVMConstIntGetSExtValue(by);
  if (value <= 0 || (value & (value - 1)))
    return;
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef made =
      LLVMBuildBinOp(b, opcode == LLVMSDiv ? LLVMUDiv : LLVMURem,
                     LLVMGetOperand(i, 0), by, "");
  LLVMReplaceAllUsesWith(i, made);
}

static void divide_indices(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (LLVMCountParams(function) > 0 && LLVMIsABinaryOperator(i))
          divide_index(b, i);
  LLVMDisposeBuilder(b);
}

// Whether it neither accesses memory nor ends a block.
static bool is_calculation(LLVMValueRef i) {
  return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) || LLVMIsACmpInst(i) ||
         LLVMIsASelectInst(i) || LLVMIsAFreezeInst(i) ||
         LLVMIsAGetElementPtrInst(i);
}

// What is known of where an access goes: to the group's shared memory, or by a
// pointer among the arguments, which never leads there.
typedef enum place { ANYWHERE, SHARED, ARGUMENT } place;

static place place_of(LLVMValueRef access) {
  LLVMValueRef base = LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
  while (LLVMIsAGetElementPtrInst(base))
    base = LLVMGetOperand(base, 0);
  if (!LLVMIsALoadInst(base))
    return ANYWHERE;
  if (qn_spmd_context_field(base) == QN_ITEM_SHARED)
    return SHARED;
  LLVMValueRef from = LLVMGetOperand(base, 0);
  while (LLVMIsAGetElementPtrInst(from))
    from = LLVMGetOperand(from, 0);
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(access));
  return qn_str_starts(qn_ir_name(function), QN_STR("quern.item")) &&
                 from == LLVMGetParam(function, 1)
             ? ARGUMENT
             : ANYWHERE;
}

static bool is_plain(LLVMValueRef access) {
  return !LLVMGetVolatile(access) &&
         LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

// Moves stores behind what is calculated between them, and behind loads of
// what they do not reach: with branches around streaming stores
// (spmd/emit/access.c) masks would live from block to block, and stores of
// neighbouring fields are done together (spmd/emit/interleaved.c).
static void gather_stores(LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef store = NULL; // the first of those that follow one another
  place to = ANYWHERE;       // of all of them
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    const bool is_access =
        (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && is_plain(i);
    const place at = is_access ? place_of(i) : ANYWHERE;
    if (is_access && LLVMIsAStoreInst(i)) {
      to = !store || to == at ? at : ANYWHERE;
      store = store ? store : i;
    } else if (!is_calculation(i) &&
               !(is_access && at + to == SHARED + ARGUMENT && at && to)) {
      store = NULL;
    } else if (store) {
      LLVMInstructionRemoveFromParent(i);
      LLVMPositionBuilderBefore(b, store);
      LLVMSetCurrentDebugLocation2(b, NULL); // its own stays
      LLVMInsertIntoBuilderWithName(b, i, LLVMGetValueName(i));
    }
  }
}

static void gather_all_stores(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      gather_stores(b, block);
  LLVMDisposeBuilder(b);
}

// Local arrays become registers once loops are unrolled and their checks are
// gone; and loops around those then are, in turn.
static qn_status settle_checks(qn_unit *unit, qn_diag *diag) {
  static const char fold[] = "function(instsimplify)";
  static const char unroll[] =
      "function(sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg,"
      "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full))";
  // Shadows of arrays that are gone still count in loops around.
  const unsigned rounds =
      qn_devlib_get(unit->module, QN_DEVLIB_CHECK_LOCAL) ? 3 : 2;
  for (unsigned round = 0; round < rounds; ++round) {
    QN_TRY(qn_ir_run_passes(unit->module, fold, unit->machine, false, diag));
    qn_cpu_drop_checks(unit->module);
    if (round < rounds - 1)
      QN_TRY(
          qn_ir_run_passes(unit->module, unroll, unit->machine, false, diag));
  }
  return qn_ok();
}

// ---- Kernels that are looked at by checks one work-item after the other

// Whether a function has what packets cannot watch for races: that does not
// change by what is done to it. It may be large, and is then left as it is.
static bool is_for_one(const qn_unit *unit, LLVMValueRef function) {
  return qn_cpu_has_context(function) &&
         qn_cpu_refuse_watch(unit, function) != NULL;
}

enum { WAS_INLINED = 1, WAS_KEPT = 2 };

// Keeps passes away from such functions; `out_left` has what they were.
static qn_status leave_out(const qn_unit *unit, qn_map *out_left,
                           qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module) {
    if (LLVMIsDeclaration(function) || qn_ir_has_flag(function, "optnone") ||
        !LLVMCountParams(function) || !is_for_one(unit, function))
      continue;
    const unsigned was =
        (qn_ir_has_flag(function, "alwaysinline") ? WAS_INLINED : 0u) |
        (qn_ir_has_flag(function, "noinline") ? WAS_KEPT : 0u);
    QN_TRY(qn_map_put(out_left, (uintptr_t)function, was, diag));
    qn_ir_remove_flag(function, "alwaysinline");
    qn_ir_add_flag(function, "noinline");
    qn_ir_add_flag(function, "optnone");
  }
  return qn_ok();
}

static void take_back(qn_map *left) {
  for (size_t i = 0; i < left->count; ++i) {
    LLVMValueRef function = (LLVMValueRef)(uintptr_t)left->entries[i].key;
    qn_ir_remove_flag(function, "optnone");
    if (!(left->entries[i].value & WAS_KEPT))
      qn_ir_remove_flag(function, "noinline");
    if (left->entries[i].value & WAS_INLINED)
      qn_ir_add_flag(function, "alwaysinline");
  }
  qn_map_finish(left);
}

// ---- All

// What takes the time.
static qn_status simplify(qn_unit *unit, qn_diag *diag) {
  static const char pipeline[] =
      "function("
      "instcombine<no-verify-fixpoint>,simplifycfg,gvn,"
      // Until here, leaving a scope is a switch over where to go.
      "instcombine<no-verify-fixpoint>,jump-threading,simplifycfg,"
      "loop-simplify,lcssa,"
      // Widens indices before they are reassociated, after which they might
      // wrap.
      "loop(loop-rotate,indvars),loop-mssa(licm),"
      "instcombine<no-verify-fixpoint>,"
      "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full))";
  static const char unrolled[] =
      "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-"
      "fixpoint>,gvn,"
      "scalarizer<load-store>,early-cse,instcombine<no-verify-fixpoint>,"
      // Hoisting leaves phis with one value, for which regions would need spill
      // slots.
      "simplifycfg<hoist-common-insts;sink-common-insts>,instsimplify,adce,"
      "mergereturn,lower-switch,loop-simplify,lcssa)";
  QN_TRY(qn_ir_run_passes(unit->module, pipeline, unit->machine, false, diag));
  if (qn_devlib_get(unit->module, QN_DEVLIB_CHECK_OBJECT) ||
      qn_devlib_get(unit->module, QN_DEVLIB_CHECK_LOCAL))
    QN_TRY(settle_checks(unit, diag));
  return qn_ir_run_passes(unit->module, unrolled, unit->machine, false, diag);
}

qn_status qn_cpu_prepare(qn_unit *unit, qn_diag *diag) {
  // The pass does not support two edges between the same blocks.
  static const char make_reducible[] =
      "function(break-crit-edges,fix-irreducible,loop-simplify,lcssa)";
  static const char inlining[] =
      "always-inline,globaldce,function(sroa<modify-cfg>,early-cse<memssa>)";
  qn_map left = {0}, wanted = {0};
  qn_status status;
  const bool races = qn_cpu_checks_in(unit) & QN_CPU_CHECK_RACE;
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  status = races ? find_watched(unit, &wanted, diag) : qn_ok();
  if (!qn_failed(status))
    mark_inline(unit->module, races ? &wanted : NULL);
  qn_map_finish(&wanted);
  QN_TRY(status);
  QN_TRY(qn_ir_run_passes(unit->module, inlining, unit->machine, false, diag));
  // Arguments of what was inlined are values like others by now.
  if (qn_cpu_forward_shadows(unit->module))
    QN_TRY(qn_ir_run_passes(unit->module, "function(sroa<modify-cfg>)",
                            unit->machine, false, diag));
  qn_ir_bound_halves(unit->module);
  divide_indices(unit->module);
  qn_cpu_wrap_shared(unit->module);
  QN_EACH_FUNCTION (function, unit->module)
    qn_ir_expand_copies(function);
  status = leave_out(unit, &left, diag);
  if (!qn_failed(status))
    status = simplify(unit, diag);
  take_back(&left);
  QN_TRY(status);
  if (unit->target->row->on_cpu.has_madd && qn_cpu_join_bytes(unit->module))
    QN_TRY(qn_ir_run_passes(unit->module, "function(adce)", unit->machine,
                            false, diag));
  // With AVX-512 operations spread words that they load.
  if (unit->target->row->on_cpu.mask_bits > 1)
    qn_cpu_mark_constants(unit->module);
  gather_all_stores(unit->module);
  if (is_irreducible(unit->module))
    QN_TRY(qn_ir_run_passes(unit->module, make_reducible, unit->machine, false,
                            diag));
  return qn_ir_verify(unit->module, "preparing packets", diag);
}
