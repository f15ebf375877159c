// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/cases.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/copy.h"
#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/analysis/shape.h"

enum {
  DEPTH_MAX = 8,    // deeper expressions are not analysed
  SIZE_MAX_OF = 80, // instructions that are copied
  ROOTS_MAX = 4,    // parts of a kernel that are copied
  BLOCKS_MAX = 12,  // of a part
  ALIGNED = 32,     // from which on addresses are rows in every packet
  CASES_MAX = 6,
  STARTS_MAX = 4, // numbers that have to be multiples of ALIGNED
  TESTS_MAX = 8,  // tests of high bits of a part
};

typedef enum kind {
  NO_KIND,
  BITS,    // index & (root - 1), index ^ root
  PRODUCT, // index * root
} kind;

// A part of the kernel that is copied: from the first use of the root to where
// all its ways meet again.
typedef struct part {
  LLVMValueRef root;
  LLVMValueRef first; // the first instruction, in blocks[0]
  LLVMBasicBlockRef blocks[BLOCKS_MAX];
  unsigned block_count;
  bool to_shared; // addresses of shared memory depend on it
  bool by_bits;   // a BITS one is among its uses
  // Numbers that have to be multiples of ALIGNED for indices to be, and for
  // tests to be of high bits alone.
  LLVMValueRef starts[STARTS_MAX];
  unsigned start_count;
  // index & number, as `(low & k) == 0`, where rows of ALIGNED have no bit of
  // their own in common with it.
  LLVMValueRef tests[TESTS_MAX];
  unsigned test_count;
} part;

typedef struct work {
  LLVMValueRef item;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *shapes;
  LLVMContextRef context;
  LLVMBuilderRef b;
} work;

static bool is_integer(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64);
}

// ---- What depends on which number

// The number that `value` is a sum or product of with constants.
static LLVMValueRef root_of(LLVMValueRef value) {
  for (unsigned depth = 0; depth < DEPTH_MAX; ++depth) {
    if (qn_ir_is(value, LLVMSExt) || qn_ir_is(value, LLVMZExt)) {
      value = LLVMGetOperand(value, 0);
      continue;
    }
    if (!qn_ir_is(value, LLVMAdd) && !qn_ir_is(value, LLVMSub) &&
        !qn_ir_is(value, LLVMMul) && !qn_ir_is(value, LLVMShl))
      break;
    if (!LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
      break;
    value = LLVMGetOperand(value, 0);
  }
  return value;
}

// The value of what root_of has gone through, with `number` for the root.
static bool fold(LLVMValueRef value, LLVMValueRef root, uint64_t number,
                 uint64_t *out) {
  if (value == root) {
    *out = number;
    return true;
  }
  if (!LLVMIsAInstruction(value) || !is_integer(value))
    return false;
  uint64_t a, b;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMSExt || opcode == LLVMZExt)
    return fold(LLVMGetOperand(value, 0), root, number, out) &&
           *out <= INT32_MAX;
  if ((opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMMul &&
       opcode != LLVMShl) ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
      !fold(LLVMGetOperand(value, 0), root, number, &a))
    return false;
  b = (uint64_t)LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
  if (opcode == LLVMShl && b > 31)
    return false;
  a = opcode == LLVMAdd   ? a + b
      : opcode == LLVMSub ? a - b
      : opcode == LLVMMul ? a * b
                          : a << b;
  const unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
  *out = width < 64 ? a & ((UINT64_C(1) << width) - 1) : a;
  return true;
}

static bool is_mask_of(LLVMValueRef value, LLVMValueRef root) {
  uint64_t number;
  return fold(value, root, 1024, &number) && number == 1023;
}

// The thread's index along x that `value` is, or is a sum of with `*out_start`.
static bool is_index(LLVMValueRef value, LLVMValueRef *out_start) {
  *out_start = NULL;
  if (!qn_ir_is(value, LLVMAdd) &&
      !(qn_ir_is(value, LLVMOr) && LLVMGetIsDisjoint(value)))
    return LLVMIsAInstruction(value) &&
           qn_spmd_context_field(value) == QN_ITEM_THREAD_X;
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef thread = LLVMGetOperand(value, k);
    if (!LLVMIsAInstruction(thread) ||
        qn_spmd_context_field(thread) != QN_ITEM_THREAD_X)
      continue;
    *out_start = LLVMGetOperand(value, 1 - k);
    return true;
  }
  return false;
}

