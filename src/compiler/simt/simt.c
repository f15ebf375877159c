// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/simt.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/entry.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/copies.h"
#include "compiler/simt/body.h"
#include "compiler/simt/guard.h"
#include "compiler/simt/inline.h"
#include "compiler/simt/meeting.h"
#include "compiler/simt/reach.h"
#include "compiler/simt/serial.h"
#include "compiler/simt/structure.h"

// ---- The copy

// Where the entry has the library run work-items in a way, or NULL.
static LLVMValueRef find_run(LLVMValueRef entry, qn_devlib_function run) {
  QN_EACH_BLOCK (block, entry)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_devlib_called_by(i) == run)
        return i;
  return NULL;
}

// Where the entry runs work-items one after another, or each on a stack of its
// own.
static LLVMValueRef find_any_run(LLVMValueRef entry) {
  LLVMValueRef guarded = find_run(entry, QN_DEVLIB_RUN_GUARDED);
  LLVMValueRef loop = find_run(guarded ? LLVMGetOperand(guarded, 0) : entry,
                               QN_DEVLIB_RUN_LOOP);
  return loop ? loop : find_run(entry, QN_DEVLIB_RUN_FIBERS);
}

static bool calls(LLVMValueRef function, qn_devlib_function callee) {
  return find_run(function, callee) != NULL;
}

static bool has_volatile(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i))
        return true;
  return false;
}

// Whether work-items of a warp count on each other's reads and writes without a
// barrier between, as packets of any width would not let them. A warp of the
// machine that has as many lanes goes in step by itself.
static bool needs_warp(const qn_unit *unit, const qn_kernel *record,
                       LLVMValueRef item) {
  const qn_str mark = QN_STR(QN_CPU_IN_STEP);
  qn_map reached = {0};
  // Of other functions nothing more is known.
  bool needs = !qn_simt_reach(unit, item, &reached);
  for (size_t k = 0; k < reached.count && !needs; ++k) {
    LLVMValueRef one = (LLVMValueRef)(uintptr_t)reached.entries[k].key;
    needs = one != item && calls(one, QN_DEVLIB_WARP_STEP);
  }
  qn_map_finish(&reached);
  return needs || (calls(item, QN_DEVLIB_WARP_STEP) &&
                   (record->flags & QN_KERNEL_WARP_OPS || has_volatile(item) ||
                    LLVMGetStringAttributeAtIndex(
                        item, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                        mark.data, (unsigned)mark.size)));
}

// Why lanes cannot do what a function that the kernel may run does.
static const char *refuse_function(LLVMValueRef function) {
  return calls(function, QN_DEVLIB_GRID_SYNC) ? "grid sync"
         : calls(function, QN_DEVLIB_YIELD)
             ? "loops that wait for other work-items"
             : NULL;
}

static bool can_fail(const qn_unit *unit, LLVMValueRef item) {
  static const qn_devlib_function all[] = {
      QN_DEVLIB_TRAP, QN_DEVLIB_ASSERT_FAIL, QN_DEVLIB_UNDEFINED};
  qn_map reached = {0};
  bool can = !qn_simt_reach(unit, item, &reached);
  for (size_t k = 0; k < sizeof(all) / sizeof(all[0]) && !can; ++k) {
    LLVMValueRef function = qn_devlib_get(unit->module, all[k]);
    can = function && qn_map_find(&reached, (uintptr_t)function);
  }
  qn_map_finish(&reached);
  return can;
}

static const char *refuse_reached(const qn_unit *unit, LLVMValueRef item) {
  qn_map reached = {0};
  const char *reason =
      qn_simt_reach(unit, item, &reached) ? NULL : "a lack of memory";
  for (size_t k = 0; k < reached.count && !reason; ++k)
    reason = refuse_function((LLVMValueRef)(uintptr_t)reached.entries[k].key);
  qn_map_finish(&reached);
  return reason;
}

static const char *reason_of(const qn_unit *unit, const qn_kernel *record,
                             LLVMValueRef run) {
  const bool meets = record->flags & (QN_KERNEL_BARRIERS | QN_KERNEL_WARP_OPS);
  return !unit->params->opt_level ? "the level of optimisation, which is 0"
         : unit->params->debug == QN_DEBUG_FULL  ? "-g"
         : record->flags & QN_KERNEL_COOPERATIVE ? "grid sync"
         : !run ? "how its work-items run otherwise"
         : meets && can_fail(unit, LLVMGetOperand(run, 0))
             ? "a trap or an assertion beside barriers or warp operations"
             : refuse_reached(unit, LLVMGetOperand(run, 0));
}

