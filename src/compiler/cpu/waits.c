// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/waits.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"
#include "compiler/spmd/analysis/check.h"

static bool looks_at_others(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spmd_looks_at_others(i))
        return true;
  return false;
}

static void yield_before(LLVMBuilderRef b, LLVMValueRef function,
                         LLVMValueRef before) {
  LLVMValueRef last = LLVMGetPreviousInstruction(before);
  if (last && qn_devlib_called_by(last) == QN_DEVLIB_YIELD)
    return; // another kernel calls the function, too
  LLVMValueRef context = qn_cpu_context_of(function);
  LLVMPositionBuilderBefore(b, before);
  LLVMValueRef made = qn_devlib_call(b, QN_DEVLIB_YIELD, &context, 1);
  LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(before));
}

// Before each branch back to a loop's header.
static void yield_in_loop(LLVMBuilderRef b, LLVMValueRef function,
                          const qn_spmd_graph *graph, unsigned loop) {
  const qn_spmd_node *header = &graph->nodes[graph->loops[loop].header];
  for (unsigned k = 0; k < header->predecessor_count; ++k)
    if (qn_spmd_in_loop(graph, loop, header->predecessors[k]))
      yield_before(b, function,
                   LLVMGetBasicBlockTerminator(
                       graph->nodes[header->predecessors[k]].block));
}

// The graph has no loops of functions with switches, say: there each look is
// followed by a turn of the others.
static void yield_at_looks(LLVMBuilderRef b, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (qn_spmd_looks_at_others(i))
        yield_before(b, function, next);
    }
}

// Whether the function has loops that wait; with `b`, they are changed.
static bool walk_function(LLVMValueRef function, LLVMBuilderRef b) {
  qn_spmd_graph graph;
  qn_arena arena = {0};
  bool found = false;
  const qn_spmd_graph_params params = {
      .start = LLVMGetEntryBasicBlock(function), .arena = &arena};
  if (qn_failed(qn_spmd_graph_init(&graph, &params, NULL)) || graph.reason) {
    found = looks_at_others(function);
    if (found && b)
      yield_at_looks(b, function);
  }
  for (unsigned loop = 0; loop < graph.loop_count; ++loop) {
    if (!qn_spmd_loop_waits(&graph, loop))
      continue;
    found = true;
    if (b)
      yield_in_loop(b, function, &graph, loop);
  }
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return found;
}

static bool walk_all(LLVMModuleRef module, LLVMValueRef item,
                     LLVMBuilderRef b) {
  qn_map reached = {0};
  bool found = !qn_ir_reach(module, item, &reached);
  for (size_t i = 0; i < reached.count; ++i) {
    LLVMValueRef function = (LLVMValueRef)(uintptr_t)reached.entries[i].key;
    if (!LLVMIsDeclaration(function) && qn_cpu_has_context(function) &&
        qn_spmd_reaches_others(module, function))
      found |= walk_function(function, b);
  }
  qn_map_finish(&reached);
  return found;
}

bool qn_cpu_waits(LLVMModuleRef module, LLVMValueRef item) {
  return walk_all(module, item, NULL);
}

void qn_cpu_add_yields(LLVMModuleRef module, LLVMValueRef item) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  (void)walk_all(module, item, b);
  LLVMDisposeBuilder(b);
}
