// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/divergence.h"

#include <string.h>

#include "compiler/spirv/spaces.h"

void qn_spirv_parted(const qn_spmd_graph *graph, unsigned branch,
                     uint64_t *set) {
  const qn_spmd_node *node = &graph->nodes[branch];
  for (unsigned k = 0; k < node->successor_count; ++k)
    if (node->successors[k] < graph->count)
      qn_spmd_reach(graph, node->successors[k], node->postdominator, set);
}

bool qn_spirv_is_barrier(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  if (!callee ||
      !qn_str_starts(qn_ir_name(callee), QN_STR("_Z22__spirv_ControlBarrier")))
    return false;
  LLVMValueRef scope = LLVMGetOperand(i, 0);
  return LLVMIsAConstantInt(scope) &&
         LLVMConstIntGetZExtValue(scope) == QN_SPIRV_SCOPE_BLOCK;
}

bool qn_spirv_has_switch(LLVMValueRef kernel) {
  QN_EACH_BLOCK (block, kernel)
    if (LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(block)))
      return true;
  return false;
}

// ---- Values

typedef struct finder {
  qn_spirv_divergence *result;
  uint64_t *parted; // of one branch
  uint64_t *passed; // on the way back from one load
  qn_diag *diag;
  bool changed;
  bool no_races; // of what kernels only read
} finder;

static bool differs(const qn_spirv_divergence *d, LLVMValueRef value) {
  return qn_map_find(&d->differ, (uintptr_t)value) != NULL;
}

static bool has_different_operand(const qn_spirv_divergence *d,
                                  LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (differs(d, LLVMGetOperand(i, k)))
      return true;
  return false;
}

// Whether memory holds the same as long as the kernel runs: structs that are
// passed by value, and constants.
static bool is_settled(LLVMValueRef address) {
  LLVMValueRef base = qn_spirv_base_of(address);
  return LLVMIsAGlobalVariable(base) ? LLVMIsGlobalConstant(base)
                                     : qn_spirv_is_read_struct(base);
}

// Of calls, only those are the same for all that depend on nothing but their
// arguments, or tell the launch.
static bool call_differs(LLVMValueRef call) {
  static const char *const same[] = {
      "llvm.spv.group.id", "llvm.spv.global.offset", "llvm.spv.num.workgroups",
      "llvm.spv.workgroup.size"};
  LLVMValueRef callee = qn_ir_callee(call);
  if (!callee || !qn_ir_is_intrinsic(callee))
    return true;
  const qn_str name = qn_ir_name(callee);
  for (size_t k = 0; k < sizeof(same) / sizeof(same[0]); ++k)
    if (qn_str_starts(name, qn_str_from(same[k])))
      return false;
  return qn_str_starts(name, QN_STR("llvm.spv.")) ||
         !qn_ir_is_memory_free(callee);
}

bool qn_spirv_may_write(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  return LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
         LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
         (LLVMIsACallInst(i) && !(callee && qn_ir_is_memory_free(callee)));
}

// What a thread last met in a block before `i`, NULL: its end.
typedef enum met { NOTHING, A_BARRIER, A_WRITE } met;

static bool is_plain(LLVMValueRef load) {
  return !LLVMGetVolatile(load) &&
         LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic;
}

// Whether an instruction may write to global memory, or be how a thread learns
// what others do: votes and shuffles order no memory.
static bool may_order(LLVMValueRef i) {
  LLVMValueRef callee = qn_ir_callee(i);
  if (LLVMIsALoadInst(i))
    return !is_plain(i);
  if (LLVMIsAStoreInst(i)) {
    LLVMValueRef base = qn_spirv_base_of(LLVMGetOperand(i, 1));
    return !LLVMIsAAllocaInst(base) &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(base)) != QN_AS_SHARED;
  }
  return qn_spirv_may_write(i) &&
         !(callee &&
           (qn_str_starts(qn_ir_name(callee), QN_STR("llvm.spv.wave")) ||
            qn_str_starts(qn_ir_name(callee), QN_STR("llvm.spv.subgroup"))));
}

static met look_back(LLVMValueRef i, bool global) {
  for (; i; i = LLVMGetPreviousInstruction(i))
    if (qn_spirv_is_barrier(i))
      return A_BARRIER;
    else if (global ? may_order(i) : qn_spirv_may_write(i))
      return A_WRITE;
  return NOTHING;
}

// Whether on all ways to a node's start a barrier was met last, or for global
// memory the kernel's start.
static bool all_from_barrier(const finder *f, unsigned node, bool global) {
  const qn_spmd_node *n = &f->result->graph->nodes[node];
  for (unsigned k = 0; k < n->predecessor_count; ++k) {
    const unsigned from = n->predecessors[k];
    if (qn_spmd_bit(f->passed, from))
      continue;
    qn_spmd_set_bit(f->passed, from);
    const met last = look_back(
        LLVMGetLastInstruction(f->result->graph->nodes[from].block), global);
    if (last == A_WRITE ||
        (last == NOTHING && !all_from_barrier(f, from, global)))
      return false;
  }
  return node != 0 || global;
}

// Shared memory behind a barrier, and nothing was written since: who wrote
// there meanwhile would race with all that read. The same of global memory
// that the kernel only reads, from its start on: as long as a thread has
// neither written nor looked at what others do, no order is between it and
// them.
static bool is_behind_barrier(const finder *f, LLVMValueRef load) {
  const qn_spmd_graph *graph = f->result->graph;
  LLVMValueRef address = LLVMGetOperand(load, 0);
  const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
  const bool global = space == QN_AS_GLOBAL && f->no_races &&
                      qn_spirv_is_only_read(qn_spirv_base_of(address));
  if (space != QN_AS_SHARED && !global)
    return false;
  const met last = look_back(LLVMGetPreviousInstruction(load), global);
  if (last != NOTHING)
    return last == A_BARRIER;
  const unsigned node = qn_spmd_node_of(graph, LLVMGetInstructionParent(load));
  memset(f->passed, 0, (graph->count + 63) / 64 * sizeof(*f->passed));
  return node != QN_SPMD_NONE && all_from_barrier(f, node, global);
}

