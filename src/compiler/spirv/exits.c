// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/exits.h"

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/meeting.h"
#include "compiler/spirv/stops.h"

enum { CC_SPIR_FUNCTION = 75 };

static bool has_barrier(LLVMValueRef kernel) {
  QN_EACH_BLOCK (block, kernel)
    if (qn_spirv_first_barrier(block))
      return true;
  return false;
}

static bool is_yield(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  return callee && qn_str_equal(qn_ir_name(callee), QN_STR(QN_SPIRV_YIELD));
}

static bool has_yield(LLVMValueRef kernel) {
  QN_EACH_BLOCK (block, kernel)
    QN_EACH_INSTRUCTION (i, block)
      if (is_yield(i))
        return true;
  return false;
}

static bool has_stop(LLVMValueRef kernel) {
  QN_EACH_BLOCK (block, kernel)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spirv_is_stop(i))
        return true;
  return false;
}

// ---- Threads that wait for other blocks

// The names that a mangled one lies in, and its own: "<size><name>" of each.
static bool next_name(qn_str *rest, qn_str *out_name) {
  size_t size = 0;
  while (rest->size && rest->data[0] >= '0' && rest->data[0] <= '9' &&
         size < rest->size) {
    size = size * 10 + (size_t)(rest->data[0] - '0');
    *rest = qn_str_skip(*rest, 1);
  }
  if (!size || size > rest->size)
    return false;
  *out_name = (qn_str){rest->data, size};
  *rest = qn_str_skip(*rest, size);
  return true;
}

// Where CUB and rocPRIM sleep until what the blocks before have found is there.
// Of their own block nobody is waited for: on few blocks CUB does not sleep.
static bool waits_for_blocks(LLVMValueRef function) {
  qn_str rest = qn_ir_name(function);
  qn_str name = {0};
  bool cub = false;
  bool rocprim = false;
  if (!qn_str_starts(rest, QN_STR("_ZN")))
    return false;
  rest = qn_str_skip(rest, strlen("_ZN"));
  if (qn_str_starts(rest, QN_STR("K")))
    rest = qn_str_skip(rest, 1);
  while (next_name(&rest, &name)) {
    cub = cub || qn_str_equal(name, QN_STR("cub"));
    rocprim = rocprim || qn_str_equal(name, QN_STR("rocprim"));
  }
  return (cub && qn_str_ends(name, QN_STR("delay"))) ||
         (rocprim && qn_str_equal(name, QN_STR("lookback_scan_state")));
}

static bool is_sleep(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  return callee && (qn_str_search(qn_ir_name(callee), QN_STR("nanosleep")) ||
                    qn_str_search(qn_ir_name(callee), QN_STR("_s_sleep")));
}

// What is polled is read again behind a sleep, also where it is not volatile.
static void make_fence(LLVMBuilderRef b, LLVMValueRef sleep) {
  static const char scope[] = "workgroup";
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(sleep));
  LLVMPositionBuilderBefore(b, sleep);
  LLVMBuildFenceSyncScope(b, LLVMAtomicOrderingSequentiallyConsistent,
                          LLVMGetSyncScopeID(c, scope, strlen(scope)), "");
  LLVMInstructionEraseFromParent(sleep);
}

void qn_spirv_settle_sleeps(const qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module) {
    if (!waits_for_blocks(function))
      continue;
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_sleep(i))
          make_fence(b, i);
      }
  }
  LLVMDisposeBuilder(b);
}

// ---- Whether it may be

typedef struct search {
  const qn_spmd_graph *graph;
  uint64_t *leads_out; // nodes from whose start a thread may return, and pass
                       // no barrier before
} search;

static void find_ways_out(const search *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = s->graph->count; i-- > 0;) {
      const qn_spmd_node *node = &s->graph->nodes[i];
      bool out = false;
      for (unsigned k = 0; k < node->successor_count; ++k)
        out = out || node->successors[k] == s->graph->count ||
              qn_spmd_bit(s->leads_out, node->successors[k]);
      if (!out || qn_spmd_bit(s->leads_out, i) ||
          qn_spirv_first_barrier(node->block))
        continue;
      qn_spmd_set_bit(s->leads_out, i);
      changed = true;
    }
  }
}

