// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/grid_loop.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/ir/lines.h"
#include "compiler/spmd/analysis/condition.h"
#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/analysis/shape.h"
#include "quern/cpu_abi.h"

// A number of each round, and what follows it where the loop goes on.
typedef struct carried {
  LLVMValueRef phi;
  LLVMValueRef first, next;
  LLVMValueRef after; // the phi behind the loop; NULL: nobody uses it there
} carried;

// A loop of the kind. Its last block goes back to its header, or to `exit`,
// which does nothing but go on to `join`, where `guard` goes without a round.
typedef struct grid_loop {
  unsigned number; // in the graph
  LLVMBasicBlockRef guard, before, header, latch, exit, join;
  LLVMValueRef index, next; // the index of a round, and of the next one
  LLVMValueRef thread;      // the index in the block
  LLVMValueRef start;       // what is added to it in the first round
  LLVMValueRef extension;   // of their sum, an instruction; NULL: none
  LLVMValueRef limit;
  bool may_wrap;                // the index, beyond the limit
  LLVMValueRef goes_on, enters; // the comparisons at `latch` and at `guard`
  bool is_signed;
  carried carried[QN_COST_ROUNDS_CARRIED_MAX];
  unsigned carried_count;
} grid_loop;

typedef struct work {
  LLVMValueRef item;
  qn_spmd_graph graph;
  qn_spmd_shapes group; // for whole groups
  qn_arena arena;
  LLVMBuilderRef b;
  qn_spmd_rounds_copy *out;
  unsigned size; // work-items of a block along x; 0: not known
} work;

static bool is_uniform(const work *w, LLVMValueRef value) {
  return qn_spmd_is_uniform(&w->group, value);
}

static bool is_outside(const work *w, const grid_loop *l, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return true;
  const unsigned at =
      qn_spmd_node_of(&w->graph, LLVMGetInstructionParent(value));
  return at != QN_SPMD_NONE && !qn_spmd_in_loop(&w->graph, l->number, at);
}

// ---- What is known before a kernel begins

enum { DEPTH_MAX = 8 };

// Where the launch has the size of the grid or of blocks; -1: it is another
// field of the context, or none.
static int64_t launch_offset(LLVMValueRef load) {
  const int64_t field = qn_spmd_context_field(load);
  if (field >= QN_ITEM_GRID_DIM_X && field <= QN_ITEM_GRID_DIM_Z)
    return (int64_t)offsetof(qn_cpu_launch, grid) + field - QN_ITEM_GRID_DIM_X;
  if (field >= QN_ITEM_BLOCK_DIM_X && field <= QN_ITEM_BLOCK_DIM_Z)
    return (int64_t)offsetof(qn_cpu_launch, block) + field -
           QN_ITEM_BLOCK_DIM_X;
  return -1;
}

// Whether a number follows from the launch and the kernel's arguments.
static bool is_known_ahead(LLVMValueRef value, unsigned depth) {
  if (!LLVMIsAInstruction(value))
    return LLVMIsAConstantInt(value) != NULL;
  if (qn_spmd_is_argument(value) || launch_offset(value) >= 0)
    return true;
  if (depth == DEPTH_MAX || !qn_spmd_is_cheap(value) ||
      LLVMIsAGetElementPtrInst(value))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!is_known_ahead(LLVMGetOperand(value, k), depth + 1))
      return false;
  return true;
}

static LLVMValueRef load_from(LLVMBuilderRef b, LLVMTypeRef type,
                              LLVMValueRef base, uint64_t offset) {
  LLVMContextRef c = LLVMGetTypeContext(type);
  LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(c), offset, false);
  return LLVMBuildLoad2(
      b, type, LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), base, &by, 1, ""),
      "");
}

// Such a number where the builder is, in a function of arguments and a launch.
static LLVMValueRef known_ahead(LLVMBuilderRef b, LLVMValueRef value,
                                LLVMValueRef function) {
  if (!LLVMIsAInstruction(value))
    return value;
  const int64_t offset = launch_offset(value);
  if (offset >= 0)
    return load_from(b, LLVMTypeOf(value), LLVMGetParam(function, 1),
                     (uint64_t)offset);
  LLVMValueRef made = LLVMInstructionClone(value);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k) {
    LLVMValueRef operand = LLVMGetOperand(value, k);
    LLVMValueRef own = LLVMGetParam(function, 0);
    if (LLVMIsAGetElementPtrInst(operand)) {
      LLVMValueRef by = LLVMGetOperand(operand, 1);
      own = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(operand), own, &by, 1,
                          "");
    } else if (!qn_spmd_is_argument(value)) {
      own = known_ahead(b, operand, function);
    }
    LLVMSetOperand(made, k, own);
  }
  LLVMInstructionSetDebugLoc(made, NULL);
  LLVMInsertIntoBuilder(b, made);
  return made;
}