// Nothing else changes a lane's context or the arguments while it runs.
static void describe_parameters(const qn_unit *unit, LLVMValueRef made,
                                const qn_kernel *record) {
  static const char *const names[] = {"noalias", "readonly", "align",
                                      "dereferenceable"};
  const uint64_t size = qn_figure_or(record->arguments_size, 0);
  const uint64_t values[] = {0, 0, 64, size};
  for (unsigned k = 0; k < (size ? 4u : 3u); ++k) {
    const unsigned kind =
        LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
    LLVMAddAttributeAtIndex(
        made, 2, LLVMCreateEnumAttribute(unit->context, kind, values[k]));
    if (k == 0)
      LLVMAddAttributeAtIndex(made, 1,
                              LLVMCreateEnumAttribute(unit->context, kind, 0));
  }
}

qn_status qn_simt_copy(qn_unit *unit, size_t kernel, qn_simt_kernel *out,
                       qn_diag *diag) {
  const qn_kernel *record = &unit->record.kernels[kernel];
  LLVMValueRef entry = LLVMGetNamedFunction(unit->module, record->name.data);
  if (!entry)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "kernel '%.*s' was lost",
                   QN_STR_ARG(record->name));
  LLVMValueRef run = find_any_run(entry);
  *out = (qn_simt_kernel){.reason = reason_of(unit, record, run),
                          .runs_fibers = calls(entry, QN_DEVLIB_RUN_FIBERS)};
  if (out->reason)
    return qn_ok();
  enum { SHARED_SIZE = 6 }; // a parameter (contract/functions.def)
  LLVMValueRef item = LLVMGetOperand(run, 0);
  QN_TRY(qn_simt_inline_meetings(unit, item, diag));
  // One after another they do not go in step in any case.
  out->needs_warp = out->runs_fibers && needs_warp(unit, record, item);
  out->shared_size =
      (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(run, SHARED_SIZE)) &
      ~QN_FIBERS_AROUND;
  LLVMMetadataRef lines = LLVMGetSubprogram(item);
  LLVMSetSubprogram(item, NULL);
  const qn_status status =
      qn_ir_clone(item, "quern.lanes", &out->function, diag);
  LLVMSetSubprogram(item, lines);
  QN_TRY(status);
  LLVMSetLinkage(out->function, LLVMExternalLinkage);
  LLVMSetVisibility(out->function, LLVMHiddenVisibility);
  qn_ir_remove_flag(out->function, "alwaysinline");
  qn_ir_add_flag(out->function, "noinline");
  describe_parameters(unit, out->function, record);
  return qn_ok();
}

// ---- The body

// Who traps or fails does not return: lanes end there. As for control flow they
// come to the end with all others.
static void end_everywhere(const qn_simt_body *body) {
  QN_EACH_BLOCK (block, body->function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsAUnreachableInst(end))
      continue;
    LLVMPositionBuilderBefore(body->b, end);
    LLVMBuildRetVoid(body->b);
    LLVMInstructionEraseFromParent(end);
  }
}

static qn_status make(qn_simt_body *body, qn_simt_kernel *kernel,
                      qn_diag *diag) {
  static const char pipeline[] =
      "scalarizer<load-store>,early-cse,lower-switch,mergereturn,"
      "loop-simplify,lcssa";
  end_everywhere(body);
  qn_simt_drop_paths(body);
  qn_ir_expand_copies(body->function);
  QN_TRY(qn_ir_run_function_passes(body->function, pipeline,
                                   body->unit->machine, diag));
  QN_TRY(qn_simt_guard_meetings(body, diag));
  if (!qn_simt_is_refused(body))
    QN_TRY(qn_simt_make_structured(body, diag));
  if (!qn_simt_is_refused(body))
    QN_TRY(qn_simt_straighten(body, diag));
  // Lanes may part where they did not before.
  if (!qn_simt_is_refused(body))
    QN_TRY(qn_simt_make_structured(body, diag));
  if (!qn_simt_is_refused(body))
    QN_TRY(qn_simt_straighten(body, diag));
  if (!qn_simt_is_refused(body))
    QN_TRY(qn_simt_analyse(body, diag));
  if (!qn_simt_is_refused(body))
    kernel->meets =
        qn_simt_take_meetings(body, kernel->needs_warp) || kernel->needs_warp;
  return qn_simt_is_refused(body) ? qn_ok() : qn_simt_add_splits(body, diag);
}

qn_status qn_simt_make(qn_unit *unit, qn_simt_kernel *kernel, qn_diag *diag) {
  if (!kernel->function)
    return qn_ok();
  const unsigned size = unit->target->row->pointer_size;
  qn_simt_body body = {
      .unit = unit,
      .function = kernel->function,
      .b = LLVMCreateBuilderInContext(unit->context),
      .word = LLVMIntTypeInContext(unit->context, 8 * size),
      .xlen = 8 * size,
      .has_double = size == 8,
  };
  qn_status status = make(&body, kernel, diag);
  qn_simt_forget(&body);
  LLVMDisposeBuilder(body.b);
  if (!qn_failed(status) && qn_simt_is_refused(&body)) {
    kernel->function = NULL;
    kernel->reason = qn_arena_printf(&unit->arena, "%s", body.reason).data;
    if (!kernel->reason)
      status = qn_fail_memory(diag, "a reason");
  }
  return status;
}
