// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/rounds.h"

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/condition.h"

enum { PARTS_MAX = 4 };

// A branch that goes on while an index is below a limit: for each lane's index,
// on the left.
typedef struct test {
  LLVMValueRef index, limit;
  LLVMIntPredicate goes_on;
} test;

// Reads the branch at the end of `node`, at which lanes go on over its
// successor number `way`.
static bool read_test(const qn_spmd_shapes *shapes, const qn_spmd_graph *graph,
                      unsigned node, unsigned way, test *out) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(graph->nodes[node].block);
  LLVMValueRef condition = LLVMGetCondition(branch);
  if (!LLVMIsAICmpInst(condition))
    return false;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  LLVMValueRef a = LLVMGetOperand(condition, 0);
  LLVMValueRef b = LLVMGetOperand(condition, 1);
  const bool swaps = qn_spmd_is_uniform(shapes, a);
  predicate = swaps ? qn_spmd_swapped(predicate) : predicate;
  *out = (test){.index = swaps ? b : a,
                .limit = swaps ? a : b,
                .goes_on = way == 0 ? predicate : qn_spmd_negated(predicate)};
  return qn_spmd_is_uniform(shapes, out->limit) &&
         (out->goes_on == LLVMIntSLT || out->goes_on == LLVMIntSLE ||
          out->goes_on == LLVMIntULT || out->goes_on == LLVMIntULE);
}

// Whether a number is at least that of a packet's lanes: gridDim.x * blockDim.x
// in launches that packets take (qn_cpu_packets_fit), in which it is no less
// than a row, nor does it wrap.
static bool is_launch_width(LLVMValueRef value) {
  if (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
    value = LLVMGetOperand(value, 0);
  if (!LLVMIsABinaryOperator(value) ||
      LLVMGetInstructionOpcode(value) != LLVMMul)
    return false;
  const int64_t a = qn_spmd_context_field(LLVMGetOperand(value, 0));
  const int64_t b = qn_spmd_context_field(LLVMGetOperand(value, 1));
  return (a == QN_ITEM_BLOCK_DIM_X && b == QN_ITEM_GRID_DIM_X) ||
         (b == QN_ITEM_BLOCK_DIM_X && a == QN_ITEM_GRID_DIM_X);
}

// Whether one round's step is at least what lies between the first lane's index
// and the last lane's, `stride` apart each.
static bool is_wide(const qn_spmd_shapes *shapes, LLVMValueRef step,
                    int64_t stride) {
  enum { STRIDE_MAX = 1 << 24 };
  if (stride < 1 || stride > STRIDE_MAX)
    return false;
  if (LLVMIsAConstantInt(step))
    return LLVMConstIntGetSExtValue(step) >=
           stride * (int64_t)(shapes->width - 1);
  return stride == 1 && is_launch_width(step);
}

// The index before the first round, of a loop whose branch back is `t`: it is
// that of the round before and the same step; NULL: it is not.
static LLVMValueRef first_index(const qn_spmd_shapes *shapes,
                                const qn_spmd_graph *graph, unsigned loop,
                                const test *t) {
  const bool is_signed = t->goes_on >= LLVMIntSGT;
  LLVMBasicBlockRef header = graph->nodes[graph->loops[loop].header].block;
  LLVMBasicBlockRef latch = graph->nodes[graph->loops[loop].latch].block;
  if (!LLVMIsABinaryOperator(t->index) ||
      LLVMGetInstructionOpcode(t->index) != LLVMAdd ||
      !(is_signed ? LLVMGetNSW(t->index) : LLVMGetNUW(t->index)))
    return NULL;
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef phi = LLVMGetOperand(t->index, k);
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != header ||
        LLVMCountIncoming(phi) != 2 ||
        !is_wide(shapes, LLVMGetOperand(t->index, 1 - k),
                 qn_spmd_shape_of(shapes, t->index).stride))
      continue;
    const unsigned back = LLVMGetIncomingBlock(phi, 0) == latch ? 0 : 1;
    if (LLVMGetIncomingBlock(phi, back) == latch &&
        LLVMGetIncomingValue(phi, back) == t->index)
      return LLVMGetIncomingValue(phi, 1 - back);
  }
  return NULL;
}