static kind kind_of(const work *w, LLVMValueRef i, LLVMValueRef *out_root) {
  if (!is_integer(i) ||
      (!qn_ir_is(i, LLVMAnd) && !qn_ir_is(i, LLVMXor) &&
       !qn_ir_is(i, LLVMMul)) ||
      qn_spmd_is_uniform(w->shapes, i) || qn_cpu_is_rare(i))
    return NO_KIND;
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef by = LLVMGetOperand(i, k);
    LLVMValueRef root = root_of(by);
    if (!LLVMIsAInstruction(root) || !is_integer(root) ||
        !qn_spmd_is_uniform(w->shapes, root) ||
        qn_spmd_is_uniform(w->shapes, LLVMGetOperand(i, 1 - k)))
      continue;
    // Not the place in the grid, nor its size.
    const int64_t field = qn_spmd_context_field(root);
    if (field >= 0)
      continue;
    *out_root = root;
    if (qn_ir_is(i, LLVMMul))
      return PRODUCT;
    if (qn_ir_is(i, LLVMXor) ? by == root : is_mask_of(by, root))
      return BITS;
  }
  return NO_KIND;
}

// Whether an address depends on the value; `*shared`: one of shared memory.
static bool is_in_address(LLVMValueRef value, unsigned depth, bool *shared) {
  bool found = false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth < DEPTH_MAX;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool stores = LLVMIsAStoreInst(user) != NULL;
    if (stores || LLVMIsALoadInst(user)) {
      if (LLVMGetOperand(user, stores) != value)
        continue;
      LLVMValueRef base = value;
      while (LLVMIsAGetElementPtrInst(base))
        base = LLVMGetOperand(base, 0);
      *shared |= qn_spmd_context_field(base) == QN_ITEM_SHARED;
      found = true;
    } else if (qn_ir_is(user, LLVMAdd) || qn_ir_is(user, LLVMSub) ||
               qn_ir_is(user, LLVMOr) || qn_ir_is(user, LLVMShl) ||
               qn_ir_is(user, LLVMMul) || qn_ir_is(user, LLVMSExt) ||
               qn_ir_is(user, LLVMZExt) || LLVMIsAGetElementPtrInst(user)) {
      found |= is_in_address(user, depth + 1, shared);
    }
  }
  return found;
}

// ---- Parts

static bool is_in_part(const part *p, LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  for (unsigned k = 0; k < p->block_count; ++k)
    if (p->blocks[k] == block)
      return true;
  return false;
}

// Whether a block can be done once in each of several copies.
static bool can_copy(LLVMBasicBlockRef block, unsigned *size) {
  QN_EACH_INSTRUCTION (i, block) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
    if (qn_spmd_is_barrier(i))
      continue; // at the end of the first block: not copied
    if ((LLVMIsACallInst(i) && !(callee && qn_ir_is_intrinsic(callee))) ||
        LLVMIsAAllocaInst(i))
      return false;
    ++*size;
  }
  return *size <= SIZE_MAX_OF;
}

static bool has_barrier(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (qn_spmd_is_barrier(i))
      return true;
  return false;
}

// Whether the nodes from `start` to before `end` have one way in, no barrier
// and no loop; adds those after `start` to the part.
static bool take_nodes(const work *w, unsigned start, unsigned end, part *p) {
  const qn_spmd_graph *g = w->graph;
  unsigned size = 0;
  for (unsigned n = start; n < g->count; ++n) {
    const qn_spmd_node *node = &g->nodes[n];
    const bool is_start = n == start;
    bool inside = is_start;
    for (unsigned k = 0; k < node->predecessor_count && !is_start; ++k)
      for (unsigned m = 0; m < p->block_count; ++m)
        inside |= g->nodes[node->predecessors[k]].block == p->blocks[m];
    if (!inside || n == end)
      continue;
    if (p->block_count == BLOCKS_MAX || !can_copy(node->block, &size) ||
        node->loop != g->nodes[start].loop ||
        (!is_start &&
         (has_barrier(node->block) || !qn_spmd_dominates(g, start, n))))
      return false;
    for (unsigned k = 0; k < node->successor_count; ++k)
      if (node->successors[k] <= n && node->successors[k] != end)
        return false;
    p->blocks[p->block_count++] = node->block;
  }
  return true;
}

static bool ends_by_barrier(const work *w, unsigned node) {
  return has_barrier(w->graph->nodes[node].block);
}