// Adds to `out->fits` that the index does not wrap in a loop below `limit`.
static void add_fit(qn_spmd_rounds_copy *out, LLVMValueRef limit,
                    bool is_signed) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(limit));
  LLVMTypeRef word = LLVMInt32TypeInContext(c), i64 = LLVMInt64TypeInContext(c);
  LLVMValueRef end =
      LLVMGetBasicBlockTerminator(LLVMGetLastBasicBlock(out->fits));
  LLVMValueRef launch = LLVMGetParam(out->fits, 1);
  const bool is_wide = LLVMTypeOf(limit) == i64;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderBefore(b, end);
  LLVMValueRef grid = load_from(b, word, launch, offsetof(qn_cpu_launch, grid));
  LLVMValueRef block =
      load_from(b, word, launch, offsetof(qn_cpu_launch, block));
  LLVMValueRef step = LLVMBuildMul(b, LLVMBuildZExt(b, grid, i64, ""),
                                   LLVMBuildZExt(b, block, i64, ""), "");
  const uint64_t max = is_wide     ? (is_signed ? INT64_MAX : UINT64_MAX)
                       : is_signed ? INT32_MAX
                                   : UINT32_MAX;
  LLVMValueRef most = LLVMBuildSub(b, LLVMConstInt(i64, max, false), step, "");
  LLVMValueRef own = known_ahead(b, limit, out->fits);
  own = is_wide     ? own
        : is_signed ? LLVMBuildSExt(b, own, i64, "")
                    : LLVMBuildZExt(b, own, i64, "");
  LLVMValueRef fits =
      LLVMBuildICmp(b, is_signed ? LLVMIntSLE : LLVMIntULE, own, most, "");
  LLVMValueRef before = LLVMGetOperand(end, 0);
  LLVMSetOperand(end, 0,
                 LLVMBuildAnd(b, LLVMBuildZExt(b, fits, word, ""), before, ""));
  LLVMDisposeBuilder(b);
}

static void begin_fits(LLVMValueRef item, qn_spmd_rounds_copy *out) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(item));
  LLVMTypeRef word = LLVMInt32TypeInContext(c);
  LLVMTypeRef p = LLVMPointerTypeInContext(c, 0);
  LLVMTypeRef types[] = {p, p};
  out->fits = LLVMAddFunction(LLVMGetGlobalParent(item), "quern.fits",
                              LLVMFunctionType(word, types, 2, false));
  LLVMSetLinkage(out->fits, LLVMInternalLinkage);
  qn_ir_add_flag(out->fits, "alwaysinline");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, out->fits, ""));
  LLVMBuildRet(b, LLVMConstInt(word, 1, false));
  LLVMDisposeBuilder(b);
}

// ---- The index

static LLVMValueRef without_extension(LLVMValueRef value) {
  return LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)
             ? LLVMGetOperand(value, 0)
             : value;
}

// Whether `wide` is `narrow`, extended as comparisons of its sign take it.
static bool extends(LLVMValueRef wide, LLVMValueRef narrow, bool is_signed) {
  return without_extension(wide) == narrow &&
         (LLVMIsAZExtInst(wide) ? !is_signed || LLVMGetNNeg(wide) : is_signed);
}

// Whether two numbers that are compared alike are the same but for their width.
static bool are_same(LLVMValueRef a, LLVMValueRef b, bool is_signed) {
  if (a == b)
    return true;
  if (LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b))
    return is_signed
               ? LLVMConstIntGetSExtValue(a) == LLVMConstIntGetSExtValue(b)
               : LLVMConstIntGetZExtValue(a) == LLVMConstIntGetZExtValue(b);
  LLVMValueRef narrow = without_extension(a);
  return narrow == without_extension(b) &&
         (a == narrow || extends(a, narrow, is_signed)) &&
         (b == narrow || extends(b, narrow, is_signed));
}

