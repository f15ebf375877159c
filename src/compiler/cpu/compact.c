// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/compact.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/copy.h"
#include "compiler/spmd/analysis/condition.h"
#include "compiler/spmd/analysis/effect.h"
#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/analysis/regions.h"
#include "compiler/spmd/analysis/shape.h"
#include "quern/cpu_abi.h"

enum {
  DEPTH_MAX = 12,   // deeper expressions are not computed again
  SIZE_MAX_OF = 60, // instructions of a body
  BLOCKS_MAX = 8,
  REST_MAX = 4,
  GUARDS_MAX = 4, // of a kernel
};

// Which work-items go on: those with t % step == rest, or those whose bit
// `step`, a power of 2, is set or not.
typedef struct guard {
  LLVMValueRef condition; // the comparison
  bool met;               // its value for work-items that go on
  bool is_bit;
  bool is_set;       // with is_bit
  bool is_quotient;  // `step` may be any number
  bool is_signed;    // `step` has to be positive
  LLVMValueRef mask; // without is_bit: step - 1, where `step` is NULL
  LLVMValueRef step;
  LLVMValueRef rest, flip; // rest: (rest ^ flip) & (step - 1); NULL: 0
} guard;

// A branch that some work-items go by, and what they do until all meet again.
typedef struct part {
  unsigned node;
  LLVMBasicBlockRef head, join;
  LLVMBasicBlockRef blocks[BLOCKS_MAX];
  unsigned block_count;
  guard g;
  // The other conditions, and what they have to be.
  LLVMValueRef rest[REST_MAX];
  bool rest_met[REST_MAX];
  unsigned rest_count;
} part;

typedef struct work {
  LLVMValueRef item;
  const qn_spmd_graph *graph;
  const qn_spmd_shapes *group; // for whole groups
  LLVMContextRef context;
  LLVMBuilderRef b;
} work;

static bool is_uniform(const work *w, LLVMValueRef value) {
  return qn_spmd_is_uniform(w->group, value);
}

static bool is_thread(LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         qn_spmd_context_field(value) == QN_ITEM_THREAD_X;
}

static bool is_number(LLVMValueRef value, uint64_t *out) {
  if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  *out = LLVMConstIntGetZExtValue(value);
  return true;
}

static bool is_power(uint64_t number) {
  return number && !(number & (number - 1));
}

// ---- Guards

// thread ^ by; `*by` is uniform.
static bool is_exchange(const work *w, LLVMValueRef value, LLVMValueRef *by) {
  for (unsigned k = 0; qn_ir_is(value, LLVMXor) && k < 2; ++k) {
    *by = LLVMGetOperand(value, 1 - k);
    if (is_thread(LLVMGetOperand(value, k)) && is_uniform(w, *by))
      return true;
  }
  return false;
}

// The number that `mask` is one less than, where it says so.
static LLVMValueRef step_of_mask(LLVMValueRef mask) {
  uint64_t number;
  LLVMValueRef callee = LLVMIsACallInst(mask) ? qn_ir_callee(mask) : NULL;
  if (callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.usub.sat")) &&
      is_number(LLVMGetOperand(mask, 1), &number) && number == 1)
    return LLVMGetOperand(mask, 0);
  return qn_ir_is(mask, LLVMAdd) &&
                 is_number(LLVMGetOperand(mask, 1), &number) &&
                 number == UINT32_MAX
             ? LLVMGetOperand(mask, 0)
             : NULL;
}

// (t & mask) == rest, or (t ^ flip) & mask; `equal`: or != rest.
static bool read_bits(const work *w, LLVMValueRef bits, uint64_t rest,
                      bool equal, guard *out) {
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef index = LLVMGetOperand(bits, k);
    uint64_t mask;
    out->mask = LLVMGetOperand(bits, 1 - k);
    out->flip = NULL;
    if (!is_uniform(w, out->mask) ||
        (!is_thread(index) && !is_exchange(w, index, &out->flip)))
      continue;
    if (!is_number(out->mask, &mask)) {
      if (rest || out->flip)
        return false;
      out->step = step_of_mask(out->mask);
      out->is_bit = !out->step;
      out->is_set = !equal;
      out->step = out->step ? out->step : out->mask;
      return out->is_bit || equal;
    }
    if (rest > mask || (mask != 1 && out->flip))
      return false;
    out->is_bit = is_power(mask) && mask != 1;
    out->is_set = (rest != 0) == equal;
    if (out->is_bit) {
      out->step = out->mask;
      return true;
    }
    if (!is_power(mask + 1) || mask > UINT16_MAX || (!equal && mask != 1))
      return false;
    out->step = LLVMConstInt(LLVMTypeOf(bits), mask + 1, false);
    out->rest = LLVMConstInt(LLVMTypeOf(bits), equal ? rest : rest ^ 1, false);
    return true;
  }
  return false;
}