// Finds the part that begins in the block of `i`.
static bool find_part(const work *w, LLVMValueRef i, LLVMValueRef root,
                      part *p) {
  const unsigned start = qn_spmd_node_of(w->graph, LLVMGetInstructionParent(i));
  if (start == QN_SPMD_NONE)
    return false;
  *p = (part){.root = root};
  const qn_spmd_node *node = &w->graph->nodes[start];
  if (ends_by_barrier(w, start) || node->successor_count < 2 ||
      !take_nodes(w, start, node->postdominator, p)) {
    // A block without its end.
    unsigned size = 0;
    p->blocks[0] = node->block;
    p->block_count = 1;
    if (!can_copy(node->block, &size))
      return false;
  }
  // The first instruction that may depend on the root: after its definition and
  // all phis.
  p->first = LLVMGetFirstInstruction(node->block);
  QN_EACH_INSTRUCTION (k, node->block)
    if (LLVMIsAPHINode(k) || k == root)
      p->first = LLVMGetNextInstruction(k);
  return p->first != NULL;
}

// Whether the value is there before the part begins.
static bool is_before(const part *p, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !is_in_part(p, value))
    return true;
  for (LLVMValueRef i = p->first; i; i = LLVMGetNextInstruction(i))
    if (i == value)
      return false;
  return LLVMGetInstructionParent(value) == p->blocks[0];
}

// Whether it is loaded from the arguments, or from the context: that can be
// done anywhere.
static bool is_given(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !LLVMIsALoadInst(value))
    return false;
  if (qn_spmd_context_field(value) >= 0)
    return true;
  LLVMValueRef base = LLVMGetOperand(value, 0);
  if (LLVMIsAGetElementPtrInst(base) && LLVMGetNumOperands(base) == 2 &&
      LLVMIsAConstantInt(LLVMGetOperand(base, 1)))
    base = LLVMGetOperand(base, 0);
  LLVMValueRef item = LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
  return base == LLVMGetParam(item, 1);
}

// Notes that copies for rows are for multiples of ALIGNED of `value`, too.
static bool note_multiple(part *p, LLVMValueRef value) {
  for (unsigned k = 0; k < p->start_count; ++k)
    if (p->starts[k] == value)
      return true;
  if (p->start_count == STARTS_MAX ||
      (!is_given(value) && !is_before(p, value)))
    return false;
  p->starts[p->start_count++] = value;
  return true;
}

// Notes what an index needs to be a multiple of ALIGNED in lane 0.
static bool note_index(const work *w, LLVMValueRef index, part *p) {
  LLVMValueRef start;
  if (!is_index(index, &start))
    return false;
  if (!start)
    return true;
  if (!qn_spmd_is_uniform(w->shapes, start))
    return false;
  // A multiple of the block's width is one if the width is: the start itself
  // is left alone (spmd/analysis/collapse.h).
  if (qn_ir_is(start, LLVMMul) && qn_spmd_is_total_index(start)) {
    LLVMValueRef by = LLVMGetOperand(start, 0);
    const int64_t field = qn_spmd_context_field(by);
    start = field >= QN_ITEM_BLOCK_DIM_X && field < QN_ITEM_BLOCK_DIM_X + 12
                ? by
                : LLVMGetOperand(start, 1);
  } else if ((qn_ir_is(start, LLVMShl) || qn_ir_is(start, LLVMMul)) &&
             LLVMIsAConstantInt(LLVMGetOperand(start, 1))) {
    const uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(start, 1));
    return qn_ir_is(start, LLVMShl) ? by >= 5 : by % ALIGNED == 0;
  }
  return note_multiple(p, start);
}

static bool note_start(const work *w, LLVMValueRef i, part *p) {
  return note_index(w, LLVMGetOperand(i, 0), p) ||
         note_index(w, LLVMGetOperand(i, 1), p);
}

// Whether an instruction is used outside of the part.
static bool leaves_part(const part *p, LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!is_in_part(p, LLVMGetUser(use)))
      return true;
  return false;
}

// Whether it can be done ahead of the part, whatever way work-items go.
static bool can_go_ahead(const part *p, LLVMValueRef i) {
  if (LLVMIsALoadInst(i) ? qn_spmd_context_field(i) < 0 : !qn_spmd_is_cheap(i))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!is_before(p, operand))
      return false;
  }
  return true;
}

