// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/simt.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/ir/clone.h"
#include "compiler/ir/copies.h"
#include "compiler/simt/body.h"
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

static const char *reason_of(const qn_unit *unit, const qn_kernel *record,
                             LLVMValueRef loop, bool is_serial) {
  return !unit->params->opt_level  ? "the level of optimisation, which is 0"
         : unit->params->debug == QN_DEBUG_FULL ? "-g"
         : record->flags & QN_KERNEL_COOPERATIVE ? "grid sync"
         : record->flags & QN_KERNEL_BARRIERS   ? "barriers"
         : record->flags & QN_KERNEL_WARP_OPS   ? "warp operations"
         : is_serial ? "atomic operations, or malloc"
         : !loop     ? "lanes that have to run in step, loops that wait for "
                       "other work-items, or a trap or an assertion"
                     : NULL;
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
      LLVMAddAttributeAtIndex(
          made, 1, LLVMCreateEnumAttribute(unit->context, kind, 0));
  }
}

qn_status qn_simt_copy(qn_unit *unit, size_t kernel, bool is_serial,
                       qn_simt_kernel *out, qn_diag *diag) {
  const qn_kernel *record = &unit->record.kernels[kernel];
  LLVMValueRef entry = LLVMGetNamedFunction(unit->module, record->name.data);
  if (!entry)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "kernel '%.*s' was lost",
                   QN_STR_ARG(record->name));
  LLVMValueRef loop = find_run(entry, QN_DEVLIB_RUN_LOOP);
  *out = (qn_simt_kernel){.reason = reason_of(unit, record, loop, is_serial),
                          .runs_fibers =
                              find_run(entry, QN_DEVLIB_RUN_FIBERS) != NULL};
  if (out->reason)
    return qn_ok();
  enum { SHARED_SIZE = 6 }; // a parameter (contract/functions.def)
  LLVMValueRef item = LLVMGetOperand(loop, 0);
  out->shared_size =
      (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(loop, SHARED_SIZE));
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

static qn_status make(qn_simt_body *body, qn_diag *diag) {
  static const char pipeline[] =
      "scalarizer<load-store>,early-cse,lower-switch,mergereturn,"
      "loop-simplify,lcssa";
  qn_ir_expand_copies(body->function);
  QN_TRY(qn_ir_run_function_passes(body->function, pipeline,
                                   body->unit->machine, diag));
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
  qn_status status = make(&body, diag);
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
