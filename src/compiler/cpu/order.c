// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/order.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"
#include "compiler/ir/lines.h"

// ---- Operations

// Whether the operation's mask may be 0. Votes with mask 0 do not wait, so they
// do not count.
static bool may_lack_mask(LLVMValueRef call, qn_devlib_function function) {
  LLVMValueRef mask = NULL;
  if (function == QN_DEVLIB_ACTIVE_MASK)
    return true;
  if (function == QN_DEVLIB_SHUFFLE)
    mask = LLVMGetOperand(call, 2);
  else if (function == QN_DEVLIB_WARP_SYNC)
    mask = LLVMGetOperand(call, 1);
  return mask && (!LLVMIsAConstantInt(mask) ||
                  (uint32_t)LLVMConstIntGetZExtValue(mask) == 0);
}

// Whether the lanes that take part depend on paths.
static bool is_placed(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  return function == QN_DEVLIB_WARP_STEP || may_lack_mask(i, function);
}

// Whether there is an __activemask(), an operation with mask 0, or a step.
// Other masks are the program's own or come from an __activemask().
static bool needs_paths(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block) {
        const qn_devlib_function called = qn_devlib_called_by(i);
        if (called == QN_DEVLIB_ACTIVE_MASK || called == QN_DEVLIB_WARP_STEP ||
            (may_lack_mask(i, called) &&
             LLVMIsAConstantInt(
                 LLVMGetOperand(i, called == QN_DEVLIB_SHUFFLE ? 2 : 1))))
          return true;
      }
  return false;
}

// ---- Functions that lead to operations

typedef struct leading {
  qn_map functions;
  bool by_pointer; // the address of one of them is taken
} leading;

static bool is_leading_call(const leading *l, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee ? qn_map_find(&l->functions, (uintptr_t)callee) != NULL
                : l->by_pointer && qn_ir_is_indirect_call(i);
}

static bool leads(const leading *l, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (is_placed(i) || is_leading_call(l, i))
        return true;
  return false;
}

static qn_status find_leading(LLVMModuleRef module, leading *l, qn_diag *diag) {
  for (bool changed = true; changed;) {
    changed = false;
    QN_EACH_FUNCTION (function, module) {
      if (LLVMIsDeclaration(function) || !qn_cpu_has_context(function) ||
          qn_map_find(&l->functions, (uintptr_t)function) ||
          !leads(l, function))
        continue;
      QN_TRY(qn_map_put(&l->functions, (uintptr_t)function, 0, diag));
      l->by_pointer |= qn_ir_address_taken(function);
      changed = true;
    }
  }
  return qn_ok();
}

// ---- The order of a function's blocks

enum { NONE = 0xffffffffu };

typedef struct node {
  LLVMBasicBlockRef block;
  unsigned part;          // the part that is being ordered and has it
  unsigned seen, low;     // of Tarjan's algorithm
  unsigned stacked, done; // the parts on whose stack it is, and was
} node;

typedef struct order {
  const leading *leading;
  LLVMBuilderRef b;
  LLVMValueRef context;
  uint32_t *place; // the last number given in the module
  qn_arena *arena;
  qn_map numbers; // of blocks
  node *nodes;
  unsigned count;
  unsigned parts; // made so far
} order;

// A part of the function that is put in order: its strongly connected
// components, in reverse topological order.
typedef struct part {
  unsigned id, head; // edges back to the head are ignored; NONE: the function
  unsigned level;    // the number of loops around it
  unsigned seen;
  unsigned *stack, depth;
  unsigned *found, count; // components one after another,
  unsigned *ends, parts;  // where each ends
} part;

static LLVMValueRef end_of(const order *o, unsigned n) {
  return LLVMGetBasicBlockTerminator(o->nodes[n].block);
}

static unsigned successor_count(const order *o, unsigned n) {
  LLVMValueRef end = end_of(o, n);
  return end ? LLVMGetNumSuccessors(end) : 0;
}

// A successor in the part; NONE: it is outside, or the part's head.
static unsigned successor(const order *o, const part *p, unsigned n,
                          unsigned k) {
  LLVMBasicBlockRef to = LLVMGetSuccessor(end_of(o, n), k);
  const unsigned number = (unsigned)*qn_map_find(&o->numbers, (uintptr_t)to);
  return o->nodes[number].part == p->id && number != p->head ? number : NONE;
}