// Does what all work-items have in common, and is used behind the part, ahead
// of it: the copies' constants would make it differ from way to way. False:
// that is not possible.
static bool go_ahead(const work *w, part *p) {
  for (unsigned k = 0; k < p->block_count; ++k)
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->blocks[k]), next; i;
         i = next) {
      next = LLVMGetNextInstruction(i);
      if (is_before(p, i) || LLVMIsATerminatorInst(i) ||
          LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind ||
          !qn_spmd_is_uniform(w->shapes, i) || !leaves_part(p, i))
        continue;
      if (!can_go_ahead(p, i))
        return false;
      if (i == p->first) {
        p->first = next;
        continue;
      }
      LLVMInstructionRemoveFromParent(i);
      LLVMPositionBuilderBefore(w->b, p->first);
      LLVMSetCurrentDebugLocation2(w->b, NULL); // its own stays
      LLVMInsertIntoBuilder(w->b, i);
    }
  return true;
}

// ---- Tests of high bits

static bool is_multiple_constant(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) &&
         LLVMConstIntGetZExtValue(value) % ALIGNED == 0;
}

// Whether `value` is a multiple of ALIGNED where the root is, the root itself
// or a product of it, and no sum.
static bool is_multiple_of_root(const part *p, LLVMValueRef value) {
  while (qn_ir_is(value, LLVMSExt) || qn_ir_is(value, LLVMZExt) ||
         qn_ir_is(value, LLVMShl) ||
         (qn_ir_is(value, LLVMMul) &&
          LLVMIsAConstantInt(LLVMGetOperand(value, 1))))
    value = LLVMGetOperand(value, 0);
  return value == p->root;
}

// How far lanes are apart in the copy for multiples of ALIGNED, where lane 0's
// value is one; false: that is not known. Notes what that needs.
static bool step_of(const work *w, part *p, LLVMValueRef value, unsigned depth,
                    int64_t *out) {
  LLVMValueRef root;
  int64_t a, b;
  *out = 0;
  if (is_multiple_constant(value) || is_multiple_of_root(p, value))
    return true;
  if (depth == DEPTH_MAX || !LLVMIsAInstruction(value) || !is_integer(value))
    return false;
  if (note_index(w, value, p) || (kind_of(w, value, &root) == BITS &&
                                  root == p->root && note_start(w, value, p))) {
    *out = 1;
    return true;
  }
  const bool sums = qn_ir_is(value, LLVMAdd) || qn_ir_is(value, LLVMSub) ||
                    (qn_ir_is(value, LLVMOr) && LLVMGetIsDisjoint(value));
  if (sums) {
    if (!step_of(w, p, LLVMGetOperand(value, 0), depth + 1, &a) ||
        !step_of(w, p, LLVMGetOperand(value, 1), depth + 1, &b))
      return false;
    *out = qn_ir_is(value, LLVMSub) ? a - b : a + b;
    return true;
  }
  if (!qn_ir_is(value, LLVMShl) ||
      !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
      !step_of(w, p, LLVMGetOperand(value, 0), depth + 1, &a))
    return false;
  const uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  *out = by < 8 ? a * (INT64_C(1) << by) : 0;
  return by < 8;
}

static bool is_compared_with_zero(LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAICmpInst(user) || !LLVMIsNull(LLVMGetOperand(user, 1)))
      return false;
  }
  return true;
}

// Notes `(index & k) == 0`: where `k` is a multiple of ALIGNED, too, as the
// length of the runs that a sort makes is where the distance of its exchanges
// is, all of a row go the same way.
static void note_test(const work *w, LLVMValueRef i, part *p) {
  if (!qn_ir_is(i, LLVMAnd) || p->test_count == TESTS_MAX ||
      qn_spmd_is_uniform(w->shapes, i) || !is_compared_with_zero(i))
    return;
  LLVMValueRef index = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1);
  if (qn_spmd_is_uniform(w->shapes, index)) {
    LLVMValueRef other = index;
    index = by;
    by = other;
  }
  const unsigned before = p->start_count;
  int64_t step;
  const bool known = is_multiple_constant(by) || is_multiple_of_root(p, by);
  const bool is_number =
      is_given(by) || LLVMIsAPHINode(by) || qn_ir_is(by, LLVMShl);
  if ((known || (is_number && qn_spmd_is_uniform(w->shapes, by) &&
                 note_multiple(p, by))) &&
      step_of(w, p, index, 0, &step) && step == 1)
    p->tests[p->test_count++] = i;
  else
    p->start_count = before;
}

// Looks through a part for what depends on its root, and decides whether copies
// are worth it.
static bool weigh(const work *w, part *p) {
  bool any = false;
  for (unsigned k = 0; k < p->block_count; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k]) {
      LLVMValueRef root;
      bool shared = false;
      const kind found = kind_of(w, i, &root);
      if (found == NO_KIND || root != p->root || !is_in_address(i, 0, &shared))
        continue;
      p->to_shared |= shared;
      any |= shared;
      if (found == BITS && note_start(w, i, p))
        p->by_bits = any = true;
    }
  for (unsigned k = 0; k < p->block_count && p->by_bits; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k])
      note_test(w, i, p);
  return any;
}