// Whether it is gridDim.x * blockDim.x.
static bool is_step_of_grid(LLVMValueRef value) {
  value = without_extension(value);
  if (!qn_ir_is(value, LLVMMul))
    return false;
  const int64_t a = qn_spmd_context_field(LLVMGetOperand(value, 0));
  const int64_t b = qn_spmd_context_field(LLVMGetOperand(value, 1));
  return (a == QN_ITEM_BLOCK_DIM_X && b == QN_ITEM_GRID_DIM_X) ||
         (b == QN_ITEM_BLOCK_DIM_X && a == QN_ITEM_GRID_DIM_X);
}

// Reads the first index, blockIdx.x * blockDim.x + threadIdx.x.
static bool read_first(LLVMValueRef first, grid_loop *l) {
  LLVMValueRef sum = without_extension(first);
  l->extension = sum == first ? NULL : first;
  if (!qn_ir_is(sum, LLVMAdd) || !qn_spmd_is_total_index(sum))
    return false;
  const bool swaps =
      qn_spmd_context_field(LLVMGetOperand(sum, 0)) == QN_ITEM_THREAD_X;
  l->thread = LLVMGetOperand(sum, swaps ? 0 : 1);
  l->start = LLVMGetOperand(sum, swaps ? 1 : 0);
  return qn_spmd_context_field(l->thread) == QN_ITEM_THREAD_X;
}

// Reads a comparison that lets work-items go on, over a branch's first way or
// the second, below a limit.
static bool read_limit(LLVMValueRef branch, LLVMBasicBlockRef to,
                       LLVMValueRef *out_index, LLVMValueRef *out_limit,
                       bool *out_signed) {
  LLVMValueRef test =
      LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
  if (!test || !LLVMIsAICmpInst(test) ||
      LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
    return false;
  LLVMIntPredicate goes_on = LLVMGetICmpPredicate(test);
  if (LLVMGetSuccessor(branch, 0) != to)
    goes_on = qn_spmd_negated(goes_on);
  const bool swaps = goes_on == LLVMIntSGT || goes_on == LLVMIntUGT;
  *out_index = LLVMGetOperand(test, swaps);
  *out_limit = LLVMGetOperand(test, !swaps);
  *out_signed = goes_on == LLVMIntSLT || goes_on == LLVMIntSGT;
  return *out_signed || goes_on == LLVMIntULT || goes_on == LLVMIntUGT;
}

// Reads the way back: index + step < limit.
static bool read_way_back(grid_loop *l) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(l->latch);
  if (!read_limit(branch, l->header, &l->next, &l->limit, &l->is_signed) ||
      !qn_ir_is(l->next, LLVMAdd))
    return false;
  const bool swaps = !LLVMIsAPHINode(LLVMGetOperand(l->next, 0));
  l->goes_on = LLVMGetCondition(branch);
  l->index = LLVMGetOperand(l->next, swaps);
  l->may_wrap = !(l->is_signed ? LLVMGetNSW(l->next) : LLVMGetNUW(l->next));
  return LLVMIsAPHINode(l->index) &&
         LLVMGetInstructionParent(l->index) == l->header &&
         is_step_of_grid(LLVMGetOperand(l->next, !swaps)) &&
         qn_ir_incoming(l->index, l->latch) == l->next;
}

// Whether work-items come to the loop by the same comparison.
static bool read_guard(const work *w, grid_loop *l, LLVMValueRef first) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(l->guard), index, limit;
  bool is_signed;
  if (!read_limit(branch, l->before, &index, &limit, &is_signed) ||
      is_signed != l->is_signed || !are_same(index, first, is_signed) ||
      !are_same(limit, l->limit, is_signed) || !is_uniform(w, limit))
    return false;
  l->enters = LLVMGetCondition(branch);
  l->join = LLVMGetSuccessor(branch, LLVMGetSuccessor(branch, 0) == l->before);
  return true;
}

// ---- What goes from round to round

// The phi of `exit` that hands on the value of the last round.
static LLVMValueRef handed_on(const grid_loop *l, LLVMValueRef value) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(l->exit); LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    if (qn_ir_incoming(i, l->latch) == value)
      return i;
  return NULL;
}