// (t ^ step) > t: the highest bit of the step is not set in t.
static bool read_order(const work *w, LLVMValueRef a, LLVMValueRef b,
                       LLVMIntPredicate p, guard *out) {
  if (is_thread(a)) {
    LLVMValueRef other = a;
    a = b;
    b = other;
    p = qn_spmd_swapped(p);
  }
  if (!is_thread(b) || !is_exchange(w, a, &out->step))
    return false;
  out->is_bit = true;
  out->is_signed = p >= LLVMIntSGT;
  out->is_set =
      p == LLVMIntULT || p == LLVMIntULE || p == LLVMIntSLT || p == LLVMIntSLE;
  return true;
}

static bool read_comparison(const work *w, LLVMValueRef value, bool met,
                            guard *out) {
  uint64_t rest;
  *out = (guard){.condition = value, .met = met};
  if (!LLVMIsAICmpInst(value) || LLVMTypeOf(LLVMGetOperand(value, 0)) !=
                                     LLVMInt32TypeInContext(w->context))
    return false;
  LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
  const LLVMIntPredicate p = LLVMGetICmpPredicate(value);
  if (p != LLVMIntEQ && p != LLVMIntNE) {
    if (!read_order(w, a, b, p, out))
      return false;
    out->is_set ^= !met;
    return true;
  }
  const bool equal = (p == LLVMIntEQ) == met;
  if (!is_number(b, &rest))
    return false;
  if (qn_ir_is(a, LLVMAnd))
    return read_bits(w, a, rest, equal, out);
  if (!qn_ir_is(a, LLVMURem) || !equal || !is_thread(LLVMGetOperand(a, 0)) ||
      !is_uniform(w, LLVMGetOperand(a, 1)))
    return false;
  uint64_t step = 0;
  out->step = LLVMGetOperand(a, 1);
  out->is_quotient = true;
  out->rest = b;
  return is_number(out->step, &step) ? step > 1 && rest < step : rest == 0;
}

// Finds a guard among conditions that have to be met together; the others are
// noted.
static bool read_condition(const work *w, LLVMValueRef value, bool met,
                           part *p) {
  LLVMValueRef parts[2];
  uint64_t one;
  bool is_and;
  if (qn_ir_is(value, LLVMXor) && is_number(LLVMGetOperand(value, 1), &one) &&
      one)
    return read_condition(w, LLVMGetOperand(value, 0), !met, p);
  guard found;
  if (!p->g.condition && read_comparison(w, value, met, &found)) {
    p->g = found;
    return true;
  }
  if (qn_spmd_read_junction(value, parts, &is_and) && is_and == met)
    return read_condition(w, parts[0], met, p) &&
           read_condition(w, parts[1], met, p);
  if (p->rest_count == REST_MAX)
    return false;
  p->rest[p->rest_count] = value;
  p->rest_met[p->rest_count++] = met;
  return true;
}

// ---- What the part may be

static bool is_in_part(const part *p, LLVMBasicBlockRef block) {
  for (unsigned k = 0; k < p->block_count; ++k)
    if (p->blocks[k] == block)
      return true;
  return false;
}

static LLVMValueRef base_of(LLVMValueRef access) {
  LLVMValueRef base = LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
  while (LLVMIsAGetElementPtrInst(base))
    base = LLVMGetOperand(base, 0);
  return base;
}

// Whether it loads shared memory in the part's head, where nothing is stored.
static bool is_quiet_load(const part *p, LLVMValueRef load) {
  return !qn_spmd_has_effect(load) &&
         LLVMGetInstructionParent(load) == p->head &&
         qn_spmd_context_field(base_of(load)) == QN_ITEM_SHARED;
}

