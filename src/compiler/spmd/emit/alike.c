// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/alike.h"

#include <llvm-c/Target.h>

#include "compiler/spmd/emit/emit.h"

// Whether a call of a check is about memory that may be the group's. That of
// all rounds of a loop is only good for memory of the heap.
static bool is_about_shared(LLVMValueRef i) {
  enum { ADDRESS = 1, TO = 2 };
  const qn_devlib_function function = qn_devlib_called_by(i);
  if (function == QN_DEVLIB_CHECK_OBJECT)
    return qn_devlib_is_access_of(i, QN_CHECK_SHARED);
  if (function == QN_DEVLIB_CHECK_MOVE)
    return !qn_spmd_is_by_argument(LLVMGetOperand(i, ADDRESS)) ||
           !qn_spmd_is_by_argument(LLVMGetOperand(i, TO));
  return (qn_devlib_is_access(function) ||
          function == QN_DEVLIB_CHECK_SHADOW) &&
         !qn_spmd_is_by_argument(LLVMGetOperand(i, ADDRESS));
}

// What has to come in the same order in all groups.
static bool is_of_order(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  return qn_devlib_is_barrier(function) || qn_devlib_is_warp_op(function) ||
         qn_spmd_is_barrier(i);
}

static bool are_operands_alike(const qn_spmd_shapes *blocks, LLVMValueRef i) {
  // From, to, and bytes of a move; else the address and its bytes.
  enum { FIRST = 1, LAST = 2, LAST_OF_MOVE = 3 };
  const unsigned last =
      qn_devlib_called_by(i) == QN_DEVLIB_CHECK_MOVE ? LAST_OF_MOVE : LAST;
  for (unsigned k = FIRST; k <= last; ++k)
    if (!qn_spmd_is_uniform(blocks, LLVMGetOperand(i, k)))
      return false;
  return true;
}

bool qn_spmd_has_group_checks(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (is_about_shared(i))
        return true;
  return false;
}

static bool are_alike(const qn_spmd_shapes *blocks) {
  const qn_spmd_graph *graph = blocks->graph;
  for (unsigned n = 0; n < graph->count; ++n)
    QN_EACH_INSTRUCTION (i, graph->nodes[n].block) {
      const bool about = is_about_shared(i);
      if ((about || is_of_order(i)) && qn_spmd_bit(blocks->divergent_nodes, n))
        return false;
      if (about && !are_operands_alike(blocks, i))
        return false;
    }
  return true;
}

qn_status qn_spmd_are_groups_alike(LLVMValueRef item,
                                   const qn_spmd_graph *graph, qn_arena *arena,
                                   bool *out_alike, qn_diag *diag) {
  qn_spmd_shapes blocks = {0};
  const qn_spmd_shape_params params = {
      .function = item,
      .graph = graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(item)),
      .width = 1,
      .of_group = true,
      .of_blocks = true,
      .arena = arena};
  *out_alike = false;
  if (!qn_spmd_has_group_checks(item))
    return qn_ok();
  qn_status status = qn_spmd_shapes_init(&blocks, &params, diag);
  *out_alike = !qn_failed(status) && are_alike(&blocks);
  qn_spmd_shapes_finish(&blocks);
  return status;
}