// Finds what a number becomes behind the loop: without a round, what it was
// before the first one.
static bool find_after(const grid_loop *l, carried *c) {
  c->after = handed_on(l, c->next);
  for (LLVMUseRef use = c->after ? LLVMGetFirstUse(c->after) : NULL; use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != l->join ||
        qn_ir_incoming(user, l->exit) != c->after ||
        qn_ir_incoming(user, l->guard) != c->first)
      return false;
  }
  return true;
}

// Whether what the loop leaves behind is what was there before for work-items
// without a round: carried numbers, or what is the same on either way.
static bool meets_as_before(const grid_loop *l) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(l->join); LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    LLVMValueRef value = qn_ir_incoming(i, l->exit);
    bool is_carried = value == qn_ir_incoming(i, l->guard);
    for (unsigned k = 0; k < l->carried_count; ++k)
      is_carried |= l->carried[k].after && l->carried[k].after == value;
    if (!is_carried)
      return false;
  }
  return true;
}

static bool find_carried(grid_loop *l) {
  unsigned behind = 0, found = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(l->header); LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    if (i == l->index)
      continue;
    carried c = {.phi = i,
                 .first = qn_ir_incoming(i, l->before),
                 .next = qn_ir_incoming(i, l->latch)};
    // Numbers that change places would need another number to keep them.
    const bool changes_place = LLVMIsAPHINode(c.next) && c.next != i &&
                               LLVMGetInstructionParent(c.next) == l->header;
    if (l->carried_count == QN_COST_ROUNDS_CARRIED_MAX || changes_place ||
        c.next == l->next || !find_after(l, &c))
      return false;
    found += c.after != NULL;
    l->carried[l->carried_count++] = c;
  }
  for (LLVMValueRef i = LLVMGetFirstInstruction(l->exit); LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    ++behind;
  return behind == found;
}

// ---- What the loop does

// Whether a block only goes on, but for phis.
static bool only_goes_on(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  return i == LLVMGetBasicBlockTerminator(block) &&
         LLVMGetNumSuccessors(i) == 1;
}

// Whether what is done ahead of the first round may be done by work-items that
// have none: the group's first one has.
static bool may_go_ahead(const work *w, LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
    const bool computes = LLVMIsABinaryOperator(i) || LLVMIsACastInst(i) ||
                          (LLVMIsALoadInst(i) && !LLVMGetVolatile(i)) ||
                          (callee && qn_ir_is_memory_free(callee));
    if (!LLVMIsATerminatorInst(i) && !qn_spmd_is_cheap(i) &&
        !(computes && is_uniform(w, i)))
      return false;
  }
  return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) == 1;
}

// Whether a value from outside would be kept for each work-item.
static bool is_kept(const work *w, const grid_loop *l, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || is_uniform(w, value) ||
      qn_spmd_context_field(value) >= 0 || qn_spmd_is_cheap(value) ||
      LLVMIsAAllocaInst(value))
    return false;
  return is_outside(w, l, value);
}

static const char another_way_out[] = "another way out of it than its end";

// Why not all that a block of the loop does can be done so; NULL: it can.
static const char *reason_in_block(const work *w, const grid_loop *l,
                                   LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned k = 0; block != l->latch && k < LLVMGetNumSuccessors(end);
       ++k) {
    const unsigned to = qn_spmd_node_of(&w->graph, LLVMGetSuccessor(end, k));
    if (to == QN_SPMD_NONE || !qn_spmd_in_loop(&w->graph, l->number, to))
      return another_way_out;
  }
  QN_EACH_INSTRUCTION (i, block) {
    const qn_devlib_function callee = qn_devlib_called_by(i);
    if (qn_devlib_is_barrier(callee) || qn_devlib_is_warp_op(callee))
      return "barriers or warp operations in it";
    for (unsigned k = 0;
         !LLVMIsAPHINode(i) && k < (unsigned)LLVMGetNumOperands(i); ++k)
      if (is_kept(w, l, LLVMGetOperand(i, k)))
        return "values that work-items have from before it";
  }
  return LLVMGetNumSuccessors(end) == 0 ? another_way_out : NULL;
}

