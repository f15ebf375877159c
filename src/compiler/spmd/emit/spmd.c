// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/spmd.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "base/text.h"
#include "compiler/spmd/analysis/check.h"
#include "compiler/spmd/emit/regions.h"
#include "compiler/spmd/emit/range.h"
#include "compiler/spmd/emit/warp.h"
#include "compiler/contract/functions.h"
#include "quern/cpu_abi.h"

// ---- What is asked for

static qn_spmd_machine machine_of(const qn_target_row *row) {
  const qn_target_cpu *cpu = &row->on_cpu;
  return (qn_spmd_machine){.mask_bits = cpu->mask_bits,
                           .mask_cast = cpu->mask_cast,
                           .has_scatter = cpu->has_scatter,
                           .only_words = cpu->only_words};
}

// "16", or "16,8,32": each once.
static bool read_widths(qn_str text, qn_spmd_choice *choice) {
  static const qn_str names[QN_SPMD_WIDTHS_MAX] = {
      {"4", 1}, {"8", 1}, {"16", 2}, {"32", 2}};
  unsigned seen = 0;
  qn_str word;
  choice->width_given = true;
  choice->least_row = 0;
  while (qn_str_split(&text, ',', &word)) {
    unsigned i = 0;
    while (i < QN_SPMD_WIDTHS_MAX && !qn_str_equal(word, names[i]))
      ++i;
    if (i == QN_SPMD_WIDTHS_MAX || seen >> i & 1)
      return false;
    if (seen)
      choice->more[choice->more_count++] = 4u << i;
    else
      choice->width = 4u << i;
    seen |= 1u << i;
  }
  return true;
}

qn_status qn_spmd_choose(const qn_unit *unit, qn_spmd_choice *out_choice,
                         qn_diag *diag) {
  static const char *const engines[] = {"vector", "loop", "fiber"};
  const char *engine = getenv("QUERN_CPU_ENGINE");
  const char *width = getenv("QUERN_CPU_WIDTH");
  const char *rows = getenv("QUERN_CPU_ROWS");
  qn_spmd_choice choice = {.engine = QN_SPMD_VECTOR,
                           .width = unit->target->row->on_cpu.packet_width,
                           .least_row = unit->target->row->on_cpu.packet_min,
                           .notes = getenv("QUERN_CPU_NOTES") != NULL};
  // Narrower machines have no registers for as many sums.
  choice.rows = choice.width >= 16 ? QN_SPMD_ROWS_USEFUL : QN_SPMD_ROWS_NEVER;
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
    choice.forced = true;
  }
  if (width && !read_widths(qn_str_from(width), &choice))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "QUERN_CPU_WIDTH is '%s'; expected 4, 8, 16 or 32, or "
                   "several of them",
                   width);
  if (rows) {
    if (rows[0] < '0' || rows[0] > '2' || rows[1])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_ROWS is '%s'; expected 0, 1 or 2", rows);
    choice.rows = (qn_spmd_rows)(rows[0] - '0');
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

// Whether a function jumps into a loop's middle.
static bool has_tangles(LLVMModuleRef module) {
  bool has = false;
  QN_EACH_FUNCTION (function, module) {
    qn_arena arena = {0};
    qn_spmd_graph graph;
    if (LLVMIsDeclaration(function) || has)
      continue;
    const qn_spmd_graph_params params = {
        .start = LLVMGetEntryBasicBlock(function), .arena = &arena};
    has = !qn_failed(qn_spmd_graph_init(&graph, &params, NULL)) &&
          !graph.reducible;
    qn_spmd_graph_finish(&graph);
    qn_arena_finish(&arena);
  }
  return has;
}

// Signed divisions of a thread's index by powers of 2 are shifts and masks: it
// is no negative number. (Said of the index itself, that would make unlike what
// is alike: `t < n` and `i < n` for i from t on.)
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

qn_status qn_spmd_prepare(qn_unit *unit, qn_diag *diag) {
  // The pass takes no two edges from one block to another.
  static const char untangle[] =
      "function(break-crit-edges,fix-irreducible,loop-simplify,lcssa)";
  static const char inlining[] =
      "always-inline,globaldce,function(sroa<modify-cfg>,early-cse<memssa>)";
  static const char pipeline[] =
      "function("
      "instcombine<no-verify-fixpoint>,simplifycfg,gvn,"
      // Breaks out of scopes are switches over where to go until then.
      "instcombine<no-verify-fixpoint>,jump-threading,simplifycfg,"
      "loop-simplify,lcssa,"
      // Indices become wide before they are reassociated: then they do not
      // wrap.
      "loop(loop-rotate,indvars),loop-mssa(licm),"
      "instcombine<no-verify-fixpoint>,"
      "loop-simplify,lcssa,loop(indvars,loop-deletion,loop-unroll-full),"
      "sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,"
      "scalarizer<load-store>,early-cse,instcombine<no-verify-fixpoint>,"
      // What is hoisted leaves phis of one value, which parts would keep.
      "simplifycfg<hoist-common-insts;sink-common-insts>,instsimplify,adce,"
      "mergereturn,lower-switch,loop-simplify,lcssa)";
  qn_unit_set_target(unit, unit->target->row->cpu, unit->target->row->features);
  mark_inline(unit->module);
  QN_TRY(qn_ir_run_passes(unit->module, inlining, unit->machine, false, diag));
  divide_indices(unit->module);
  QN_TRY(qn_ir_run_passes(unit->module, pipeline, unit->machine, false, diag));
  if (has_tangles(unit->module))
    QN_TRY(
        qn_ir_run_passes(unit->module, untangle, unit->machine, false, diag));
  return qn_ir_verify(unit->module, "preparing packets", diag);
}

// ---- Packets

typedef struct work {
  qn_spmd_machine machine;
  bool may_stream;
  qn_spmd_rows rows;
  // Refuses kernels that packets of twice the width are no good for: lanes
  // leave loops one by one, or step over elements.
  bool only_calm;
  bool only_useful; // refuses those that packets are no good for, and
  bool is_worse;    // this is one
  qn_arena arena;
  qn_spmd_parts parts;
  qn_spmd_graph graph;
  qn_spmd_shapes shapes;
  qn_spmd_shapes group;
} work;

// Whether lanes work together without a barrier: by warp operations, or by
// volatile memory, as programs for warps in lockstep did.
static bool works_as_warp(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_devlib_is_warp_op(qn_devlib_called_by(i)) ||
          ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i)))
        return true;
  return false;
}