// Whether of the threads that part at a branch some return, and some come to a
// barrier before they meet again.
static bool parts_for_good(const search *s, unsigned branch, uint64_t *parted) {
  const qn_spmd_node *node = &s->graph->nodes[branch];
  bool out = false;
  for (unsigned k = 0; k < node->successor_count; ++k)
    out = out || node->successors[k] == s->graph->count ||
          qn_spmd_bit(s->leads_out, node->successors[k]);
  if (!out)
    return false;
  memset(parted, 0, (s->graph->count + 63) / 64 * sizeof(*parted));
  qn_spirv_parted(s->graph, branch, parted);
  for (unsigned i = 0; i < s->graph->count; ++i)
    if (qn_spmd_bit(parted, i) &&
        qn_spirv_first_barrier(s->graph->nodes[i].block))
      return true;
  return false;
}

static qn_status look_for_parting(const qn_spmd_graph *graph, qn_arena *arena,
                                  bool *out_found, qn_diag *diag) {
  search s = {.graph = graph, .leads_out = qn_spmd_bits(arena, graph->count)};
  uint64_t *parted = qn_spmd_bits(arena, graph->count);
  qn_spirv_divergence d;
  qn_status status = qn_spirv_divergence_find(graph, true, arena, &d, diag);
  if (!qn_failed(status) && (!s.leads_out || !parted))
    status = qn_fail_memory(diag, "a kernel's ways out");
  if (!qn_failed(status)) {
    find_ways_out(&s);
    for (unsigned i = 0; i < graph->count && !*out_found; ++i)
      *out_found = qn_spmd_bit(d.branches, i) && parts_for_good(&s, i, parted);
  }
  qn_spirv_divergence_finish(&d);
  return status;
}

// What is too large to be looked at, or has no end, may well.
static qn_status may_part(LLVMValueRef kernel, bool *out_found, qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph;
  const qn_spmd_graph_params params = {.start = LLVMGetEntryBasicBlock(kernel),
                                       .arena = &arena,
                                       .may_be_large = true};
  *out_found = false;
  qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  if (!qn_failed(status) && (graph.reason || !graph.ends))
    *out_found = true;
  else if (!qn_failed(status))
    status = look_for_parting(&graph, &arena, out_found, diag);
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

// ---- The loop

static LLVMValueRef build_any(const qn_spirv_meeting *r,
                              LLVMValueRef condition) {
  static const char name[] = "_Z16__spirv_GroupAnyib";
  LLVMModuleRef module = LLVMGetGlobalParent(r->kernel);
  LLVMTypeRef bit = LLVMInt1TypeInContext(r->unit->context);
  LLVMTypeRef types[] = {r->i32, bit};
  LLVMValueRef any = LLVMGetNamedFunction(module, name);
  if (!any) {
    any = LLVMAddFunction(module, name, LLVMFunctionType(bit, types, 2, false));
    LLVMSetFunctionCallConv(any, CC_SPIR_FUNCTION);
    qn_ir_add_flag(any, "convergent");
    qn_ir_add_flag(any, "nounwind");
  }
  LLVMValueRef arguments[] = {LLVMConstInt(r->i32, QN_SPIRV_SCOPE_BLOCK, false),
                              condition};
  LLVMValueRef call =
      LLVMBuildCall2(r->b, LLVMGlobalGetValueType(any), any, arguments, 2, "");
  LLVMSetInstructionCallConv(call, CC_SPIR_FUNCTION);
  return call;
}

// ---- Threads that wait

// Where threads wait for others, their places are odd, those behind barriers
// even.
typedef struct places {
  qn_map yields; // of barriers (LLVMValueRef) that were none
  unsigned count;
} places;

static unsigned number(void *user, LLVMBasicBlockRef block) {
  places *p = user;
  const bool yields =
      qn_map_find(&p->yields, (uintptr_t)qn_spirv_first_barrier(block)) != NULL;
  ++p->count;
  return p->yields.count ? 2 * p->count + yields : p->count;
}

static qn_status make_barriers(const qn_spirv_meeting *m, places *p,
                               qn_diag *diag) {
  QN_EACH_BLOCK (block, m->kernel)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (!is_yield(i))
        continue;
      LLVMPositionBuilderBefore(m->b, i);
      LLVMValueRef barrier = qn_spirv_build_barrier(m->unit, m->b);
      LLVMInstructionEraseFromParent(i);
      QN_TRY(qn_map_put(&p->yields, (uintptr_t)barrier, 1, diag));
    }
  return qn_ok();
}