// Why work-items do not go through the loop alone and leave it at its end, or
// do not find few numbers ready there; NULL: they do.
static const char *reason_inside(const work *w, const grid_loop *l) {
  const char *reason = NULL;
  for (unsigned n = 0; n < w->graph.count && !reason; ++n)
    if (qn_spmd_in_loop(&w->graph, l->number, n))
      reason = reason_in_block(w, l, w->graph.nodes[n].block);
  return reason;
}

// The sum of a number of each round of loop number `n` and the grid's step, in
// the next round; NULL: it has none.
static LLVMValueRef next_by_grid(const work *w, unsigned n) {
  const qn_spmd_loop *loop = &w->graph.loops[n];
  if (loop->latch == QN_SPMD_NONE)
    return NULL;
  LLVMBasicBlockRef latch = w->graph.nodes[loop->latch].block;
  for (LLVMValueRef i =
           LLVMGetFirstInstruction(w->graph.nodes[loop->header].block);
       LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    LLVMValueRef next = qn_ir_incoming(i, latch);
    if (next && qn_ir_is(next, LLVMAdd) &&
        ((LLVMGetOperand(next, 0) == i &&
          is_step_of_grid(LLVMGetOperand(next, 1))) ||
         (LLVMGetOperand(next, 1) == i &&
          is_step_of_grid(LLVMGetOperand(next, 0)))))
      return next;
  }
  return NULL;
}

// Reads how the loop begins and ends; NULL, or why it is not as it has to be.
static const char *read_ends(const work *w, grid_loop *l) {
  const qn_spmd_loop *loop = &w->graph.loops[l->number];
  const unsigned before = qn_spmd_preheader(&w->graph, l->number);
  if (loop->parent != QN_SPMD_NONE)
    return "a loop around it";
  if (before == QN_SPMD_NONE || w->graph.nodes[before].predecessor_count != 1)
    return "no condition of its own ahead of it";
  l->before = w->graph.nodes[before].block;
  l->header = w->graph.nodes[loop->header].block;
  l->latch = w->graph.nodes[loop->latch].block;
  l->guard = w->graph.nodes[w->graph.nodes[before].predecessors[0]].block;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(l->latch);
  if (LLVMGetNumSuccessors(end) != 2 || !read_way_back(l))
    return "an end that is no comparison of its index with a limit";
  if (!is_uniform(w, l->limit) || !is_outside(w, l, l->limit))
    return "a limit that differs by work-item or by round";
  if (l->may_wrap && !is_known_ahead(l->limit, 0))
    return "an index that may wrap beyond a limit which is not known before "
           "the kernel runs";
  l->exit = LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == l->header);
  LLVMValueRef first = qn_ir_incoming(l->index, l->before);
  if (!first || !read_first(first, l))
    return "a first index other than blockIdx.x * blockDim.x + threadIdx.x";
  return read_guard(w, l, first) ? NULL
                                 : "another condition ahead of it than its own";
}

// Reads loop number `n` of the graph, one by the grid's step; NULL, or why it
// cannot go by rounds.
static const char *read_loop(const work *w, unsigned n, grid_loop *l) {
  *l = (grid_loop){.number = n};
  const char *reason = read_ends(w, l);
  if (reason)
    return reason;
  if (!only_goes_on(l->exit) ||
      LLVMGetSuccessor(LLVMGetBasicBlockTerminator(l->exit), 0) != l->join ||
      !find_carried(l) || !meets_as_before(l))
    return "what it takes from round to round, or leaves behind";
  if (!may_go_ahead(w, l->before))
    return "what is done ahead of its first round";
  return reason_inside(w, l);
}

// ---- Rounds

// Indices do not wrap: it is known, or looked at by `fits`.
static void set_flags(const grid_loop *l, LLVMValueRef index) {
  LLVMSetNSW(index, l->is_signed || LLVMGetNSW(l->next));
  LLVMSetNUW(index, !l->is_signed || LLVMGetNUW(l->next));
}

// `value` extended as the index is.
static LLVMValueRef extended(const work *w, const grid_loop *l,
                             LLVMValueRef value) {
  return l->extension
             ? LLVMBuildCast(w->b, LLVMGetInstructionOpcode(l->extension),
                             value, LLVMTypeOf(l->extension), "")
             : value;
}