// ---- Copies

// Moves the instructions before `first` into a new block ahead of its own,
// which branches to it; phis of what follows stay valid.
static LLVMBasicBlockRef move_head(work *w, LLVMValueRef first,
                                   const char *name) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(first);
  LLVMBasicBlockRef head =
      LLVMInsertBasicBlockInContext(w->context, block, name);
  LLVMPositionBuilderAtEnd(w->b, head);
  LLVMSetCurrentDebugLocation2(w->b, NULL); // those of what is moved stay
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i != first;
       i = next) {
    next = LLVMGetNextInstruction(i);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(w->b, i);
  }
  QN_EACH_BLOCK (from, w->item) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == block)
        LLVMSetSuccessor(end, k, head);
  }
  LLVMBuildBr(w->b, block);
  return head;
}

// Cuts the part's first block so that it begins at the part's first
// instruction; what follows a part of one block, a barrier or a branch, is not
// copied. Returns the block before, without its end.
static LLVMBasicBlockRef cut_out(work *w, part *p) {
  LLVMBasicBlockRef block = p->blocks[0];
  LLVMBasicBlockRef head = move_head(w, p->first, "case.first");
  if (p->block_count == 1) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef last = LLVMGetPreviousInstruction(end);
    p->blocks[0] = move_head(w, last && qn_spmd_is_barrier(last) ? last : end,
                             "case.other");
  }
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
  return head;
}

// Keeps values that are used behind the part in variables, so that each copy
// can set them. Phis right behind it get further incoming values instead.
static void keep_value(work *w, const part *p, LLVMValueRef i) {
  LLVMValueRef variable = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(i), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (is_in_part(p, user))
      continue;
    bool is_behind = LLVMIsAPHINode(user) != NULL;
    for (unsigned k = 0; is_behind && k < LLVMCountIncoming(user); ++k)
      if (LLVMGetIncomingValue(user, k) == i) {
        LLVMValueRef end =
            LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k));
        is_behind = is_in_part(p, end);
      }
    if (is_behind)
      continue;
    if (!variable) {
      LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(w->item);
      LLVMPositionBuilderBefore(w->b, LLVMGetFirstInstruction(entry));
      variable = LLVMBuildAlloca(w->b, LLVMTypeOf(i), "");
      LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(i));
      if (LLVMIsAPHINode(i)) {
        LLVMValueRef at = i;
        while (LLVMIsAPHINode(at))
          at = LLVMGetNextInstruction(at);
        LLVMPositionBuilderBefore(w->b, at);
      }
      LLVMBuildStore(w->b, i, variable);
    }
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); ++k) {
      if (LLVMGetOperand(user, k) != i)
        continue;
      LLVMPositionBuilderBefore(
          w->b, LLVMIsAPHINode(user)
                    ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k))
                    : user);
      LLVMSetOperand(user, k,
                     LLVMBuildLoad2(w->b, LLVMTypeOf(i), variable, ""));
    }
    next = LLVMGetFirstUse(i); // the list has changed
  }
}

static void keep_values(work *w, const part *p) {
  for (unsigned k = 0; k < p->block_count; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k])
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        keep_value(w, p, i);
}

// What a copy is made for: `number` for the root, or 0: it is a multiple of
// ALIGNED.
typedef struct copy_case {
  const work *w;
  const part *p;
  uint64_t number;
} copy_case;

static LLVMValueRef constant_for(const qn_cpu_copy *c, LLVMValueRef value) {
  const copy_case *k = c->user;
  uint64_t number;
  return k->number && LLVMIsAInstruction(value) &&
                 fold(value, k->p->root, k->number, &number)
             ? LLVMConstInt(LLVMTypeOf(value), number, false)
             : NULL;
}

// Marks a part of an index whose lanes are consecutive from a multiple of
// ALIGNED on, as shapes cannot see (spmd/analysis/shape.c).
static LLVMValueRef part_of_index(const work *w, LLVMValueRef index,
                                  uint64_t mask) {
  LLVMValueRef made = LLVMBuildAnd(
      w->b, index, LLVMConstInt(LLVMTypeOf(index), mask, true), "");
  if (LLVMIsAInstruction(made))
    qn_cpu_mark(made, QN_SPMD_ALIGNED_METADATA);
  return made;
}