// Whether lanes part at the end of a loop only by an index, as in strides
// through an array: nearly always all go the same way.
static bool leaves_by_index(const qn_spmd_shapes *shapes, unsigned loop) {
  const qn_spmd_graph *g = shapes->graph;
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_in_loop(g, loop, n) || !qn_spmd_branches_apart(shapes, g, n))
      continue;
    LLVMValueRef condition =
        LLVMGetCondition(LLVMGetBasicBlockTerminator(g->nodes[n].block));
    if (!LLVMIsAICmpInst(condition) ||
        qn_spmd_shape_of(shapes, LLVMGetOperand(condition, 0)).kind >
            QN_SPMD_LINEAR ||
        qn_spmd_shape_of(shapes, LLVMGetOperand(condition, 1)).kind >
            QN_SPMD_LINEAR)
      return false;
  }
  return true;
}

// Whether lanes go round the loop as often as each likes, and do little but
// load here and there, as along rows of sparse matrices: that takes as long for
// each lane as alone, and all wait for the last.
static bool wanders(const qn_spmd_shapes *shapes, unsigned loop) {
  enum { MOST = 4 }; // instructions for each of these loads
  const qn_spmd_graph *g = shapes->graph;
  const unsigned header = g->loops[loop].header;
  unsigned apart = 0, count = 0;
  if (!qn_spmd_bit(shapes->divergent_loops, loop) ||
      g->loops[loop].latch != header || leaves_by_index(shapes, loop))
    return false;
  QN_EACH_INSTRUCTION (i, g->nodes[header].block) {
    count += !LLVMIsAPHINode(i) && !LLVMIsAGetElementPtrInst(i) &&
             !LLVMIsATerminatorInst(i);
    apart +=
        LLVMIsALoadInst(i) &&
        qn_spmd_shape_of(shapes, LLVMGetOperand(i, 0)).kind == QN_SPMD_VARYING;
  }
  return apart && count <= MOST * apart;
}

// Whether that is what all loops do that have none in them.
static bool only_wanders(const qn_spmd_shapes *shapes) {
  const qn_spmd_graph *g = shapes->graph;
  bool wander = g->loop_count > 0;
  for (unsigned loop = 0; loop < g->loop_count; ++loop) {
    bool inner = true;
    for (unsigned k = 0; k < g->loop_count; ++k)
      inner &= g->loops[k].parent != loop;
    wander &= !inner || wanders(shapes, loop);
  }
  return wander;
}

