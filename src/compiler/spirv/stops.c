// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/stops.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/meeting.h"
#include "compiler/spirv/spaces.h"
#include "compiler/spmd/analysis/graph.h"

#define SELF "__qn_spirv_self"
#define MEET "__qn_spirv_meet"
#define BEGIN "__qn_spirv_meet_begin"

// As in device/target/spirv_warps.h.
enum { STOP_BARRIER, STOP_SYNC, STOP_STEP, STOP_ACTIVE, STOP_BALLOT };
enum { WAITS, GOES_ON, ENDS };

bool qn_spirv_emulates_warps(const qn_unit *unit) {
  return qn_str_equal(qn_str_from(unit->target->row->name),
                      QN_STR("spirv64v1.0"));
}

static bool calls(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = qn_ir_callee(i);
  return callee && qn_str_equal(qn_ir_name(callee), qn_str_from(name));
}

bool qn_spirv_is_stop(LLVMValueRef i) { return calls(i, QN_SPIRV_STOP); }

bool qn_spirv_is_for_stops(qn_str symbol) {
  return qn_str_equal(symbol, QN_STR(QN_SPIRV_STOP)) ||
         qn_str_equal(symbol, QN_STR(SELF));
}

bool qn_spirv_is_meeting(LLVMValueRef function) {
  return qn_str_starts(qn_ir_name(function), QN_STR(MEET));
}

// ---- Building

enum { PARAMETERS_MAX = 4 };

static LLVMValueRef build_call(LLVMBuilderRef b, LLVMValueRef function,
                               LLVMValueRef *arguments, unsigned count) {
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(function),
                                     function, arguments, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
  return call;
}

// A function of numbers of 32 bits that has no body.
static LLVMValueRef declare(const qn_unit *unit, const char *name,
                            unsigned count, bool returns) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMTypeRef types[PARAMETERS_MAX] = {i32, i32, i32, i32};
  LLVMValueRef found = LLVMGetNamedFunction(unit->module, name);
  if (found)
    return found;
  LLVMValueRef made = LLVMAddFunction(
      unit->module, name,
      LLVMFunctionType(returns ? i32 : LLVMVoidTypeInContext(unit->context),
                       types, count, false));
  qn_ir_add_flag(made, "convergent");
  qn_ir_add_flag(made, "nounwind");
  return made;
}

void qn_spirv_build_step(qn_unit *unit, LLVMBuilderRef b) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMValueRef zero = LLVMConstInt(i32, 0, false);
  LLVMValueRef arguments[] = {LLVMConstInt(i32, STOP_STEP, false), zero, zero,
                              zero};
  (void)build_call(b, declare(unit, QN_SPIRV_STOP, 4, true), arguments, 4);
}

void qn_spirv_build_self(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef linear,
                         LLVMValueRef threads) {
  LLVMValueRef arguments[] = {linear, threads};
  (void)build_call(b, declare(unit, SELF, 2, false), arguments, 2);
}

// ---- Steps

enum { READ = 1, WRITTEN = 2 };

static bool may_be_shared(LLVMValueRef address) {
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
    address = LLVMGetOperand(address, 0);
  return space == QN_AS_SHARED ||
         (space == QN_AS_SPIRV_GENERIC &&
          LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == space);
}

// What of shared memory an instruction does.
static unsigned access_of(LLVMValueRef i) {
  if (LLVMIsALoadInst(i))
    return may_be_shared(LLVMGetOperand(i, 0)) ? READ : 0;
  if (LLVMIsAStoreInst(i))
    return may_be_shared(LLVMGetOperand(i, 1)) ? WRITTEN : 0;
  return 0;
}

// What a block does since the last stop, behind `done`; with `b` steps are put
// where they are needed.
static unsigned pass_block(qn_unit *unit, LLVMBasicBlockRef block,
                           unsigned done, LLVMBuilderRef b) {
  QN_EACH_INSTRUCTION (i, block) {
    const unsigned access = access_of(i);
    const unsigned hidden = access == READ ? WRITTEN : READ | WRITTEN;
    if (qn_spirv_is_stop(i) || qn_spirv_is_barrier(i))
      done = 0;
    if (access && (done & hidden)) {
      if (b) {
        LLVMPositionBuilderBefore(b, i);
        qn_spirv_build_step(unit, b);
      }
      done = 0;
    }
    done |= access;
  }
  return done;
}