// The test at the loop's way back, if it is of the kind; `*out_first` is the
// index before the first round.
static bool read_way_back(const qn_spmd_shapes *shapes,
                          const qn_spmd_graph *graph, unsigned loop, test *out,
                          LLVMValueRef *out_first) {
  const qn_spmd_loop *l = &graph->loops[loop];
  if (shapes->rows > 1 || l->latch == QN_SPMD_NONE ||
      graph->nodes[l->latch].successor_count != 2 ||
      graph->nodes[l->latch].loop != loop)
    return false;
  const unsigned way =
      graph->nodes[l->latch].successors[0] == l->header ? 0 : 1;
  if (!read_test(shapes, graph, l->latch, way, out) ||
      qn_spmd_shape_of(shapes, out->index).kind != QN_SPMD_LINEAR ||
      !qn_spmd_can_widen(shapes, out->index, out->goes_on >= LLVMIntSGT))
    return false;
  // The limit is the same in the next round.
  if (LLVMIsAInstruction(out->limit)) {
    const unsigned at =
        qn_spmd_node_of(graph, LLVMGetInstructionParent(out->limit));
    if (at != QN_SPMD_NONE && qn_spmd_in_loop(graph, loop, at))
      return false;
  }
  *out_first = first_index(shapes, graph, loop, out);
  return *out_first != NULL;
}

bool qn_spmd_has_last_round(const qn_spmd_shapes *shapes,
                            const qn_spmd_graph *graph, unsigned loop) {
  test t;
  LLVMValueRef first;
  return read_way_back(shapes, graph, loop, &t, &first);
}

// Adds up to PARTS_MAX numbers of which a signed one is the sum, before they
// were extended; false: there are more.
static bool list_parts(LLVMValueRef value, LLVMValueRef *parts,
                       unsigned *count) {
  while (LLVMIsASExtInst(value) ||
         (LLVMIsAZExtInst(value) && LLVMGetNNeg(value)))
    value = LLVMGetOperand(value, 0);
  if (LLVMIsABinaryOperator(value) &&
      LLVMGetInstructionOpcode(value) == LLVMAdd && LLVMGetNSW(value))
    return list_parts(LLVMGetOperand(value, 0), parts, count) &&
           list_parts(LLVMGetOperand(value, 1), parts, count);
  if (*count == PARTS_MAX)
    return false;
  parts[(*count)++] = value;
  return true;
}

// Whether two signed numbers are the same, however wide.
static bool are_same(LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef of_a[PARTS_MAX], of_b[PARTS_MAX];
  unsigned a_count = 0, b_count = 0, same = 0;
  if (a == b)
    return true;
  if (!list_parts(a, of_a, &a_count) || !list_parts(b, of_b, &b_count) ||
      a_count != b_count)
    return false;
  for (unsigned i = 0; i < a_count; ++i)
    for (unsigned k = 0; k < b_count; ++k)
      if (of_a[i] == of_b[k]) {
        of_b[k] = NULL;
        ++same;
        break;
      }
  return same == a_count;
}

bool qn_spmd_parts_for_last_round(const qn_spmd_shapes *shapes,
                                  const qn_spmd_graph *graph, unsigned loop,
                                  unsigned node) {
  test back, ahead;
  LLVMValueRef first;
  const qn_spmd_node *n = &graph->nodes[node];
  if (n->successor_count != 2 || n->successors[0] == n->successors[1] ||
      !read_way_back(shapes, graph, loop, &back, &first))
    return false;
  for (unsigned k = 0; k < 2; ++k) {
    const unsigned to = n->successors[k];
    if (to == graph->count || graph->nodes[to].predecessor_count != 1 ||
        !qn_spmd_dominates(graph, to, graph->loops[loop].header))
      continue;
    return read_test(shapes, graph, node, k, &ahead) &&
           ahead.goes_on == back.goes_on && back.goes_on >= LLVMIntSGT &&
           are_same(ahead.index, first) && are_same(ahead.limit, back.limit);
  }
  return false;
}