// Has the guard let the whole group in, or none of it.
static void change_guard(const work *w, const grid_loop *l) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(l->guard);
  LLVMPositionBuilderBefore(w->b, branch);
  LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(branch));
  LLVMValueRef test = LLVMInstructionClone(l->enters);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef index = LLVMGetOperand(test, k);
    if (without_extension(index) !=
        without_extension(qn_ir_incoming(l->index, l->before)))
      continue;
    LLVMValueRef start = l->start;
    if (LLVMTypeOf(index) != LLVMTypeOf(start))
      start = LLVMBuildCast(w->b, LLVMGetInstructionOpcode(index), start,
                            LLVMTypeOf(index), "");
    LLVMSetOperand(test, k, start);
  }
  LLVMInsertIntoBuilder(w->b, test);
  LLVMSetCondition(branch, test);
}

static void replace_successor(LLVMBasicBlockRef block, LLVMBasicBlockRef from,
                              LLVMBasicBlockRef to) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(end); ++k)
    if (LLVMGetSuccessor(end, k) == from)
      LLVMSetSuccessor(end, k, to);
}

// The blocks of a round: the barrier; which work-items have it; where they meet
// again; and where they go on from behind the last one.
typedef struct round_blocks {
  LLVMBasicBlockRef barrier, some, meet, last;
  LLVMValueRef start; // of the group in this round
} round_blocks;

static LLVMBasicBlockRef new_block(LLVMBasicBlockRef before, const char *name) {
  return LLVMInsertBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(
                                           LLVMGetBasicBlockParent(before))),
                                       before, name);
}

// Makes a block with a barrier that goes on to the loop's exit: a round's
// packets then do nothing else, and need not tell whether it is the last one.
static LLVMBasicBlockRef part_from_rest(const work *w, const grid_loop *l) {
  LLVMBasicBlockRef made = new_block(l->exit, "rounds.end");
  LLVMValueRef context = LLVMGetParam(w->item, 0);
  LLVMPositionBuilderAtEnd(w->b, made);
  qn_devlib_call(w->b, QN_DEVLIB_BARRIER, &context, 1);
  LLVMBuildBr(w->b, l->exit);
  return made;
}

// The barrier, and who goes on: those whose index in the block is less than
// what is left from the group's start on.
static round_blocks begin_round(const work *w, const grid_loop *l) {
  round_blocks r = {.barrier = new_block(l->header, "rounds"),
                    .some = new_block(l->header, "round"),
                    .meet = new_block(l->exit, "rounds.meet")};
  r.last = w->size ? part_from_rest(w, l) : r.meet;
  LLVMTypeRef type = LLVMTypeOf(l->index), word = LLVMTypeOf(l->thread);
  LLVMValueRef context = LLVMGetParam(w->item, 0);
  LLVMPositionBuilderBefore(w->b, LLVMGetBasicBlockTerminator(l->before));
  LLVMValueRef first = extended(w, l, l->start);
  replace_successor(l->before, l->header, r.barrier);
  LLVMPositionBuilderAtEnd(w->b, r.barrier);
  r.start = LLVMBuildPhi(w->b, type, "");
  LLVMAddIncoming(r.start, &first, (LLVMBasicBlockRef[]){l->before}, 1);
  qn_devlib_call(w->b, QN_DEVLIB_BARRIER, &context, 1);
  LLVMBuildBr(w->b, r.some);
  LLVMPositionBuilderAtEnd(w->b, r.some);
  LLVMValueRef left = LLVMBuildSub(w->b, l->limit, r.start, "");
  if (type != word) {
    // A row is shorter than what 32 bits hold.
    LLVMValueRef most = LLVMConstInt(type, UINT32_MAX, false);
    LLVMValueRef fits = LLVMBuildICmp(w->b, LLVMIntULT, left, most, "");
    left = LLVMBuildTrunc(w->b, LLVMBuildSelect(w->b, fits, left, most, ""),
                          word, "");
  }
  LLVMBuildCondBr(w->b, LLVMBuildICmp(w->b, LLVMIntULT, l->thread, left, ""),
                  l->header, r.meet);
  return r;
}