// Whether lanes are a constant step apart that is not an element, as by fields
// of structs: sorting those out takes many registers.
static bool steps_over(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if ((!stores && !LLVMIsALoadInst(i)) || qn_spmd_context_field(i) >= 0)
    return false;
  const qn_spmd_shape shape =
      qn_spmd_shape_of(shapes, LLVMGetOperand(i, stores));
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  return shape.kind == QN_SPMD_LINEAR &&
         shape.stride != (int64_t)LLVMABISizeOfType(shapes->layout, type);
}

static qn_status check_calm(const qn_spmd_shapes *shapes, qn_diag *diag) {
  for (unsigned loop = 0; loop < shapes->graph->loop_count; ++loop)
    if (qn_spmd_bit(shapes->divergent_loops, loop) &&
        !leaves_by_index(shapes, loop))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "loops that lanes leave one by one");
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block)
      if (steps_over(shapes, i))
        return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                       "steps over elements");
  return qn_ok();
}

// Whether neighbouring rows read the same in a loop that none leaves earlier.
static qn_status check_rows(const qn_spmd_shapes *shapes, qn_diag *diag) {
  const qn_spmd_graph *g = shapes->graph;
  bool shares = false;
  for (unsigned n = 0; n < g->count; ++n) {
    if (g->nodes[n].loop == QN_SPMD_NONE)
      continue;
    if (qn_spmd_bit(shapes->divergent_loops, g->nodes[n].loop))
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE, "loops of some rows");
    QN_EACH_INSTRUCTION (i, g->nodes[n].block)
      shares |=
          LLVMIsALoadInst(i) && qn_spmd_context_field(i) < 0 &&
          qn_spmd_shape_of(shapes, LLVMGetOperand(i, 0)).kind == QN_SPMD_LINEAR;
  }
  return shares ? qn_ok()
                : qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                          "rows that share nothing");
}

static qn_status analyse(work *w, LLVMValueRef item,
                         const qn_spmd_kernel *kernel, qn_diag *diag) {
  QN_TRY(qn_spmd_check_calls(item, diag));
  QN_TRY(qn_spmd_parts_split(item, &w->arena, &w->parts, diag));
  const qn_spmd_graph_params graph = {.start = LLVMGetEntryBasicBlock(item),
                                      .arena = &w->arena};
  QN_TRY(qn_spmd_graph_init(&w->graph, &graph, diag));
  LLVMModuleRef module = LLVMGetGlobalParent(item);
  qn_spmd_shape_params shapes = {.function = item,
                                 .graph = &w->graph,
                                 .layout = LLVMGetModuleDataLayout(module),
                                 .width = kernel->width,
                                 .rows = kernel->rows,
                                 .packet_is_warp = kernel->is_warp,
                                 .arena = &w->arena};
  QN_TRY(qn_spmd_shapes_init(&w->shapes, &shapes, diag));
  QN_TRY(qn_spmd_check_waits(&w->shapes, diag));
  if (w->only_calm)
    QN_TRY(check_calm(&w->shapes, diag));
  w->is_worse =
      w->only_useful && w->parts.count == 1 && only_wanders(&w->shapes);
  if (w->is_worse)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "loops that only load here and there");
  if (kernel->rows > 1 && w->rows == QN_SPMD_ROWS_USEFUL)
    QN_TRY(check_rows(&w->shapes, diag));
  if (w->parts.count == 1)
    return qn_ok();
  shapes.of_group = true;
  QN_TRY(qn_spmd_shapes_init(&w->group, &shapes, diag));
  QN_TRY(qn_spmd_parts_check(&w->parts, &w->group, diag));
  return qn_spmd_parts_place(&w->parts, &w->shapes, &w->group, diag);
}

static qn_status emit_both(work *w, unsigned part, const qn_spmd_graph *graph,
                           qn_spmd_packet *packet, qn_diag *diag) {
  qn_spmd_emit_params params = {.shapes = &w->shapes,
                                .graph = graph,
                                .parts = w->parts.count > 1 ? &w->parts : NULL,
                                .part = part,
                                .name = "quern.packet",
                                .may_return = w->parts.count == 1,
                                .machine = w->machine,
                                .may_stream = w->may_stream,
                                .arena = &w->arena};
  QN_TRY(qn_spmd_emit(&params, &packet->whole, diag));
  params.name = "quern.range";
  QN_TRY(qn_spmd_emit_range(&params, &w->group, &packet->range, diag));
  if (w->shapes.rows > 1)
    return qn_ok();
  params.name = "quern.partial";
  params.masked = true;
  params.may_return = false;
  return qn_spmd_emit(&params, &packet->partial, diag);
}