// As long as some wait for others, who is at a barrier stays there: those may
// not have come to it yet.
static LLVMValueRef build_next(const qn_spirv_meeting *m, LLVMValueRef place) {
  LLVMValueRef zero = LLVMConstInt(m->i32, 0, false);
  LLVMValueRef waits =
      LLVMBuildTrunc(m->b, place, LLVMInt1TypeInContext(m->unit->context), "");
  LLVMValueRef stays = LLVMBuildAnd(m->b, build_any(m, waits),
                                    LLVMBuildNot(m->b, waits, ""), "");
  return LLVMBuildSelect(m->b, stays, zero, place, "");
}

// All barriers are of the same kind (target_spirv.h), so one stands for them.
static void build_meeting(qn_spirv_meeting *m) {
  LLVMInsertIntoBuilder(m->b, LLVMInstructionClone(m->barrier));
  LLVMValueRef place = LLVMBuildLoad2(m->b, m->i32, m->place, "");
  LLVMValueRef zero = LLVMConstInt(m->i32, 0, false);
  LLVMValueRef goes_on = LLVMBuildICmp(m->b, LLVMIntNE, place, zero, "");
  LLVMValueRef any = build_any(m, goes_on);
  const places *p = m->user;
  if (p->yields.count)
    m->next = build_next(m, place);
  LLVMBuildCondBr(m->b, any, m->go, m->end);
}

static qn_status rewrite(const qn_unit *unit, LLVMValueRef kernel,
                         qn_diag *diag) {
  places p = {0};
  qn_spirv_meeting m = {.unit = unit,
                        .b = LLVMCreateBuilderInContext(unit->context),
                        .kernel = kernel,
                        .i32 = LLVMInt32TypeInContext(unit->context),
                        .user = &p,
                        .build = build_meeting,
                        .number = number};
  qn_status status = make_barriers(&m, &p, diag);
  if (!qn_failed(status)) {
    qn_spirv_split_barriers(&m);
    status = qn_spirv_free_order(&m, diag);
  }
  if (!qn_failed(status))
    status = qn_spirv_lead_through(&m, diag);
  qn_map_finish(&p.yields);
  LLVMDisposeBuilder(m.b);
  return status;
}

// ---- Kernels

static qn_status lower_kernel(const qn_unit *unit, LLVMValueRef kernel,
                              qn_diag *diag) {
  bool found = false;
  const bool waits = has_yield(kernel);
  // The meeting of stops is one, too.
  if (has_stop(kernel) || (!waits && !has_barrier(kernel)))
    return qn_ok();
  if (qn_spirv_has_switch(kernel)) // which the graph has no edges for
    QN_TRY(
        qn_ir_run_function_passes(kernel, "lower-switch", unit->machine, diag));
  if (!waits)
    QN_TRY(may_part(kernel, &found, diag));
  return waits || found ? rewrite(unit, kernel, diag) : qn_ok();
}

qn_status qn_spirv_lower_exits(qn_unit *unit, qn_diag *diag) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i) {
    const qn_kernel *kernel = &unit->record.kernels[i];
    QN_TRY(lower_kernel(unit,
                        LLVMGetNamedFunctionWithLength(
                            unit->module, kernel->name.data, kernel->name.size),
                        diag));
  }
  return qn_ok();
}