// index & number: that of the high bits.
static LLVMValueRef copy_test(qn_cpu_copy *c, LLVMValueRef i) {
  const copy_case *k = c->user;
  const unsigned at =
      qn_spmd_is_uniform(k->w->shapes, LLVMGetOperand(i, 0)) ? 1 : 0;
  LLVMValueRef index = qn_cpu_copy_image(c, LLVMGetOperand(i, at));
  LLVMValueRef by = qn_cpu_copy_image(c, LLVMGetOperand(i, 1 - at));
  return LLVMBuildAnd(
      c->b, part_of_index(k->w, index, ~(uint64_t)(ALIGNED - 1)), by, "");
}

// index & (root - 1), index ^ root: the low bits stay those of the index.
static LLVMValueRef copy_bits(qn_cpu_copy *c, LLVMValueRef i) {
  LLVMValueRef start, root;
  LLVMBuilderRef b = c->b;
  const copy_case *k = c->user;
  for (unsigned t = 0; t < k->p->test_count && !k->number; ++t)
    if (k->p->tests[t] == i)
      return copy_test(c, i);
  if (k->number || !k->p->root || kind_of(k->w, i, &root) != BITS ||
      root != k->p->root)
    return NULL;
  const unsigned at = is_index(LLVMGetOperand(i, 0), &start) ? 0 : 1;
  if (!is_index(LLVMGetOperand(i, at), &start))
    return NULL;
  LLVMValueRef index = qn_cpu_copy_image(c, LLVMGetOperand(i, at));
  LLVMValueRef by = qn_cpu_copy_image(c, LLVMGetOperand(i, 1 - at));
  LLVMValueRef low = part_of_index(k->w, index, ALIGNED - 1);
  LLVMValueRef high = part_of_index(k->w, index, ~(uint64_t)(ALIGNED - 1));
  high = qn_ir_is(i, LLVMXor) ? LLVMBuildXor(b, high, by, "")
                              : LLVMBuildAnd(b, high, by, "");
  // They have no bit in common.
  LLVMValueRef made = LLVMBuildNUWAdd(b, high, low, "");
  if (LLVMIsAInstruction(made))
    LLVMSetNSW(made, true);
  return made;
}

// Keeps LLVM from merging the ends of copies again, by which constants would
// become variables: it does so with no assembly, not even if there is none.
static void end_alone(work *w, LLVMBasicBlockRef block) {
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(w->context), NULL, 0, false);
  LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "", 0, true, false,
                                          LLVMInlineAsmDialectATT, false);
  LLVMPositionBuilderBefore(w->b, LLVMGetBasicBlockTerminator(block));
  LLVMBuildCall2(w->b, type, nothing, NULL, 0, "");
}

// Copies the part; returns the copy's first block.
static LLVMBasicBlockRef copy_part(work *w, const part *p, uint64_t number,
                                   bool *failed) {
  copy_case own = {.w = w, .p = p, .number = number};
  qn_cpu_copy c = {.b = w->b,
                   .blocks = p->blocks,
                   .count = p->block_count,
                   .value = constant_for,
                   .make = copy_bits,
                   .user = &own};
  LLVMBasicBlockRef made = qn_cpu_copy_blocks(&c, "case");
  for (unsigned k = 0; k < p->block_count; ++k) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(p->blocks[k]);
    if (LLVMGetNumSuccessors(end) == 1 &&
        !qn_cpu_copy_has(&c, LLVMGetSuccessor(end, 0)))
      end_alone(w, qn_cpu_copy_block(&c, p->blocks[k]));
  }
  *failed |= c.failed;
  qn_map_finish(&c.made);
  return made;
}

static LLVMValueRef is_multiple(work *w, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef low =
      LLVMBuildAnd(w->b, value, LLVMConstInt(type, ALIGNED - 1, false), "");
  return LLVMBuildICmp(w->b, LLVMIntEQ, low, LLVMConstNull(type), "");
}

// A field of the context or an argument, loaded here.
static LLVMValueRef load_again(work *w, LLVMValueRef value) {
  if (!is_given(value))
    return value;
  LLVMValueRef address = LLVMGetOperand(value, 0);
  if (LLVMIsAInstruction(address)) {
    address = LLVMInstructionClone(address);
    LLVMInsertIntoBuilder(w->b, address);
  }
  LLVMValueRef made = LLVMInstructionClone(value);
  LLVMInsertIntoBuilder(w->b, made);
  LLVMSetOperand(made, 0, address);
  return made;
}