static qn_status emit_narrow(work *w, unsigned part, const qn_spmd_graph *graph,
                             qn_spmd_packet *packet, qn_diag *diag) {
  const qn_spmd_emit_params params = {.shapes = &w->shapes,
                                      .graph = graph,
                                      .parts = &w->parts,
                                      .part = part,
                                      .name = "quern.narrow",
                                      .machine = w->machine,
                                      .arena = &w->arena};
  return qn_spmd_emit(&params, &packet->narrow, diag);
}

typedef qn_status emit_fn(work *w, unsigned part, const qn_spmd_graph *graph,
                          qn_spmd_packet *packet, qn_diag *diag);

static qn_status emit_part(work *w, unsigned part, qn_spmd_packet *packet,
                           emit_fn *emit, qn_diag *diag) {
  qn_spmd_graph graph;
  const qn_spmd_graph_params params = {.start = w->parts.parts[part].start,
                                       .is_end = qn_spmd_ends_part,
                                       .user = &w->parts,
                                       .arena = &w->arena};
  qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  if (!qn_failed(status))
    status = emit(w, part, &graph, packet, diag);
  qn_spmd_graph_finish(&graph);
  return status;
}

static void delete_packets(qn_spmd_kernel *kernel) {
  for (unsigned i = 0; i < kernel->count; ++i) {
    if (kernel->packets[i].whole)
      LLVMDeleteFunction(kernel->packets[i].whole);
    if (kernel->packets[i].partial)
      LLVMDeleteFunction(kernel->packets[i].partial);
    if (kernel->packets[i].range)
      LLVMDeleteFunction(kernel->packets[i].range);
    if (kernel->packets[i].narrow)
      LLVMDeleteFunction(kernel->packets[i].narrow);
  }
}

static void finish_work(work *w) {
  qn_spmd_shapes_finish(&w->shapes);
  qn_spmd_shapes_finish(&w->group);
  qn_spmd_graph_finish(&w->graph);
  qn_spmd_parts_finish(&w->parts);
  qn_arena_finish(&w->arena);
}

static qn_status make_narrow(work *w, const work *wide, LLVMValueRef item,
                             const qn_spmd_kernel *kernel, qn_diag *diag) {
  const qn_spmd_kernel half = {.width = kernel->width / 2, .rows = 1};
  QN_TRY(analyse(w, item, &half, diag));
  if (!qn_spmd_parts_fit(&wide->parts, &w->parts))
    return qn_ok();
  for (unsigned i = 0; i < kernel->count; ++i)
    if (kernel->packets[i].range)
      QN_TRY(emit_part(w, i, &kernel->packets[i], emit_narrow, diag));
  return qn_ok();
}

// The last rounds of a tree in shared memory have work for a few lanes only.
// Kernels that keep anything for lanes are not analysed again for it.
static qn_status add_narrow(const work *wide, LLVMValueRef item,
                            const qn_spmd_kernel *kernel, qn_diag *diag) {
  enum { LEAST = 4 };
  work w = {.machine = wide->machine};
  bool has_range = false;
  for (unsigned i = 0; i < kernel->count; ++i)
    has_range |= kernel->packets[i].range != NULL;
  if (!has_range || kernel->is_warp || kernel->rows > 1 || kernel->frame_size ||
      kernel->width / 2 < LEAST)
    return qn_ok();
  const qn_status status = make_narrow(&w, wide, item, kernel, diag);
  finish_work(&w);
  return status.code == QN_E_UNSUPPORTED ? qn_ok() : status;
}

static qn_status make(work *w, qn_unit *unit, LLVMValueRef item,
                      qn_spmd_kernel *kernel, qn_diag *diag) {
  QN_TRY(analyse(w, item, kernel, diag));
  kernel->frame_size = w->parts.frame_size;
  kernel->group_size = w->parts.group_size;
  kernel->has_exits = w->parts.has_exits;
  kernel->needs_whole_warps = qn_spmd_needs_whole_warps(&w->shapes);
  kernel->packets =
      qn_arena_alloc(&unit->arena, w->parts.count, sizeof(*kernel->packets));
  if (!kernel->packets)
    return qn_fail_memory(diag, "the packets of a kernel");
  kernel->count = w->parts.count;
  // Where there is little to do for what is written.
  w->may_stream = w->may_stream && w->parts.count == 1 &&
                  w->graph.loop_count == 0 && kernel->rows == 1;
  for (unsigned i = 0; i < kernel->count; ++i)
    QN_TRY(emit_part(w, i, &kernel->packets[i], emit_both, diag));
  return add_narrow(w, item, kernel, diag);
}