// Whether the value can be computed for another index.
static bool can_make(const work *w, const part *p, LLVMValueRef value,
                     unsigned depth) {
  if (!LLVMIsAInstruction(value) || is_uniform(w, value) ||
      is_in_part(p, LLVMGetInstructionParent(value)))
    return true;
  if (depth == DEPTH_MAX)
    return false;
  const int64_t at = qn_spmd_context_field(value);
  if (at >= 0)
    return at == QN_ITEM_THREAD_X;
  if (LLVMIsALoadInst(value) ? !is_quiet_load(p, value)
                             : !qn_spmd_is_cheap(value))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!can_make(w, p, LLVMGetOperand(value, k), depth + 1))
      return false;
  return true;
}

// Whether an instruction of the part can be done by another work-item, and
// leaves nothing behind but memory; `*shared`: at an address of its own.
static bool can_move(const work *w, const part *p, LLVMValueRef i,
                     bool *shared) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!is_in_part(p, LLVMGetInstructionParent(LLVMGetUser(use))))
      return false;
  const int64_t field = qn_spmd_context_field(i);
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if (LLVMIsAAllocaInst(i))
    return false;
  if (stores ? LLVMGetVolatile(i) ||
                   LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic
             : qn_spmd_has_effect(i))
    return false;
  if ((stores || LLVMIsALoadInst(i)) && field < 0 &&
      !is_uniform(w, LLVMGetOperand(i, stores))) {
    if (qn_spmd_context_field(base_of(i)) != QN_ITEM_SHARED)
      return false;
    *shared = true;
  }
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (!LLVMValueIsBasicBlock(LLVMGetOperand(i, k)) &&
        !can_make(w, p, LLVMGetOperand(i, k), 0))
      return false;
  return true;
}

static bool has_barrier(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (qn_spmd_is_barrier(i))
      return true;
  return false;
}

// Whether a block accesses memory that others may, too: loads only `behind`
// the part.
static bool has_access(LLVMBasicBlockRef block, bool behind) {
  QN_EACH_INSTRUCTION (i, block) {
    if (!qn_spmd_is_barrier(i) && qn_spmd_has_effect(i))
      return true;
    const int64_t field = qn_spmd_context_field(i);
    if (behind && LLVMIsALoadInst(i) && field < 0 &&
        !LLVMGetMetadata(i,
                         qn_ir_metadata_kind(LLVMGetTypeContext(LLVMTypeOf(i)),
                                             "invariant.load")))
      return true;
  }
  return false;
}

// Whether nothing happens between the last barriers and the part.
static bool is_quiet_before(const work *w, const part *p, unsigned node,
                            uint64_t *seen) {
  const qn_spmd_node *n = &w->graph->nodes[node];
  if (qn_spmd_bit(seen, node))
    return true;
  qn_spmd_set_bit(seen, node);
  if (is_in_part(p, n->block) || has_access(n->block, false))
    return false;
  for (unsigned k = 0; k < n->predecessor_count; ++k) {
    const unsigned from = n->predecessors[k];
    if (!has_barrier(w->graph->nodes[from].block) &&
        !is_quiet_before(w, p, from, seen))
      return false;
  }
  return true;
}

// Whether nothing happens between the part and the next barriers.
static bool is_quiet_behind(const work *w, const part *p, unsigned node,
                            uint64_t *seen) {
  if (node == w->graph->count || qn_spmd_bit(seen, node))
    return true;
  const qn_spmd_node *n = &w->graph->nodes[node];
  qn_spmd_set_bit(seen, node);
  if (n->block == p->head || has_access(n->block, true))
    return false;
  for (unsigned k = 0; !has_barrier(n->block) && k < n->successor_count; ++k)
    if (!is_quiet_behind(w, p, n->successors[k], seen))
      return false;
  return true;
}

static bool is_quiet_around(const work *w, const part *p) {
  const unsigned count = w->graph->count;
  uint64_t *before = qn_spmd_bits(w->group->arena, count + 1);
  uint64_t *behind = qn_spmd_bits(w->group->arena, count + 1);
  return before && behind && is_quiet_before(w, p, p->node, before) &&
         is_quiet_behind(w, p, w->graph->nodes[p->node].postdominator, behind);
}