static qn_status join(qn_map *before, LLVMBasicBlockRef block, unsigned done,
                      bool *out_changed, qn_diag *diag) {
  const uint64_t *known = qn_map_find(before, (uintptr_t)block);
  const uint64_t both = done | (known ? *known : 0);
  if (known && both == *known)
    return qn_ok();
  *out_changed = true;
  return qn_map_put(before, (uintptr_t)block, both, diag);
}

static unsigned done_before(const qn_map *before, LLVMBasicBlockRef block) {
  const uint64_t *known = qn_map_find(before, (uintptr_t)block);
  return known ? (unsigned)*known : 0;
}

static qn_status find_before(qn_unit *unit, LLVMValueRef kernel, qn_map *before,
                             qn_diag *diag) {
  for (bool changed = true; changed;) {
    changed = false;
    QN_EACH_BLOCK (block, kernel) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      const unsigned done =
          pass_block(unit, block, done_before(before, block), NULL);
      for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k)
        QN_TRY(join(before, LLVMGetSuccessor(end, k), done, &changed, diag));
    }
  }
  return qn_ok();
}

qn_status qn_spirv_add_steps(qn_unit *unit, LLVMValueRef kernel,
                             qn_diag *diag) {
  qn_map before = {0};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  const qn_status status = find_before(unit, kernel, &before, diag);
  if (!qn_failed(status))
    QN_EACH_BLOCK (block, kernel)
      (void)pass_block(unit, block, done_before(&before, block), b);
  LLVMDisposeBuilder(b);
  qn_map_finish(&before);
  return status;
}

// ---- Order

// A stop of which only where lanes are says which belong together.
static bool is_by_path(LLVMValueRef i) {
  if (!qn_spirv_is_stop(i))
    return false;
  LLVMValueRef mask = LLVMGetOperand(i, 1);
  return LLVMIsAConstantInt(mask) && !LLVMConstIntGetZExtValue(mask) &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) != STOP_BALLOT;
}

static bool has(LLVMBasicBlockRef block, bool (*what)(LLVMValueRef)) {
  QN_EACH_INSTRUCTION (i, block)
    if (what(i))
      return true;
  return false;
}

// Lanes end a round of a loop together where such stops are in it.
static void step_at_latches(qn_unit *unit, const qn_spmd_graph *graph,
                            LLVMBuilderRef b) {
  for (unsigned k = 0; k < graph->loop_count; ++k) {
    const qn_spmd_loop *loop = &graph->loops[k];
    bool found = false;
    for (unsigned i = 0; i < graph->count && !found; ++i)
      found = qn_spmd_bit(loop->members, i) &&
              has(graph->nodes[i].block, is_by_path);
    if (!found)
      continue;
    LLVMPositionBuilderBefore(
        b, LLVMGetBasicBlockTerminator(graph->nodes[loop->latch].block));
    qn_spirv_build_step(unit, b);
  }
}

// The node itself, or the header of the outermost loop around it that lies in
// `loop`.
static unsigned outermost(const qn_spmd_graph *graph, unsigned node,
                          unsigned loop) {
  for (unsigned k = graph->nodes[node].loop; k != loop;
       k = graph->loops[k].parent)
    node = graph->loops[k].header;
  return node;
}

// Whether a lane at `a` is behind one at `b`: as the graph has them, but what
// follows a loop is behind all of it.
static bool comes_before(const qn_spmd_graph *graph, unsigned a, unsigned b) {
  unsigned loop = graph->nodes[a].loop;
  while (loop != QN_SPMD_NONE && !qn_spmd_in_loop(graph, loop, b))
    loop = graph->loops[loop].parent;
  return outermost(graph, a, loop) < outermost(graph, b, loop);
}

// ---- The loop

typedef struct stops {
  qn_unit *unit;
  LLVMBuilderRef b;
  LLVMTypeRef i32;
  LLVMValueRef kernel;
  LLVMValueRef self, threads;
  LLVMValueRef begin; // has a barrier of its own, before the loop
  LLVMValueRef arguments[PARAMETERS_MAX]; // of a stop; the first is its kind
  LLVMValueRef result;
  qn_spmd_graph graph;
  qn_arena arena;
  uint64_t *barriers; // nodes that end at one
} stops;