static void end_component(order *o, part *p, unsigned root) {
  unsigned n;
  do {
    n = p->stack[--p->depth];
    o->nodes[n].done = p->id;
    p->found[p->count++] = n;
  } while (n != root);
  p->ends[p->parts++] = p->count;
}

static void find_components(order *o, part *p, unsigned n) {
  node *at = &o->nodes[n];
  at->seen = at->low = ++p->seen;
  at->stacked = p->id;
  p->stack[p->depth++] = n;
  for (unsigned k = 0; k < successor_count(o, n); ++k) {
    const unsigned to = successor(o, p, n, k);
    if (to == NONE)
      continue;
    node *next = &o->nodes[to];
    if (next->stacked != p->id) {
      find_components(o, p, to);
      at->low = next->low < at->low ? next->low : at->low;
    } else if (next->done != p->id && next->seen < at->low) {
      at->low = next->seen;
    }
  }
  if (at->low == at->seen)
    end_component(o, p, n);
}

static bool leads_to_itself(const order *o, const part *p, unsigned n) {
  for (unsigned k = 0; k < successor_count(o, n); ++k)
    if (successor(o, p, n, k) == n)
      return true;
  return false;
}

// ---- Calls

static LLVMValueRef word(const order *o, unsigned value) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(o->context));
  return LLVMConstInt(LLVMInt32TypeInContext(c), value, false);
}

static void note(const order *o, LLVMValueRef before,
                 qn_devlib_function function, unsigned level, unsigned place) {
  LLVMValueRef values[] = {o->context, word(o, level), word(o, place)};
  const unsigned count = function == QN_DEVLIB_WARP_ENTER    ? 1
                         : function == QN_DEVLIB_WARP_RETURN ? 2
                                                             : 3;
  LLVMPositionBuilderBefore(o->b, before);
  LLVMValueRef made = qn_devlib_call(o->b, function, values, count);
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc(before);
  if (!line)
    line = qn_lines_none(
        LLVMGetBasicBlockParent(LLVMGetInstructionParent(before)));
  if (line)
    LLVMInstructionSetDebugLoc(made, line);
}

static void note_block(const order *o, unsigned n, unsigned level) {
  LLVMBasicBlockRef block = o->nodes[n].block;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (is_placed(i)) {
      note(o, i, QN_DEVLIB_WARP_AT, level, ++*o->place);
    } else if (is_leading_call(o->leading, i)) {
      note(o, i, QN_DEVLIB_WARP_CALL, level, ++*o->place);
      note(o, next, QN_DEVLIB_WARP_RETURN, level, 0);
    }
  }
}

static LLVMValueRef first_of(const order *o, unsigned n) {
  LLVMValueRef i = LLVMGetFirstInstruction(o->nodes[n].block);
  while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static bool has_calls(const order *o, const unsigned *nodes, unsigned count) {
  for (unsigned k = 0; k < count; ++k)
    QN_EACH_INSTRUCTION (i, o->nodes[nodes[k]].block)
      if (is_placed(i) || is_leading_call(o->leading, i))
        return true;
  return false;
}

// Whether an edge leads to the block from outside loop `id`.
static bool is_entered(const order *o, unsigned n, unsigned id) {
  LLVMValueRef block = LLVMBasicBlockAsValue(o->nodes[n].block);
  for (LLVMUseRef use = LLVMGetFirstUse(block); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsATerminatorInst(user))
      continue;
    const uint64_t *from =
        qn_map_find(&o->numbers, (uintptr_t)LLVMGetInstructionParent(user));
    if (from && o->nodes[*from].part != id)
      return true;
  }
  return false;
}

// Finds the blocks of a loop, other than its head, that are entered from
// outside.
static unsigned find_entered(const order *o, const part *p,
                             const unsigned *nodes, unsigned count,
                             unsigned *found) {
  unsigned entered = 0;
  for (unsigned k = 0; k < count; ++k)
    if (nodes[k] != p->head && is_entered(o, nodes[k], p->id))
      found[entered++] = nodes[k];
  return entered;
}

static qn_status put_in_order(order *o, unsigned *nodes, unsigned count,
                              part *p, qn_diag *diag);