static bool load_differs(const finder *f, LLVMValueRef load) {
  return !is_plain(load) ||
         !(is_settled(LLVMGetOperand(load, 0)) || is_behind_barrier(f, load));
}

// Whether an instruction's value may differ although its operands do not.
static bool is_source(const finder *f, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall:
    return call_differs(i);
  case LLVMLoad:
    return load_differs(f, i);
  case LLVMAlloca:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMVAArg:
    return true;
  default:
    return false;
  }
}

// ---- Control flow

static qn_status mark(finder *f, LLVMValueRef value) {
  if (differs(f->result, value))
    return qn_ok();
  f->changed = true;
  return qn_map_put(&f->result->differ, (uintptr_t)value, 1, f->diag);
}

static bool takes_several(LLVMValueRef phi) {
  for (unsigned k = 1; k < LLVMCountIncoming(phi); ++k)
    if (LLVMGetIncomingValue(phi, k) != LLVMGetIncomingValue(phi, 0))
      return true;
  return false;
}

static qn_status mark_phis(finder *f, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    if (takes_several(i))
      QN_TRY(mark(f, i));
  return qn_ok();
}

static bool is_used_outside(const finder *f, LLVMValueRef i) {
  const qn_spmd_graph *graph = f->result->graph;
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    const unsigned node =
        qn_spmd_node_of(graph, LLVMGetInstructionParent(LLVMGetUser(use)));
    if (node != QN_SPMD_NONE && !qn_spmd_bit(f->parted, node))
      return true;
  }
  return false;
}

// Threads leave a loop in different rounds, and bring different values along.
static qn_status mark_leaving(finder *f, LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (is_used_outside(f, i))
      QN_TRY(mark(f, i));
  return qn_ok();
}

static qn_status part(finder *f, unsigned branch) {
  const qn_spmd_graph *graph = f->result->graph;
  const unsigned join = graph->nodes[branch].postdominator;
  memset(f->parted, 0, (graph->count + 63) / 64 * sizeof(*f->parted));
  qn_spirv_parted(graph, branch, f->parted);
  const bool loops = qn_spmd_bit(f->parted, branch);
  for (unsigned node = 0; node < graph->count; ++node) {
    const bool within = qn_spmd_bit(f->parted, node);
    if (within || node == join)
      QN_TRY(mark_phis(f, graph->nodes[node].block));
    if (within && loops)
      QN_TRY(mark_leaving(f, graph->nodes[node].block));
  }
  return qn_ok();
}

static qn_status look_at_node(finder *f, unsigned node) {
  qn_spirv_divergence *d = f->result;
  LLVMBasicBlockRef block = d->graph->nodes[node].block;
  QN_EACH_INSTRUCTION (i, block)
    if (!differs(d, i) && (is_source(f, i) || has_different_operand(d, i)))
      QN_TRY(mark(f, i));
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (d->graph->nodes[node].successor_count < 2 || !differs(d, end) ||
      qn_spmd_bit(d->branches, node))
    return qn_ok();
  qn_spmd_set_bit(d->branches, node);
  return part(f, node);
}

qn_status qn_spirv_divergence_find(const qn_spmd_graph *graph, bool no_races,
                                   qn_arena *arena,
                                   qn_spirv_divergence *divergence,
                                   qn_diag *diag) {
  *divergence = (qn_spirv_divergence){
      .graph = graph, .branches = qn_spmd_bits(arena, graph->count)};
  finder f = {.result = divergence,
              .parted = qn_spmd_bits(arena, graph->count),
              .passed = qn_spmd_bits(arena, graph->count),
              .diag = diag,
              .changed = true,
              .no_races = no_races};
  if (!divergence->branches || !f.parted || !f.passed)
    return qn_fail_memory(diag, "a kernel's divergent branches");
  while (f.changed) {
    f.changed = false;
    for (unsigned node = 0; node < graph->count; ++node)
      QN_TRY(look_at_node(&f, node));
  }
  return qn_ok();
}

void qn_spirv_divergence_finish(qn_spirv_divergence *divergence) {
  qn_map_finish(&divergence->differ);
}

// ---- All kernels

LLVMValueRef qn_spirv_kernel(const qn_unit *unit, size_t number) {
  const qn_str name = unit->record.kernels[number].name;
  return LLVMGetNamedFunctionWithLength(unit->module, name.data, name.size);
}

static qn_status use_kernel(qn_unit *unit, LLVMValueRef kernel,
                            qn_spirv_use *use, qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph;
  qn_spirv_divergence d = {0};
  const qn_spmd_graph_params params = {.start = LLVMGetEntryBasicBlock(kernel),
                                       .arena = &arena,
                                       .may_be_large = true};
  qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  if (!qn_failed(status) && !graph.reason && graph.ends) {
    status = qn_spirv_divergence_find(&graph, false, &arena, &d, diag);
    if (!qn_failed(status))
      status = use(unit, &d, &arena, diag);
    qn_spirv_divergence_finish(&d);
  }
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_spirv_each_divergence(qn_unit *unit, qn_spirv_use *use,
                                   qn_diag *diag) {
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    QN_TRY(use_kernel(unit, qn_spirv_kernel(unit, i), use, diag));
  return qn_ok();
}