static qn_status find_graph(stops *s, qn_diag *diag) {
  const qn_spmd_graph_params params = {.start =
                                           LLVMGetEntryBasicBlock(s->kernel),
                                       .arena = &s->arena,
                                       .may_be_large = true};
  QN_TRY(qn_spmd_graph_init(&s->graph, &params, diag));
  if (s->graph.reason || !s->graph.reducible)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "warp operations cannot be emulated in '%.*s', because of "
                   "%s",
                   QN_STR_ARG(qn_ir_name(s->kernel)),
                   s->graph.reason ? s->graph.reason
                                   : "a loop with several ways in");
  return qn_ok();
}

static void drop_graph(stops *s) {
  qn_spmd_graph_finish(&s->graph);
  qn_arena_finish(&s->arena);
  s->graph = (qn_spmd_graph){0};
  s->arena = (qn_arena){0};
}

// Who a thread is, and what it brings to the meeting.
static void begin(stops *s) {
  LLVMValueRef mark = NULL;
  QN_EACH_BLOCK (block, s->kernel)
    QN_EACH_INSTRUCTION (i, block)
      mark = calls(i, SELF) ? i : mark;
  s->self = LLVMGetOperand(mark, 0);
  s->threads = LLVMGetOperand(mark, 1);
  LLVMPositionBuilderBefore(s->b, mark);
  s->begin = build_call(s->b, LLVMGetNamedFunction(s->unit->module, BEGIN),
                        &s->self, 1);
  LLVMInstructionEraseFromParent(mark);
  LLVMPositionBuilderBefore(
      s->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->kernel)));
  for (unsigned k = 0; k < PARAMETERS_MAX; ++k)
    s->arguments[k] = LLVMBuildAlloca(s->b, s->i32, "");
  s->result = LLVMBuildAlloca(s->b, s->i32, "");
}

// Every stop as a barrier, of which memory says what it is.
static void lower_stop(const stops *s, LLVMValueRef i) {
  LLVMPositionBuilderBefore(s->b, i);
  for (unsigned k = 0; k < PARAMETERS_MAX; ++k)
    LLVMBuildStore(s->b, LLVMGetOperand(i, k), s->arguments[k]);
  (void)qn_spirv_build_barrier(s->unit, s->b);
  LLVMReplaceAllUsesWith(i, LLVMBuildLoad2(s->b, s->i32, s->result, ""));
  LLVMInstructionEraseFromParent(i);
}

static void lower_all(const stops *s) {
  QN_EACH_BLOCK (block, s->kernel) {
    for (LLVMValueRef i; (i = qn_spirv_first_barrier(block));) {
      // Marked as seen by its kind, and made again behind all.
      LLVMPositionBuilderBefore(s->b, i);
      LLVMValueRef zero = LLVMConstInt(s->i32, STOP_BARRIER, false);
      LLVMValueRef values[] = {zero, zero, zero, zero};
      (void)build_call(s->b, declare(s->unit, QN_SPIRV_STOP, 4, true), values,
                       4);
      LLVMInstructionEraseFromParent(i);
    }
  }
  QN_EACH_BLOCK (block, s->kernel)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (qn_spirv_is_stop(i))
        lower_stop(s, i);
    }
}

static LLVMValueRef half_of(const qn_spirv_meeting *m, LLVMValueRef word,
                            unsigned shift) {
  LLVMTypeRef i64 = LLVMTypeOf(word);
  if (shift)
    word = LLVMBuildLShr(m->b, word, LLVMConstInt(i64, shift, false), "");
  return LLVMBuildTrunc(m->b, word, m->i32, "");
}