// Takes the nodes from `start` to where all meet again.
static bool take_blocks(const work *w, unsigned start, part *p) {
  const qn_spmd_graph *g = w->graph;
  const unsigned end = g->nodes[p->node].postdominator;
  uint64_t *nodes = qn_spmd_bits(w->group->arena, g->count + 1);
  if (!nodes || g->nodes[start].predecessor_count != 1)
    return false;
  qn_spmd_reach(g, start, end, nodes);
  for (unsigned n = 0; n < g->count; ++n) {
    if (!qn_spmd_bit(nodes, n))
      continue;
    if (p->block_count == BLOCKS_MAX || n < start ||
        g->nodes[n].loop != g->nodes[p->node].loop ||
        !qn_spmd_dominates(g, start, n) || has_barrier(g->nodes[n].block) ||
        g->nodes[n].successors[0] == g->count)
      return false;
    for (unsigned k = 0; k < g->nodes[n].successor_count; ++k)
      if (g->nodes[n].successors[k] <= n && g->nodes[n].successors[k] != end)
        return false;
    p->blocks[p->block_count++] = g->nodes[n].block;
  }
  return p->block_count && p->blocks[0] == g->nodes[start].block &&
         !LLVMIsAPHINode(LLVMGetFirstInstruction(p->blocks[0]));
}

static bool can_move_all(const work *w, const part *p) {
  unsigned size = 0;
  bool shared = false;
  for (unsigned k = 0; k < p->block_count; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k])
      if (++size > SIZE_MAX_OF || !can_move(w, p, i, &shared))
        return false;
  for (unsigned k = 0; k < p->rest_count; ++k)
    if (!can_make(w, p, p->rest[k], 0))
      return false;
  return shared;
}

// Whether the branch at the end of `node` is one that all work-items of a
// group, or none, come to, and some of which go on to a part.
static bool read_part(const work *w, unsigned node, part *p) {
  const qn_spmd_graph *g = w->graph;
  const qn_spmd_node *n = &g->nodes[node];
  *p = (part){.node = node, .head = n->block};
  if (qn_cpu_is_rare(LLVMGetBasicBlockTerminator(n->block)) ||
      !qn_spmd_diverges(w->group, g, node) ||
      qn_spmd_bit(w->group->divergent_nodes, node) ||
      n->postdominator >= g->count)
    return false;
  const unsigned skip = n->successors[0] == n->postdominator ? 0 : 1;
  if (n->successors[skip] != n->postdominator)
    return false;
  p->join = g->nodes[n->postdominator].block;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(n->block);
  LLVMValueRef first = LLVMGetFirstInstruction(p->join);
  return !LLVMIsAPHINode(first) &&
         read_condition(w, LLVMGetCondition(end), skip == 1, p) &&
         p->g.condition && take_blocks(w, n->successors[1 - skip], p) &&
         can_move_all(w, p) && is_quiet_around(w, p);
}

// ---- The new code

static LLVMValueRef number(const work *w, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(w->context), value, false);
}

static LLVMValueRef intrinsic(work *w, const char *name, LLVMValueRef *args,
                              unsigned count) {
  LLVMTypeRef type = LLVMTypeOf(args[0]);
  LLVMValueRef function =
      qn_ir_intrinsic(LLVMGetGlobalParent(w->item), name, &type, 1);
  return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(function), function, args,
                        count, "");
}

static LLVMValueRef field(work *w, int64_t offset) {
  LLVMValueRef at =
      LLVMConstInt(LLVMInt64TypeInContext(w->context), (uint64_t)offset, false);
  LLVMValueRef address = LLVMGetParam(w->item, 0);
  if (offset)
    address = LLVMBuildInBoundsGEP2(w->b, LLVMInt8TypeInContext(w->context),
                                    address, &at, 1, "");
  LLVMValueRef made =
      LLVMBuildLoad2(w->b, LLVMInt32TypeInContext(w->context), address, "");
  LLVMSetAlignment(made, 4);
  return made;
}

// Neither sums nor products of indices wrap for work-items that go on.
static LLVMValueRef exact(LLVMValueRef made) {
  if (LLVMIsAInstruction(made)) {
    LLVMSetNUW(made, true);
    LLVMSetNSW(made, true);
  }
  return made;
}