static LLVMValueRef condition_of(work *w, const part *p, uint64_t number) {
  if (number)
    return LLVMBuildICmp(w->b, LLVMIntEQ, p->root,
                         LLVMConstInt(LLVMTypeOf(p->root), number, false), "");
  LLVMValueRef all = is_multiple(w, p->root);
  for (unsigned k = 0; k < p->start_count; ++k)
    all = LLVMBuildAnd(w->b, all, is_multiple(w, load_again(w, p->starts[k])),
                       "");
  return all;
}

static bool make_copies(work *w, part *p) {
  uint64_t numbers[CASES_MAX];
  unsigned count = 0;
  bool failed = false;
  // From 16 on products are further apart than is worth a shuffle.
  if (p->by_bits)
    numbers[count++] = 0;
  for (uint64_t n = 1; p->to_shared && n <= (p->by_bits ? 16 : 8); n *= 2)
    numbers[count++] = n;
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc(p->first);
  LLVMBasicBlockRef from = cut_out(w, p);
  keep_values(w, p);
  for (unsigned k = 0; k < count && !failed; ++k) {
    LLVMBasicBlockRef made = copy_part(w, p, numbers[k], &failed);
    LLVMBasicBlockRef other =
        k + 1 == count
            ? p->blocks[0]
            : LLVMInsertBasicBlockInContext(w->context, made, "case.test");
    LLVMPositionBuilderAtEnd(w->b, from);
    LLVMSetCurrentDebugLocation2(w->b, line);
    LLVMValueRef condition = condition_of(w, p, numbers[k]);
    qn_cpu_mark(LLVMBuildCondBr(w->b, condition, made, other),
                QN_SPMD_CASE_METADATA);
    from = other;
  }
  return !failed;
}

// ---- All

static bool is_done(const LLVMValueRef *done, unsigned count,
                    LLVMValueRef root) {
  for (unsigned k = 0; k < count; ++k)
    if (done[k] == root)
      return true;
  return false;
}

// Finds the next part whose root is not among those that are done.
static bool find_next(const work *w, LLVMValueRef *done, unsigned *count,
                      part *p) {
  for (unsigned n = 0; n < w->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, w->graph->nodes[n].block) {
      LLVMValueRef root;
      bool shared = false;
      if (kind_of(w, i, &root) == NO_KIND || is_done(done, *count, root) ||
          *count == ROOTS_MAX || !is_in_address(i, 0, &shared))
        continue;
      if (find_part(w, i, root, p) && weigh(w, p) && go_ahead(w, p)) {
        done[(*count)++] = root;
        return true;
      }
    }
  return false;
}

static qn_status make_next(work *w, LLVMValueRef *done, unsigned *count,
                           bool *found, qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph = {0};
  qn_spmd_shapes shapes = {0};
  const qn_spmd_graph_params whole = {.start = LLVMGetEntryBasicBlock(w->item),
                                      .arena = &arena};
  qn_status status = qn_spmd_graph_init(&graph, &whole, diag);
  const qn_spmd_shape_params params = {
      .function = w->item,
      .graph = &graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(w->item)),
      .width = ALIGNED,
      .rows = 1,
      .arena = &arena};
  *found = false;
  if (!qn_failed(status) && !graph.reason && graph.reducible) {
    status = qn_spmd_shapes_init(&shapes, &params, diag);
    w->graph = &graph;
    w->shapes = &shapes;
    part p;
    *found = !qn_failed(status) && find_next(w, done, count, &p);
    if (*found && !make_copies(w, &p))
      status = qn_fail_memory(diag, "the cases of a kernel");
  }
  w->graph = NULL;
  w->shapes = NULL;
  qn_spmd_shapes_finish(&shapes);
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_cpu_make_cases(LLVMValueRef item, LLVMTargetMachineRef machine,
                            qn_diag *diag) {
  LLVMValueRef done[ROOTS_MAX];
  unsigned count = 0;
  work w = {.item = item,
            .context = LLVMGetModuleContext(LLVMGetGlobalParent(item))};
  w.b = LLVMCreateBuilderInContext(w.context);
  qn_status status = qn_ok();
  for (bool again = true; again && !qn_failed(status);)
    status = make_next(&w, done, &count, &again, diag);
  LLVMDisposeBuilder(w.b);
  return count && !qn_failed(status)
             ? qn_ir_run_function_passes(
                   item,
                   "sroa<modify-cfg>,instsimplify,adce,loop-simplify,lcssa",
                   machine, diag)
             : status;
}

// ---- Blocks of one work-item