// Puts a loop in order. Its head is the block that is reached first, which is
// the last one in `nodes`.
static qn_status order_loop(order *o, unsigned *nodes, unsigned count,
                            unsigned level, qn_diag *diag) {
  part p = {.id = ++o->parts, .head = nodes[count - 1], .level = level + 1};
  if (!has_calls(o, nodes, count))
    return qn_ok();
  const unsigned place = ++*o->place;
  for (unsigned k = 0; k < count; ++k)
    o->nodes[nodes[k]].part = p.id;
  nodes[count - 1] = nodes[0];
  nodes[0] = p.head;
  unsigned *entered = qn_arena_alloc(o->arena, count, sizeof(*entered));
  if (!entered)
    return qn_fail_memory(diag, "the order of a function's blocks");
  const unsigned entries = find_entered(o, &p, nodes, count, entered);
  QN_TRY(put_in_order(o, nodes, count, &p, diag));
  // Before the calls that were already added to these blocks.
  note(o, first_of(o, p.head), QN_DEVLIB_WARP_ROUND, level, place);
  for (unsigned k = 0; k < entries; ++k)
    note(o, first_of(o, entered[k]), QN_DEVLIB_WARP_INTO, level, place);
  return qn_ok();
}

static qn_status order_all(order *o, part *p, qn_diag *diag) {
  for (unsigned c = p->parts; c-- > 0;) {
    const unsigned from = c ? p->ends[c - 1] : 0;
    unsigned *nodes = p->found + from;
    const unsigned count = p->ends[c] - from;
    if (count > 1 || leads_to_itself(o, p, nodes[0]))
      QN_TRY(order_loop(o, nodes, count, p->level, diag));
    else
      note_block(o, nodes[0], p->level);
  }
  return qn_ok();
}

static qn_status put_in_order(order *o, unsigned *nodes, unsigned count,
                              part *p, qn_diag *diag) {
  p->stack = qn_arena_alloc(o->arena, count, sizeof(*p->stack));
  p->found = qn_arena_alloc(o->arena, count, sizeof(*p->found));
  p->ends = qn_arena_alloc(o->arena, count, sizeof(*p->ends));
  if (!p->stack || !p->found || !p->ends)
    return qn_fail_memory(diag, "the order of a function's blocks");
  for (unsigned k = 0; k < count; ++k)
    if (o->nodes[nodes[k]].stacked != p->id)
      find_components(o, p, nodes[k]);
  return order_all(o, p, diag);
}

static qn_status order_function(order *o, LLVMValueRef function,
                                qn_diag *diag) {
  part p = {.id = ++o->parts, .head = NONE};
  o->count = LLVMCountBasicBlocks(function);
  o->context = qn_cpu_context_of(function);
  o->nodes = qn_arena_alloc(o->arena, o->count, sizeof(*o->nodes));
  unsigned *all = qn_arena_alloc(o->arena, o->count, sizeof(*all));
  if (!o->nodes || !all)
    return qn_fail_memory(diag, "the order of a function's blocks");
  unsigned n = 0;
  QN_EACH_BLOCK (block, function) {
    o->nodes[n] = (node){.block = block, .part = p.id};
    all[n] = n;
    QN_TRY(qn_map_put(&o->numbers, (uintptr_t)block, n++, diag));
  }
  QN_TRY(put_in_order(o, all, o->count, &p, diag));
  note(o, first_of(o, 0), QN_DEVLIB_WARP_ENTER, 0, 0);
  return qn_ok();
}

qn_status qn_cpu_add_paths(qn_unit *unit, qn_diag *diag) {
  leading l = {0};
  uint32_t place = 0;
  if (!needs_paths(unit->module))
    return qn_ok();
  qn_status status = find_leading(unit->module, &l, diag);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (size_t i = 0; i < l.functions.count && !qn_failed(status); ++i) {
    order o = {.leading = &l, .b = b, .place = &place, .arena = &unit->arena};
    status = order_function(
        &o, (LLVMValueRef)(uintptr_t)l.functions.entries[i].key, diag);
    qn_map_finish(&o.numbers);
  }
  LLVMDisposeBuilder(b);
  qn_map_finish(&l.functions);
  return status;
}