// Whether the step is what the new code needs; NULL: it is.
static LLVMValueRef test_step(work *w, const part *p) {
  const guard *g = &p->g;
  LLVMValueRef all = NULL, step = g->step;
  if (!LLVMIsAConstantInt(step)) {
    LLVMValueRef bits =
        g->is_quotient ? NULL : intrinsic(w, "llvm.ctpop", &step, 1);
    // Every first work-item is all of them; a bit may be the lowest one.
    all = LLVMBuildICmp(w->b, g->is_signed ? LLVMIntSGT : LLVMIntUGT, step,
                        number(w, g->is_bit ? 0 : 1), "");
    if (bits)
      all = LLVMBuildAnd(w->b, all,
                         LLVMBuildICmp(w->b, LLVMIntEQ, bits, number(w, 1), ""),
                         "");
  }
  for (unsigned k = 0; k < p->rest_count; ++k) {
    LLVMValueRef one = p->rest[k];
    if (!is_uniform(w, one))
      continue;
    // Frozen: it may be poison where no work-item goes on.
    one = LLVMBuildFreeze(w->b, one, "");
    one = p->rest_met[k] ? one : LLVMBuildNot(w->b, one, "");
    all = all ? LLVMBuildAnd(w->b, all, one, "") : one;
  }
  return all;
}

// How many work-items of a row go on, and the index of the one that is the
// `thread`-th of them.
static void expand_bit(work *w, const guard *g, LLVMValueRef thread,
                       LLVMValueRef *count, LLVMValueRef *index) {
  LLVMBuilderRef b = w->b;
  LLVMValueRef n = field(w, QN_ITEM_BLOCK_DIM_X);
  LLVMValueRef below = LLVMBuildAdd(b, g->step, number(w, UINT32_MAX), "");
  LLVMValueRef cycle = LLVMBuildOr(b, LLVMBuildShl(b, below, number(w, 1), ""),
                                   number(w, 1), "");
  LLVMValueRef last = LLVMBuildAnd(b, n, cycle, "");
  LLVMValueRef whole =
      LLVMBuildLShr(b, LLVMBuildSub(b, n, last, ""), number(w, 1), "");
  LLVMValueRef few[] = {last, g->step};
  if (g->is_set)
    few[0] = intrinsic(w, "llvm.usub.sat", few, 2);
  *count = LLVMBuildAdd(b, whole, intrinsic(w, "llvm.umin", few, 2), "");
  LLVMValueRef twice = exact(LLVMBuildShl(b, thread, number(w, 1), ""));
  LLVMValueRef low = LLVMBuildAnd(b, thread, below, "");
  *index = exact(LLVMBuildSub(b, twice, low, ""));
  if (g->is_set)
    *index = exact(LLVMBuildAdd(b, *index, g->step, ""));
}

static LLVMValueRef rest_of(work *w, const guard *g) {
  LLVMValueRef rest = g->rest ? g->rest : number(w, 0);
  return g->flip ? LLVMBuildAnd(w->b, LLVMBuildXor(w->b, rest, g->flip, ""),
                                g->mask, "")
                 : rest;
}

static void expand_step(work *w, const guard *g, LLVMValueRef thread,
                        LLVMValueRef *count, LLVMValueRef *index) {
  LLVMBuilderRef b = w->b;
  LLVMValueRef n = field(w, QN_ITEM_BLOCK_DIM_X), step = g->step;
  LLVMValueRef rest = rest_of(w, g), zero = number(w, 0);
  const bool is_zero = LLVMIsAConstantInt(rest) && LLVMIsNull(rest);
  LLVMValueRef last = LLVMBuildAdd(b, n, number(w, UINT32_MAX), "");
  if (!is_zero)
    last = LLVMBuildSub(b, last, rest, "");
  if (g->is_quotient) {
    last = LLVMBuildUDiv(b, last, step, "");
  } else {
    LLVMValueRef args[] = {
        step, LLVMConstInt(LLVMInt1TypeInContext(w->context), 0, false)};
    last = LLVMBuildLShr(b, last, intrinsic(w, "llvm.cttz", args, 2), "");
  }
  *count = LLVMBuildAdd(b, last, number(w, 1), "");
  *index = exact(LLVMBuildMul(b, thread, step, ""));
  if (is_zero)
    return;
  *count = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntUGT, n, rest, ""), *count,
                           zero, "");
  *index = exact(LLVMBuildAdd(b, *index, rest, ""));
}

// The copy's own way of making an instruction.
typedef struct moved {
  work *w;
  const part *p;
  LLVMValueRef index;
} moved;