// Whether the kernel asks for its block along x and not for its place in it,
// and the context is only read.
static bool asks_for_blocks_only(LLVMValueRef item) {
  LLVMValueRef context = LLVMGetParam(item, 0);
  bool asks = false;
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      const int64_t field = qn_spmd_context_field(i);
      if (field == QN_ITEM_THREAD_X || field == QN_ITEM_LANE ||
          field == QN_ITEM_LINEAR || field >= QN_ITEM_SHARED ||
          (field >= 0 && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind))
        return false;
      asks |= field == QN_ITEM_BLOCK_X;
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
        if (LLVMGetOperand(i, k) == context && field < 0 &&
            !LLVMIsAGetElementPtrInst(i))
          return false;
    }
  return asks;
}

// All of the kernel, which has one return; `*out_end`.
static bool take_all(const qn_spmd_graph *g, part *p, LLVMValueRef *out_end) {
  unsigned size = 0;
  *p = (part){0};
  *out_end = NULL;
  for (unsigned n = 0; n < g->count; ++n) {
    LLVMBasicBlockRef block = g->nodes[n].block;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (p->block_count == BLOCKS_MAX || !can_copy(block, &size) ||
        (LLVMIsAReturnInst(end) && *out_end))
      return false;
    *out_end = LLVMIsAReturnInst(end) ? end : *out_end;
    p->blocks[p->block_count++] = block;
  }
  return *out_end != NULL;
}

// The block's index is that of the only row, which goes on from group to group
// where the grid collapses.
static void make_row(work *w, LLVMValueRef index) {
  LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(index));
  LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(index));
  LLVMValueRef x =
      LLVMBuildLoad2(w->b, LLVMTypeOf(index), LLVMGetParam(w->item, 0), "");
  LLVMValueRef sum = LLVMBuildNUWAdd(w->b, x, x, "");
  LLVMSetNSW(sum, true);
  LLVMReplaceAllUsesWith(index, sum);
  LLVMSetOperand(sum, 0, index);
}

static void make_rows(work *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  for (LLVMBasicBlockRef block = from; block != to;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (qn_spmd_context_field(i) == QN_ITEM_BLOCK_X)
        make_row(w, i);
    }
}

static LLVMValueRef has_single_items(work *w) {
  LLVMTypeRef word = LLVMInt32TypeInContext(w->context);
  LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(w->context),
                                 QN_ITEM_BLOCK_DIM_X, false);
  LLVMValueRef field = LLVMBuildGEP2(w->b, LLVMInt8TypeInContext(w->context),
                                     LLVMGetParam(w->item, 0), &at, 1, "");
  return LLVMBuildICmp(w->b, LLVMIntEQ, LLVMBuildLoad2(w->b, word, field, ""),
                       LLVMConstInt(word, 1, false), "");
}

// Copies the part, for blocks of one; the return stays in a block of its own.
static bool copy_all(work *w, part *p, LLVMValueRef end) {
  LLVMBasicBlockRef last = LLVMGetInstructionParent(end);
  LLVMBasicBlockRef body = move_head(w, end, "case.other");
  bool failed = false;
  for (unsigned k = 0; k < p->block_count; ++k)
    if (p->blocks[k] == last)
      p->blocks[k] = body;
  LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(
      w->context, LLVMGetEntryBasicBlock(w->item), "case.first");
  LLVMBasicBlockRef row = copy_part(w, p, 0, &failed);
  make_rows(w, row, p->blocks[0]);
  LLVMPositionBuilderAtEnd(w->b, first);
  LLVMSetCurrentDebugLocation2(w->b, NULL);
  LLVMBuildCondBr(w->b, has_single_items(w), row, p->blocks[0]);
  return !failed;
}

qn_status qn_cpu_make_grid_case(LLVMValueRef item, bool *out_made,
                                qn_diag *diag) {
  work w = {.item = item,
            .context = LLVMGetModuleContext(LLVMGetGlobalParent(item))};
  *out_made = false;
  if (!asks_for_blocks_only(item))
    return qn_ok();
  qn_arena arena = {0};
  qn_spmd_graph graph = {0};
  LLVMValueRef end;
  part p;
  const qn_spmd_graph_params whole = {.start = LLVMGetEntryBasicBlock(item),
                                      .arena = &arena};
  qn_status status = qn_spmd_graph_init(&graph, &whole, diag);
  if (!qn_failed(status) && !graph.reason && take_all(&graph, &p, &end)) {
    w.b = LLVMCreateBuilderInContext(w.context);
    *out_made = true;
    if (!copy_all(&w, &p, end))
      status = qn_fail_memory(diag, "the cases of a kernel");
    LLVMDisposeBuilder(w.b);
  }
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}