static void build_meeting(qn_spirv_meeting *m) {
  const stops *s = m->user;
  LLVMValueRef place = LLVMBuildLoad2(m->b, m->i32, m->place, "");
  LLVMValueRef arguments[3 + PARAMETERS_MAX] = {s->self, s->threads, place};
  for (unsigned k = 0; k < PARAMETERS_MAX; ++k)
    arguments[3 + k] = LLVMBuildLoad2(m->b, m->i32, s->arguments[k], "");
  LLVMValueRef word =
      build_call(m->b, LLVMGetNamedFunction(s->unit->module, MEET), arguments,
                 3 + PARAMETERS_MAX);
  LLVMBuildStore(m->b, half_of(m, word, 32), s->result);
  LLVMValueRef answer = half_of(m, word, 0);
  LLVMValueRef goes_on = LLVMBuildICmp(
      m->b, LLVMIntEQ, answer, LLVMConstInt(m->i32, GOES_ON, false), "");
  LLVMValueRef ends = LLVMBuildICmp(m->b, LLVMIntEQ, answer,
                                    LLVMConstInt(m->i32, ENDS, false), "");
  m->next =
      LLVMBuildSelect(m->b, goes_on, place, LLVMConstInt(m->i32, 0, false), "");
  LLVMBuildCondBr(m->b, ends, m->end, m->go);
}

// The place behind a block that ends at a barrier: lanes at lower ones are
// behind those at higher ones.
static unsigned place_of(void *user, LLVMBasicBlockRef block) {
  const stops *s = user;
  const unsigned self = qn_spmd_node_of(&s->graph, block);
  unsigned place = 1;
  for (unsigned i = 0; i < s->graph.count; ++i)
    place += i != self && qn_spmd_bit(s->barriers, i) &&
             comes_before(&s->graph, i, self);
  return place;
}

static qn_status find_order(stops *s, qn_diag *diag) {
  QN_TRY(find_graph(s, diag));
  s->barriers = qn_spmd_bits(&s->arena, s->graph.count);
  if (!s->barriers)
    return qn_fail_memory(diag, "a kernel's warp operations");
  for (unsigned i = 0; i < s->graph.count; ++i)
    if (qn_spirv_first_barrier(s->graph.nodes[i].block))
      qn_spmd_set_bit(s->barriers, i);
  return qn_ok();
}

static qn_status lower_kernel(stops *s, qn_diag *diag) {
  static const char simple[] =
      "lower-switch,break-crit-edges,fix-irreducible,loop-simplify";
  qn_spirv_meeting m = {.unit = s->unit,
                        .b = s->b,
                        .kernel = s->kernel,
                        .i32 = s->i32,
                        .user = s,
                        .build = build_meeting,
                        .number = place_of};
  QN_TRY(qn_ir_run_function_passes(s->kernel, simple, s->unit->machine, diag));
  QN_TRY(find_graph(s, diag));
  step_at_latches(s->unit, &s->graph, s->b);
  drop_graph(s);
  begin(s);
  lower_all(s);
  qn_spirv_split_barriers(&m);
  QN_TRY(qn_spirv_free_order(&m, diag));
  QN_TRY(find_order(s, diag));
  m.rest = LLVMGetNextInstruction(s->begin);
  return qn_spirv_lead_through(&m, diag);
}

static qn_status lower_if_stops(qn_unit *unit, LLVMValueRef kernel,
                                bool *out_found, qn_diag *diag) {
  bool found = false;
  QN_EACH_BLOCK (block, kernel)
    found = found || has(block, qn_spirv_is_stop);
  if (!found)
    return qn_ok();
  *out_found = true;
  stops s = {.unit = unit,
             .b = LLVMCreateBuilderInContext(unit->context),
             .i32 = LLVMInt32TypeInContext(unit->context),
             .kernel = kernel};
  const qn_status status = lower_kernel(&s, diag);
  drop_graph(&s);
  LLVMDisposeBuilder(s.b);
  return status;
}

qn_status qn_spirv_lower_stops(qn_unit *unit, qn_diag *diag) {
  bool found = false;
  if (!qn_spirv_emulates_warps(unit))
    return qn_ok();
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_kernel *kernel = &unit->record.kernels[i];
    QN_TRY(lower_if_stops(unit,
                          LLVMGetNamedFunctionWithLength(unit->module,
                                                         kernel->name.data,
                                                         kernel->name.size),
                          &found, diag));
  }
  QN_EACH_FUNCTION (function, unit->module)
    if (qn_spirv_is_meeting(function) && !LLVMIsDeclaration(function))
      LLVMSetLinkage(function, LLVMInternalLinkage);
  return qn_ir_run_passes(unit->module,
                          found ? "always-inline,globaldce,function(sroa,"
                                  "simplifycfg,lower-switch,break-crit-edges,"
                                  "fix-irreducible)"
                                : "globaldce",
                          unit->machine, false, diag);
}