// Takes a number over to the round's blocks: it is the old one for work-items
// that have no part in the round.
static void move_carried(const work *w, const grid_loop *l, const carried *c,
                         const round_blocks *r) {
  LLVMTypeRef type = LLVMTypeOf(c->phi);
  LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(r->barrier));
  LLVMValueRef now = LLVMBuildPhi(w->b, type, "");
  LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(r->meet));
  LLVMValueRef met = LLVMBuildPhi(w->b, type, "");
  LLVMValueRef values[] = {now, c->next == c->phi ? now : c->next};
  LLVMAddIncoming(met, values, (LLVMBasicBlockRef[]){r->some, l->latch}, 2);
  LLVMValueRef rounds[] = {c->first, met};
  LLVMAddIncoming(now, rounds, (LLVMBasicBlockRef[]){l->before, r->meet}, 2);
  if (c->after) {
    LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(l->exit));
    LLVMValueRef after = LLVMBuildPhi(w->b, type, "");
    LLVMAddIncoming(after, &met, (LLVMBasicBlockRef[]){r->last}, 1);
    LLVMReplaceAllUsesWith(c->after, after);
    LLVMInstructionEraseFromParent(c->after);
  }
  LLVMReplaceAllUsesWith(c->phi, now);
  LLVMInstructionEraseFromParent(c->phi);
}

// gridDim.x * blockDim.x.
static LLVMValueRef step_of_grid(const work *w, const grid_loop *l) {
  LLVMValueRef context = LLVMGetParam(w->item, 0);
  LLVMTypeRef word = LLVMTypeOf(l->thread), type = LLVMTypeOf(l->index);
  LLVMValueRef step =
      LLVMBuildMul(w->b, load_from(w->b, word, context, QN_ITEM_GRID_DIM_X),
                   load_from(w->b, word, context, QN_ITEM_BLOCK_DIM_X), "");
  LLVMSetNUW(step, true);
  LLVMSetNSW(step, true);
  return type == word ? step : LLVMBuildZExt(w->b, step, type, "");
}

// The next round, if the group has one.
static void end_round(const work *w, const grid_loop *l,
                      const round_blocks *r) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(l->latch);
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc(branch);
  LLVMPositionBuilderAtEnd(w->b, r->meet);
  LLVMSetCurrentDebugLocation2(w->b, line);
  LLVMValueRef next = LLVMBuildAdd(w->b, r->start, step_of_grid(w, l), "");
  set_flags(l, next);
  LLVMAddIncoming(r->start, &next, (LLVMBasicBlockRef[]){r->meet}, 1);
  LLVMValueRef goes_on = LLVMBuildICmp(
      w->b, l->is_signed ? LLVMIntSLT : LLVMIntULT, next, l->limit, "");
  LLVMBuildCondBr(w->b, goes_on, r->barrier,
                  r->last == r->meet ? l->exit : r->last);
  LLVMInstructionEraseFromParent(branch);
  LLVMPositionBuilderAtEnd(w->b, l->latch);
  LLVMSetCurrentDebugLocation2(w->b, line);
  LLVMBuildBr(w->b, r->meet);
}

// The index of a work-item, from the group's.
static void replace_index(const work *w, const grid_loop *l,
                          const round_blocks *r) {
  LLVMValueRef at = LLVMGetFirstInstruction(l->header);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  LLVMPositionBuilderBefore(w->b, at);
  LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(at));
  LLVMTypeRef type = LLVMTypeOf(l->index);
  LLVMValueRef thread = LLVMTypeOf(l->thread) == type
                            ? l->thread
                            : LLVMBuildZExt(w->b, l->thread, type, "");
  LLVMValueRef index = LLVMBuildAdd(w->b, r->start, thread, "");
  set_flags(l, index);
  LLVMReplaceAllUsesWith(l->index, index);
  LLVMInstructionEraseFromParent(l->index);
}

static void go_by_rounds(const work *w, const grid_loop *l) {
  LLVMSetCurrentDebugLocation2(
      w->b, LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(l->latch)));
  change_guard(w, l);
  if (l->may_wrap)
    add_fit(w->out, l->limit, l->is_signed);
  const round_blocks r = begin_round(w, l);
  end_round(w, l, &r);
  for (unsigned k = 0; k < l->carried_count; ++k)
    move_carried(w, l, &l->carried[k], &r);
  replace_index(w, l, &r);
}

// ---- All

static qn_status begin(work *w, qn_diag *diag) {
  const qn_spmd_graph_params whole = {.start = LLVMGetEntryBasicBlock(w->item),
                                      .arena = &w->arena};
  const qn_spmd_shape_params params = {
      .function = w->item,
      .graph = &w->graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(w->item)),
      .width = QN_CPU_WARP_SIZE,
      .rows = 1,
      .of_group = true,
      .arena = &w->arena};
  QN_TRY(qn_spmd_graph_init(&w->graph, &whole, diag));
  if (w->graph.reason || !w->graph.reducible)
    return qn_ok();
  return qn_spmd_shapes_init(&w->group, &params, diag);
}

