// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "base/text.h"
#include "compiler/spmd_emit.h"

// ---- What is asked for

static unsigned width_of_target(const qn_unit *unit) {
  const char *name = unit->target->name;
  return strcmp(name, "x86-64-v4") == 0 ? 16 : 8;
}

qn_status qn_spmd_choose(const qn_unit *unit, qn_spmd_choice *out_choice,
                         qn_diag *diag) {
  static const char *const engines[] = {"vector", "loop", "fiber"};
  const char *engine = getenv("QUERN_CPU_ENGINE");
  const char *width = getenv("QUERN_CPU_WIDTH");
  qn_spmd_choice choice = {.engine = QN_SPMD_VECTOR,
                           .width = width_of_target(unit),
                           .notes = getenv("QUERN_CPU_NOTES") != NULL};
  if (engine) {
    unsigned i = 0;
    while (i < 3 && strcmp(engine, engines[i]) != 0)
      ++i;
    if (i == 3)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_ENGINE is '%s'; expected 'vector', 'loop' or "
                     "'fiber'",
                     engine);
    choice.engine = (qn_spmd_engine)i;
  }
  if (width) {
    choice.width = (unsigned)strtoul(width, NULL, 10);
    if (choice.width != 4 && choice.width != 8 && choice.width != 16 &&
        choice.width != 32)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_WIDTH is '%s'; expected 4, 8, 16 or 32", width);
  }
  *out_choice = choice;
  return qn_ok();
}

// ---- Preparation

// Instructions up to which a function is always inlined, with what it calls: in
// packets a call costs as much as a lane. And up to which a kernel is made into
// packets, which are several times its size.
enum { INLINE_MAX = 3000, KERNEL_MAX = 4000 };

static unsigned count_instructions(LLVMValueRef function) {
  unsigned count = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      ++count;
  return count;
}

// Whether `function` may come to call itself.
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

static void mark_inline(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module) {
    if (LLVMIsDeclaration(function) ||
        LLVMGetLinkage(function) != LLVMInternalLinkage ||
        count_instructions(function) > INLINE_MAX ||
        is_recursive(module, function) || qn_ir_has_flag(function, "optnone"))
      continue;
    qn_ir_remove_flag(function, "noinline");
    qn_ir_add_flag(function, "alwaysinline");
  }
}

qn_status qn_spmd_prepare(qn_unit *unit, qn_diag *diag) {
  static const char pipeline[] =
      "always-inline,globaldce,"
      "function(sroa<modify-cfg>,early-cse<memssa>,"
      "instcombine<no-verify-fixpoint>,simplifycfg,gvn,"
      "instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
      "loop-mssa(loop-rotate,licm),instcombine<no-verify-fixpoint>,"
      "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full),"
      "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,"
      "scalarizer<load-store>,early-cse,instcombine<no-verify-fixpoint>,"
      "simplifycfg<hoist-common-insts;sink-common-insts>,adce,"
      "mergereturn,lower-switch,fix-irreducible,loop-simplify,lcssa)";
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  mark_inline(unit->module);
  QN_TRY(qn_ir_run_passes(unit->module, pipeline, unit->machine, false, diag));
  return qn_ir_verify(unit->module, "preparing packets", diag);
}

// ---- Packets

typedef struct work {
  qn_arena arena;
  qn_spmd_graph graph;
  qn_spmd_shapes shapes;
} work;

static qn_status analyse(work *w, LLVMValueRef item, unsigned width,
                         qn_diag *diag) {
  const qn_spmd_graph_params graph = {.start = LLVMGetEntryBasicBlock(item),
                                      .arena = &w->arena};
  QN_TRY(qn_spmd_graph_init(&w->graph, &graph, diag));
  LLVMModuleRef module = LLVMGetGlobalParent(item);
  const qn_spmd_shape_params shapes = {.function = item,
                                       .graph = &w->graph,
                                       .layout =
                                           LLVMGetModuleDataLayout(module),
                                       .width = width,
                                       .arena = &w->arena};
  return qn_spmd_shapes_init(&w->shapes, &shapes, diag);
}

static qn_status emit_both(work *w, qn_spmd_kernel *kernel, qn_diag *diag) {
  qn_spmd_emit_params params = {.shapes = &w->shapes,
                                .graph = &w->graph,
                                .name = "quern.packet",
                                .arena = &w->arena};
  QN_TRY(qn_spmd_emit(&params, &kernel->whole, diag));
  params.name = "quern.partial";
  params.masked = true;
  const qn_status status = qn_spmd_emit(&params, &kernel->partial, diag);
  if (qn_failed(status))
    LLVMDeleteFunction(kernel->whole);
  return status;
}

qn_status qn_spmd_make(LLVMValueRef item, unsigned width,
                       qn_spmd_kernel *out_kernel, qn_diag *diag) {
  work w = {0};
  qn_spmd_kernel kernel = {.width = width};
  if (count_instructions(item) > KERNEL_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "its size, more than %d instructions", KERNEL_MAX);
  qn_status status = analyse(&w, item, width, diag);
  if (!qn_failed(status))
    status = emit_both(&w, &kernel, diag);
  if (!qn_failed(status))
    *out_kernel = kernel;
  qn_spmd_shapes_finish(&w.shapes);
  qn_spmd_graph_finish(&w.graph);
  qn_arena_finish(&w.arena);
  return status;
}