static LLVMValueRef value_in(const qn_cpu_copy *c, LLVMValueRef of) {
  const moved *m = c->user;
  return is_thread(of) ? m->index
         : of == m->p->g.condition
             ? LLVMConstInt(LLVMTypeOf(of), m->p->g.met, 0)
             : NULL;
}

// thread ^ step, where the step's bit is known.
static LLVMValueRef make_in(qn_cpu_copy *c, LLVMValueRef i) {
  const moved *m = c->user;
  const guard *g = &m->p->g;
  LLVMValueRef by;
  uint64_t number;
  if (is_thread(i))
    return m->index;
  if (qn_ir_is(i, LLVMAdd) && is_thread(LLVMGetOperand(i, 0)) &&
      is_number(LLVMGetOperand(i, 1), &number) && number <= UINT16_MAX)
    return exact(
        LLVMBuildAdd(c->b, m->index, LLVMGetOperand(i, 1), "")); // it is small
  if (!g->is_bit || !is_exchange(m->w, i, &by) || by != g->step)
    return NULL;
  return exact(g->is_set ? LLVMBuildSub(c->b, m->index, by, "")
                         : LLVMBuildAdd(c->b, m->index, by, ""));
}

// Makes what is computed from the thread's index outside of the part, for the
// new index.
static void make_again(qn_cpu_copy *c, LLVMValueRef value) {
  const moved *m = c->user;
  if (!LLVMIsAInstruction(value) || is_uniform(m->w, value) ||
      is_in_part(m->p, LLVMGetInstructionParent(value)) || value_in(c, value) ||
      qn_map_find(&c->made, (uintptr_t)value) ||
      qn_spmd_context_field(value) >= 0)
    return;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    make_again(c, LLVMGetOperand(value, k));
  qn_cpu_copy_instruction(c, value);
}

// Whether the other conditions are met; NULL: there are none.
static LLVMValueRef test_rest(qn_cpu_copy *c) {
  const moved *m = c->user;
  LLVMValueRef all = NULL;
  for (unsigned k = 0; k < m->p->rest_count; ++k) {
    if (is_uniform(m->w, m->p->rest[k]))
      continue;
    make_again(c, m->p->rest[k]);
    LLVMValueRef one = qn_cpu_copy_image(c, m->p->rest[k]);
    one = m->p->rest_met[k] ? one : LLVMBuildNot(c->b, one, "");
    // A select, as the second may be poison where the first is not met.
    all = all ? LLVMBuildSelect(c->b, all, one, LLVMConstNull(LLVMTypeOf(one)),
                                "")
              : one;
  }
  return all;
}

// Fills `body`, which all that go on come to, and the copy behind it.
static bool fill_body(work *w, const part *p, LLVMBasicBlockRef body,
                      LLVMValueRef index) {
  moved own = {.w = w, .p = p, .index = index};
  qn_cpu_copy c = {.b = w->b,
                   .blocks = p->blocks,
                   .count = p->block_count,
                   .value = value_in,
                   .make = make_in,
                   .user = &own};
  LLVMPositionBuilderAtEnd(w->b, body);
  LLVMValueRef rest = test_rest(&c);
  for (unsigned k = 0; k < p->block_count; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k])
      for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(i); ++n)
        if (!LLVMValueIsBasicBlock(LLVMGetOperand(i, n)))
          make_again(&c, LLVMGetOperand(i, n));
  LLVMBasicBlockRef copy = qn_cpu_copy_blocks(&c, "compact");
  LLVMPositionBuilderAtEnd(w->b, body);
  if (rest)
    LLVMBuildCondBr(w->b, rest, copy, p->join);
  else
    LLVMBuildBr(w->b, copy);
  qn_map_finish(&c.made);
  return !c.failed;
}

// Removes the part, which nothing leads to any more.
static void remove_blocks(const part *p) {
  for (unsigned k = 0; k < p->block_count; ++k)
    QN_EACH_INSTRUCTION (i, p->blocks[k])
      if (LLVMGetFirstUse(i))
        LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
  for (unsigned k = 0; k < p->block_count; ++k)
    while (LLVMGetLastInstruction(p->blocks[k]))
      LLVMInstructionEraseFromParent(LLVMGetLastInstruction(p->blocks[k]));
  for (unsigned k = 0; k < p->block_count; ++k)
    LLVMDeleteBasicBlock(p->blocks[k]);
}