static void finish(work *w) {
  qn_spmd_shapes_finish(&w->group);
  qn_spmd_graph_finish(&w->graph);
  qn_arena_finish(&w->arena);
  *w = (work){.item = w->item};
}

// Whether the kernel has such a loop; with `out`, where the copy is, the first
// one is made one of rounds.
static qn_status find_loop(LLVMValueRef item, unsigned size,
                           qn_spmd_rounds_copy *out, bool *out_found,
                           qn_diag *diag) {
  work w = {.item = item, .out = out, .size = size};
  grid_loop l;
  *out_found = false;
  const qn_status status = begin(&w, diag);
  for (unsigned n = 0; !qn_failed(status) && w.group.graph && !*out_found &&
                       n < w.graph.loop_count;
       ++n)
    *out_found = next_by_grid(&w, n) && !read_loop(&w, n, &l);
  if (*out_found && out) {
    w.b = LLVMCreateBuilderInContext(
        LLVMGetModuleContext(LLVMGetGlobalParent(item)));
    go_by_rounds(&w, &l);
    LLVMDisposeBuilder(w.b);
  }
  finish(&w);
  return status;
}

qn_status qn_spmd_copy_by_rounds(LLVMValueRef item, unsigned size,
                                 LLVMTargetMachineRef machine,
                                 qn_spmd_rounds_copy *out, qn_diag *diag) {
  bool found;
  *out = (qn_spmd_rounds_copy){0};
  if (!qn_spmd_reads_field(item, QN_ITEM_GRID_DIM_X))
    return qn_ok();
  QN_TRY(find_loop(item, size, NULL, &found, diag));
  if (!found)
    return qn_ok();
  QN_TRY(qn_lines_clone(item, "quern.rounds", &out->made, diag));
  begin_fits(item, out);
  for (unsigned k = 0; found && k < QN_COST_ROUNDS_LOOPS_MAX; ++k)
    QN_TRY(find_loop(out->made, size, out, &found, diag));
  return qn_ir_run_function_passes(out->made, "dce,loop-simplify,lcssa",
                                   machine, diag);
}

void qn_spmd_drop_rounds(qn_spmd_rounds_copy *rounds) {
  if (rounds->made)
    LLVMDeleteFunction(rounds->made);
  if (rounds->fits && !LLVMGetFirstUse(rounds->fits))
    LLVMDeleteFunction(rounds->fits);
  *rounds = (qn_spmd_rounds_copy){0};
}

// Adds what becomes of a loop, once where code is copied.
static void explain_loop(const qn_str at, unsigned row, const char *reason,
                         qn_buffer *out) {
  qn_buffer line = {0};
  qn_buffer_printf(&line, "rounds\t%.*s\t%u\t%s\n", QN_STR_ARG(at), row,
                   reason ? reason : "");
  if (line.failed)
    out->failed = true;
  else if (!qn_str_search(qn_buffer_str(out), qn_buffer_str(&line)))
    qn_buffer_append(out, line.data, line.size);
  qn_buffer_finish(&line);
}

qn_status qn_spmd_explain_rounds(LLVMValueRef item, unsigned row,
                                 const char *excluded, qn_buffer *out,
                                 qn_diag *diag) {
  work w = {.item = item};
  grid_loop l;
  if (!qn_spmd_reads_field(item, QN_ITEM_GRID_DIM_X))
    return qn_ok();
  const qn_status status = begin(&w, diag);
  for (unsigned n = 0;
       !qn_failed(status) && w.group.graph && n < w.graph.loop_count; ++n) {
    LLVMValueRef next = next_by_grid(&w, n);
    if (!next)
      continue;
    const char *reason = read_loop(&w, n, &l);
    LLVMBasicBlockRef latch = w.graph.nodes[w.graph.loops[n].latch].block;
    explain_loop(qn_ir_location(LLVMGetBasicBlockTerminator(latch), &w.arena),
                 row, reason ? reason : excluded, out);
  }
  finish(&w);
  return status;
}