static qn_status make_kernel(qn_unit *unit, LLVMValueRef item, const work *with,
                             qn_spmd_kernel *kernel, qn_diag *diag) {
  work w = *with;
  w.machine = machine_of(unit->target->row);
  w.may_stream = unit->target->row->on_cpu.may_stream;
  if (count_instructions(item) > KERNEL_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "its size, more than %d instructions", KERNEL_MAX);
  const qn_status status = make(&w, unit, item, kernel, diag);
  if (qn_failed(status))
    delete_packets(kernel);
  kernel->is_worse = w.is_worse;
  finish_work(&w);
  return status;
}

// Whether work-items of different rows are told apart.
static bool reads_rows(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spmd_context_field(i) == QN_ITEM_THREAD_Y)
        return true;
  return false;
}

// Twice the usual width halves what packets cost around their vectors. Blocks
// with rows may be narrower than that, and lanes that part waste more of it.
static bool may_be_wide(const qn_spmd_choice *choice, LLVMValueRef item) {
  enum { WIDE_MAX = 400 };
  return !choice->width_given && choice->width <= 16 && !reads_rows(item) &&
         count_instructions(item) <= WIDE_MAX;
}

qn_status qn_spmd_make(qn_unit *unit, LLVMValueRef item,
                       const qn_spmd_choice *choice, qn_spmd_kernel *out_kernel,
                       qn_diag *diag) {
  qn_spmd_kernel kernel = {
      .width = choice->width, .rows = 1, .is_warp = works_as_warp(item)};
  if (kernel.is_warp)
    kernel.width = QN_CPU_WARP_SIZE;
  else if (may_be_wide(choice, item))
    kernel.width = 2 * choice->width;
  work with = {.only_calm = kernel.width > choice->width && !kernel.is_warp,
               .only_useful =
                   !choice->forced && !choice->width_given && !kernel.is_warp};
  qn_status status = make_kernel(unit, item, &with, &kernel, diag);
  if (status.code == QN_E_UNSUPPORTED && with.only_calm) {
    kernel = (qn_spmd_kernel){.width = choice->width, .rows = 1};
    with.only_calm = false;
    if (diag)
      *diag = (qn_diag){0};
    status = make_kernel(unit, item, &with, &kernel, diag);
  }
  *out_kernel = kernel;
  return status;
}

qn_status qn_spmd_make_width(qn_unit *unit, LLVMValueRef item, bool only_calm,
                             qn_spmd_kernel *kernel, qn_diag *diag) {
  *kernel = (qn_spmd_kernel){.width = kernel->width, .rows = 1};
  return make_kernel(unit, item, &(work){.only_calm = only_calm}, kernel, diag);
}

unsigned qn_spmd_more_widths(const qn_spmd_choice *choice, LLVMValueRef item,
                             const qn_spmd_kernel *made, bool has_rows,
                             unsigned widths[QN_SPMD_WIDTHS_MAX]) {
  // Each width is compiled for as long as the first.
  enum { NARROW = 8, SMALL_MAX = 150 };
  unsigned count = 0;
  if (made->is_warp)
    return 0;
  for (unsigned i = 0; i < choice->more_count; ++i)
    widths[count++] = choice->more[i];
  if (choice->width_given || !reads_rows(item) ||
      count_instructions(item) > SMALL_MAX)
    return count;
  if (made->width > NARROW)
    widths[count++] = NARROW;
  // Blocks that are wide are taken by packets of several rows, too.
  if (!has_rows && made->width <= 16)
    widths[count++] = 2 * made->width;
  return count;
}

qn_status qn_spmd_make_rows(qn_unit *unit, LLVMValueRef item,
                            const qn_spmd_choice *choice,
                            qn_spmd_kernel *out_kernel, qn_diag *diag) {
  enum { COLUMNS = 16, ROWS = 4, USEFUL_MAX = 400 };
  // Lanes that part are done by the packets of one row.
  if (choice->width < COLUMNS || !reads_rows(item) || works_as_warp(item) ||
      (choice->rows == QN_SPMD_ROWS_USEFUL &&
       count_instructions(item) > USEFUL_MAX))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE, "no use of rows");
  qn_spmd_kernel kernel = {.width = COLUMNS * ROWS, .rows = ROWS};
  QN_TRY(make_kernel(unit, item, &(work){.rows = choice->rows}, &kernel, diag));
  if (kernel.has_exits) {
    delete_packets(&kernel);
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE, "early returns");
  }
  *out_kernel = kernel;
  return qn_ok();
}