// The branch of the head stays for steps that are others, in a block of its
// own, or goes with the part.
static bool compact(work *w, const part *p) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(p->head);
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc(end);
  LLVMBasicBlockRef first =
      LLVMInsertBasicBlockInContext(w->context, p->blocks[0], "compact.first");
  LLVMBasicBlockRef body =
      LLVMInsertBasicBlockInContext(w->context, p->blocks[0], "compact.body");
  LLVMPositionBuilderBefore(w->b, end);
  LLVMSetCurrentDebugLocation2(w->b, line);
  LLVMValueRef fits = test_step(w, p), count, index;
  if (fits) {
    LLVMBasicBlockRef other = LLVMInsertBasicBlockInContext(
        w->context, p->blocks[0], "compact.other");
    LLVMInstructionRemoveFromParent(end);
    LLVMPositionBuilderAtEnd(w->b, other);
    LLVMInsertIntoBuilder(w->b, end);
    LLVMPositionBuilderAtEnd(w->b, p->head);
    LLVMBuildCondBr(w->b, fits, first, other);
    qn_cpu_mark_rare(p->head);
    qn_cpu_mark_rare(other);
    for (unsigned k = 0; k < p->block_count; ++k)
      qn_cpu_mark_rare(p->blocks[k]);
  } else {
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(w->b, p->head);
    LLVMBuildBr(w->b, first);
  }
  LLVMPositionBuilderAtEnd(w->b, first);
  LLVMSetCurrentDebugLocation2(w->b, line);
  LLVMValueRef thread = field(w, QN_ITEM_THREAD_X);
  (p->g.is_bit ? expand_bit : expand_step)(w, &p->g, thread, &count, &index);
  LLVMBuildCondBr(w->b, LLVMBuildICmp(w->b, LLVMIntULT, thread, count, ""),
                  body, p->join);
  const bool filled = fill_body(w, p, body, index);
  if (!fits)
    remove_blocks(p);
  return filled;
}

// ---- All

// Whether it asks for more of its place than the index in its row: a warp may
// span rows.
static bool asks_for_rows(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      const int64_t at = qn_spmd_context_field(i);
      if (at == QN_ITEM_THREAD_Y || at == QN_ITEM_THREAD_Z ||
          at == QN_ITEM_LINEAR || at == QN_ITEM_LANE)
        return true;
    }
  return false;
}

static qn_status compact_next(work *w, bool *found, qn_diag *diag) {
  qn_arena arena = {0};
  qn_spmd_graph graph = {0};
  qn_spmd_shapes group = {0};
  const qn_spmd_graph_params whole = {.start = LLVMGetEntryBasicBlock(w->item),
                                      .arena = &arena};
  const qn_spmd_shape_params params = {
      .function = w->item,
      .graph = &graph,
      .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(w->item)),
      .width = QN_CPU_WARP_SIZE,
      .rows = 1,
      .of_group = true,
      .arena = &arena};
  *found = false;
  qn_status status = qn_spmd_graph_init(&graph, &whole, diag);
  if (!qn_failed(status) && !graph.reason && graph.reducible && graph.ends)
    status = qn_spmd_shapes_init(&group, &params, diag);
  w->graph = &graph;
  w->group = &group;
  for (unsigned n = 0;
       group.graph && !qn_failed(status) && n < graph.count && !*found; ++n) {
    part p;
    *found = read_part(w, n, &p);
    if (*found && !compact(w, &p))
      status = qn_fail_memory(diag, "a part of a kernel");
  }
  w->graph = NULL;
  w->group = NULL;
  qn_spmd_shapes_finish(&group);
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

qn_status qn_cpu_compact(LLVMValueRef item, LLVMTargetMachineRef machine,
                         qn_diag *diag) {
  if (asks_for_rows(item))
    return qn_ok();
  work w = {.item = item,
            .context = LLVMGetModuleContext(LLVMGetGlobalParent(item))};
  w.b = LLVMCreateBuilderInContext(w.context);
  qn_status status = qn_ok();
  unsigned count = 0;
  for (bool again = true; again && count < GUARDS_MAX && !qn_failed(status);) {
    status = compact_next(&w, &again, diag);
    count += again;
  }
  LLVMDisposeBuilder(w.b);
  return count && !qn_failed(status)
             ? qn_ir_run_function_passes(
                   item, "instsimplify,adce,loop-simplify,lcssa", machine, diag)
             : status;
}
