// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/regions.h"

#include <llvm-c/Target.h>

#include "base/alloc.h"
#include "compiler/spmd/emit/spmd.h"
#include "compiler/contract/functions.h"

// ROW_SIZE: of a row's value in a frame, of those that differ by row.
enum { FRAME_ALIGNMENT = 64, ROW_SIZE = 16 };

bool qn_spmd_is_barrier(LLVMValueRef instruction) {
  return qn_devlib_is_barrier(qn_devlib_called_by(instruction));
}

// ---- Splitting

// Moves what is up to and with `last` into a new block before `block`, which
// takes over its name in jumps; phis of later blocks stay valid.
static LLVMBasicBlockRef split_after(LLVMBasicBlockRef block,
                                     LLVMValueRef last) {
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(c, block, "barrier");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderAtEnd(b, head);
  for (bool done = false; !done;) {
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    done = i == last;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(b, i);
  }
  QN_EACH_BLOCK (from, function) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      if (LLVMGetSuccessor(end, k) == block)
        LLVMSetSuccessor(end, k, head);
  }
  LLVMBuildBr(b, block);
  LLVMDisposeBuilder(b);
  return head;
}

static LLVMValueRef first_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (i && !qn_spmd_is_barrier(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static qn_status add_part(qn_spmd_parts *parts, qn_arena *arena,
                          size_t *capacity, const qn_spmd_part *part,
                          qn_diag *diag) {
  qn_spmd_part *grown = qn_arena_grow(arena, parts->parts, parts->count,
                                      capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the parts of a kernel");
  parts->parts = grown;
  parts->parts[parts->count++] = *part;
  return qn_ok();
}

qn_status qn_spmd_parts_split(LLVMValueRef function, qn_arena *arena,
                              qn_spmd_parts *parts, qn_diag *diag) {
  size_t capacity = 0;
  *parts = (qn_spmd_parts){0};
  QN_TRY(add_part(parts, arena, &capacity, &(qn_spmd_part){0}, diag));
  LLVMBasicBlockRef next;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = next) {
    next = LLVMGetNextBasicBlock(block);
    for (LLVMValueRef barrier; (barrier = first_barrier(block)) != NULL;) {
      LLVMBasicBlockRef head = split_after(block, barrier);
      QN_TRY(qn_map_put(&parts->ends, (uintptr_t)head, parts->count, diag));
      const qn_spmd_part part = {.start = block, .barrier = barrier};
      QN_TRY(add_part(parts, arena, &capacity, &part, diag));
    }
  }
  // The block that follows a barrier directly may have been split again.
  for (unsigned i = 1; i < parts->count; ++i)
    parts->parts[i].start =
        LLVMGetSuccessor(LLVMGetBasicBlockTerminator(
                             LLVMGetInstructionParent(parts->parts[i].barrier)),
                         0);
  parts->parts[0].start = LLVMGetEntryBasicBlock(function);
  return qn_ok();
}

void qn_spmd_parts_finish(qn_spmd_parts *parts) {
  qn_map_finish(&parts->ends);
  qn_map_finish(&parts->places);
}

bool qn_spmd_ends_part(void *user, LLVMBasicBlockRef block) {
  const qn_spmd_parts *parts = user;
  return qn_map_find(&parts->ends, (uintptr_t)block) != NULL;
}

// Whether a barrier is among the nodes.
static bool has_barrier(const qn_spmd_parts *parts, const qn_spmd_graph *graph,
                        const uint64_t *nodes) {
  for (unsigned i = 1; i < parts->count; ++i) {
    const unsigned node = qn_spmd_node_of(
        graph, LLVMGetInstructionParent(parts->parts[i].barrier));
    if (node != QN_SPMD_NONE && qn_spmd_bit(nodes, node))
      return true;
  }
  return false;
}

// Whether a barrier is reached from `from` without passing `stop`.
static qn_status reaches_barrier(const qn_spmd_parts *parts,
                                 const qn_spmd_shapes *group, unsigned from,
                                 unsigned stop, bool *out_does, qn_diag *diag) {
  uint64_t *nodes = qn_spmd_bits(group->arena, group->graph->count + 1);
  if (!nodes)
    return qn_fail_memory(diag, "the parts of a kernel");
  qn_spmd_reach(group->graph, from, stop, nodes);
  *out_does = has_barrier(parts, group->graph, nodes);
  return qn_ok();
}

// Work-items part at the end of `node`: before they meet again, none may come
// to a barrier, or those that do not are to come to none any more.
static qn_status check_parting(qn_spmd_parts *parts,
                               const qn_spmd_shapes *group, unsigned node,
                               qn_diag *diag) {
  const qn_spmd_graph *graph = group->graph;
  const qn_spmd_node *n = &graph->nodes[node];
  bool sides[2], behind;
  for (unsigned k = 0; k < 2; ++k)
    QN_TRY(reaches_barrier(parts, group, n->successors[k], n->postdominator,
                           &sides[k], diag));
  QN_TRY(reaches_barrier(parts, group, n->postdominator, graph->count, &behind,
                         diag));
  if ((sides[0] && sides[1]) || ((sides[0] || sides[1]) && behind))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a barrier that some work-items may not come to");
  parts->has_exits |= sides[0] || sides[1];
  return qn_ok();
}

qn_status qn_spmd_parts_check(qn_spmd_parts *parts, const qn_spmd_shapes *group,
                              qn_diag *diag) {
  for (unsigned n = 0; n < group->graph->count; ++n)
    if (qn_spmd_branches_apart(group, group->graph, n))
      QN_TRY(check_parting(parts, group, n, diag));
  return qn_ok();
}

// ---- What lives across barriers

typedef struct liveness {
  const qn_spmd_graph *graph;
  qn_arena *arena;
  qn_map numbers; // of instructions that leave their block
  uint64_t **in;  // by node
  unsigned count;
} liveness;

static bool leaves_block(LLVMValueRef i) {
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (LLVMIsAPHINode(LLVMGetUser(use)) ||
        LLVMGetInstructionParent(LLVMGetUser(use)) !=
            LLVMGetInstructionParent(i))
      return true;
  return false;
}

static qn_status number_values(liveness *l, qn_diag *diag) {
  for (unsigned n = 0; n < l->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, l->graph->nodes[n].block)
      if (leaves_block(i))
        QN_TRY(qn_map_put(&l->numbers, (uintptr_t)i, l->count++, diag));
  l->in = qn_arena_alloc(l->arena, l->graph->count, sizeof(*l->in));
  if (!l->in)
    return qn_fail_memory(diag, "liveness");
  for (unsigned n = 0; n < l->graph->count; ++n) {
    l->in[n] = qn_spmd_bits(l->arena, l->count + 1);
    if (!l->in[n])
      return qn_fail_memory(diag, "liveness");
  }
  return qn_ok();
}

static void add_use(const liveness *l, uint64_t *set, LLVMValueRef value) {
  const uint64_t *number = qn_map_find(&l->numbers, (uintptr_t)value);
  if (number)
    qn_spmd_set_bit(set, (unsigned)*number);
}

// `set` from what lives behind a block to what lives before it.
static void step_back(const liveness *l, LLVMBasicBlockRef block,
                      uint64_t *set) {
  for (LLVMValueRef i = LLVMGetLastInstruction(block); i;
       i = LLVMGetPreviousInstruction(i)) {
    const uint64_t *number = qn_map_find(&l->numbers, (uintptr_t)i);
    if (number)
      set[*number / 64] &= ~(UINT64_C(1) << (*number % 64));
    if (LLVMIsAPHINode(i))
      continue;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
      add_use(l, set, LLVMGetOperand(i, k));
  }
}

static void add_phi_uses(const liveness *l, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef to, uint64_t *set) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    for (unsigned k = 0; k < LLVMCountIncoming(i); ++k)
      if (LLVMGetIncomingBlock(i, k) == from)
        add_use(l, set, LLVMGetIncomingValue(i, k));
}

static qn_status solve(liveness *l, qn_diag *diag) {
  const unsigned words = (l->count + 1 + 63) / 64;
  uint64_t *set = qn_spmd_bits(l->arena, l->count + 1);
  if (!set)
    return qn_fail_memory(diag, "liveness");
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = l->graph->count; n-- > 0;) {
      const qn_spmd_node *node = &l->graph->nodes[n];
      memset(set, 0, words * sizeof(*set));
      for (unsigned k = 0; k < node->successor_count; ++k) {
        const unsigned to = node->successors[k];
        if (to == l->graph->count)
          continue;
        for (unsigned w = 0; w < words; ++w)
          set[w] |= l->in[to][w];
        add_phi_uses(l, node->block, l->graph->nodes[to].block, set);
      }
      step_back(l, node->block, set);
      changed |= memcmp(set, l->in[n], words * sizeof(*set)) != 0;
      memcpy(l->in[n], set, words * sizeof(*set));
    }
  }
  return qn_ok();
}

// ---- What is computed again

static bool is_argument_load(LLVMValueRef i) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (LLVMIsAGetElementPtrInst(from) && LLVMGetNumOperands(from) == 2 &&
      LLVMIsAConstantInt(LLVMGetOperand(from, 1)))
    from = LLVMGetOperand(from, 0);
  return from == LLVMGetParam(function, 1);
}

// Whether `value` is made of indices, arguments and constants by few cheap
// instructions; `*budget` is how many more.
static bool is_cheap(LLVMValueRef value, unsigned *budget) {
  if (!LLVMIsAInstruction(value))
    return true;
  if (*budget == 0)
    return false;
  --*budget;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMLoad:
    return qn_spmd_context_field(value) >= 0 || is_argument_load(value);
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMSExt:
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMGetElementPtr:
  case LLVMICmp:
  case LLVMSelect:
    break;
  default:
    return false;
  }
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!is_cheap(LLVMGetOperand(value, k), budget))
      return false;
  return true;
}

static bool is_recomputed(LLVMValueRef value) {
  unsigned budget = 16;
  return is_cheap(value, &budget);
}

// ---- Places

// Whether a place, an entry of `places`, is kept once for the group.
static bool is_once(uint64_t place) { return place & 1; }

bool qn_spmd_leaves_lanes(const qn_spmd_parts *parts, LLVMBasicBlockRef block) {
  const uint64_t *next = qn_map_find(&parts->ends, (uintptr_t)block);
  if (!next)
    return false;
  const qn_spmd_part *part = &parts->parts[*next];
  if (LLVMGetTypeKind(LLVMTypeOf(part->barrier)) != LLVMVoidTypeKind)
    return true; // a vote
  for (unsigned i = 0; i < part->live_count; ++i) {
    const uint64_t *place =
        qn_map_find(&parts->places, (uintptr_t)part->live[i]);
    if (place && !is_once(*place) && !LLVMIsAAllocaInst(part->live[i]))
      return true;
  }
  return false;
}

static bool keeps_for_lanes(const qn_spmd_parts *parts) {
  return parts->has_exits || parts->frame_size;
}

bool qn_spmd_parts_fit(const qn_spmd_parts *parts, const qn_spmd_parts *other) {
  bool fit = parts->count == other->count && !keeps_for_lanes(parts) &&
             !keeps_for_lanes(other) &&
             parts->places.count == other->places.count;
  for (size_t i = 0; i < parts->places.count && fit; ++i) {
    const qn_map_entry *entry = &parts->places.entries[i];
    const uint64_t *place = qn_map_find(&other->places, entry->key);
    fit = place && *place == entry->value;
  }
  return fit;
}

static uint32_t reserve(uint32_t *size, uint64_t bytes) {
  const uint64_t at =
      qn_align_up(*size, bytes >= FRAME_ALIGNMENT ? FRAME_ALIGNMENT : 16);
  *size = (uint32_t)(at + bytes);
  return (uint32_t)at;
}

// Bytes of a value in a packet's frame, upper bound of the vector's.
static uint64_t frame_bytes(const qn_spmd_shapes *shapes, LLVMValueRef value) {
  const uint64_t size = LLVMABISizeOfType(shapes->layout, LLVMTypeOf(value));
  const qn_spmd_kind kind = qn_spmd_shape_of(shapes, value).kind;
  if (kind == QN_SPMD_ROWS)
    return (uint64_t)ROW_SIZE * shapes->rows;
  if (kind != QN_SPMD_VARYING)
    return size;
  // Booleans are kept as words; a struct's vectors are aligned one by one.
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMStructTypeKind)
    return (qn_align_up(size, 8) + 8) * 4 * shapes->width;
  return (size < 4 ? 4 : size) * shapes->width;
}

// Whether a part takes over both values.
static bool live_together(const qn_spmd_parts *parts, LLVMValueRef a,
                          LLVMValueRef b) {
  for (unsigned i = 1; i < parts->count; ++i) {
    unsigned found = 0;
    for (unsigned k = 0; k < parts->parts[i].live_count; ++k)
      found += parts->parts[i].live[k] == a || parts->parts[i].live[k] == b;
    if (found > 1)
      return true;
  }
  return false;
}

// Whether `value`, of the packet, may be where `other` is: it is as large, and
// no part takes over both it and another that is there.
static bool may_share(const qn_spmd_parts *parts, const qn_spmd_shapes *packet,
                      LLVMValueRef value, LLVMValueRef other,
                      uint64_t other_place) {
  if (is_once(other_place) || LLVMIsAAllocaInst(other) ||
      LLVMTypeOf(value) != LLVMTypeOf(other) ||
      qn_spmd_shape_of(packet, value).kind !=
          qn_spmd_shape_of(packet, other).kind)
    return false;
  for (size_t i = 0; i < parts->places.count; ++i) {
    const qn_map_entry *entry = &parts->places.entries[i];
    if (entry->value == other_place &&
        live_together(parts, value, (LLVMValueRef)(uintptr_t)entry->key))
      return false;
  }
  return true;
}

// The place of a value that becomes `value`, or that it becomes, where they may
// share it: a sum in a loop is not to be copied then each round. NULL: none.
static const uint64_t *shared_place(const qn_spmd_parts *parts,
                                    const qn_spmd_shapes *packet,
                                    LLVMValueRef value) {
  for (unsigned k = 0; LLVMIsAPHINode(value) && k < LLVMCountIncoming(value);
       ++k) {
    LLVMValueRef other = LLVMGetIncomingValue(value, k);
    const uint64_t *at = qn_map_find(&parts->places, (uintptr_t)other);
    if (at && may_share(parts, packet, value, other, *at))
      return at;
  }
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef other = LLVMGetUser(use);
    const uint64_t *at = LLVMIsAPHINode(other)
                             ? qn_map_find(&parts->places, (uintptr_t)other)
                             : NULL;
    if (at && may_share(parts, packet, value, other, *at))
      return at;
  }
  return NULL;
}

static qn_status place(qn_spmd_parts *parts, const qn_spmd_shapes *packet,
                       const qn_spmd_shapes *group, LLVMValueRef value,
                       qn_diag *diag) {
  if (qn_map_find(&parts->places, (uintptr_t)value))
    return qn_ok();
  const bool once = qn_spmd_is_uniform(group, value);
  const uint64_t size =
      once ? LLVMABISizeOfType(packet->layout, LLVMTypeOf(value))
           : frame_bytes(packet, value);
  const uint64_t *shared = once ? NULL : shared_place(parts, packet, value);
  if (shared)
    return qn_map_put(&parts->places, (uintptr_t)value, *shared, diag);
  const uint32_t at =
      reserve(once ? &parts->group_size : &parts->frame_size, size);
  return qn_map_put(&parts->places, (uintptr_t)value, (uint64_t)at << 1 | once,
                    diag);
}

static qn_status place_variables(qn_spmd_parts *parts,
                                 const qn_spmd_shapes *packet, qn_diag *diag) {
  enum { FRAME_MAX = 1 << 20 };
  for (unsigned n = 0; n < packet->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, packet->graph->nodes[n].block) {
      if (!LLVMIsAAllocaInst(i))
        continue;
      const qn_spmd_shape shape = qn_spmd_shape_of(packet, i);
      const uint64_t size = (uint64_t)shape.stride * packet->width;
      if (size > FRAME_MAX || parts->frame_size > FRAME_MAX)
        return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                       "large private arrays");
      QN_TRY(qn_map_put(&parts->places, (uintptr_t)i,
                        (uint64_t)reserve(&parts->frame_size,
                                          qn_align_up(size, FRAME_ALIGNMENT))
                            << 1,
                        diag));
    }
  return qn_ok();
}

static qn_status find_live(qn_spmd_part *part, const liveness *l,
                           qn_diag *diag) {
  const unsigned node = qn_spmd_node_of(l->graph, part->start);
  part->live = qn_arena_alloc(l->arena, l->count + 1, sizeof(*part->live));
  if (!part->live)
    return qn_fail_memory(diag, "liveness");
  for (size_t k = 0; node != QN_SPMD_NONE && k < l->numbers.count; ++k) {
    const qn_map_entry *entry = &l->numbers.entries[k];
    if (qn_spmd_bit(l->in[node], (unsigned)entry->value))
      part->live[part->live_count++] = (LLVMValueRef)(uintptr_t)entry->key;
  }
  return qn_ok();
}

static qn_status place_live(qn_spmd_parts *parts, const qn_spmd_part *part,
                            const qn_spmd_shapes *packet,
                            const qn_spmd_shapes *group, qn_diag *diag) {
  for (unsigned k = 0; k < part->live_count; ++k)
    if (!LLVMIsAAllocaInst(part->live[k]) && !is_recomputed(part->live[k]))
      QN_TRY(place(parts, packet, group, part->live[k], diag));
  return qn_ok();
}

qn_status qn_spmd_parts_place(qn_spmd_parts *parts,
                              const qn_spmd_shapes *packet,
                              const qn_spmd_shapes *group, qn_diag *diag) {
  liveness l = {.graph = packet->graph, .arena = packet->arena};
  parts->pointer_size = LLVMPointerSize(packet->layout);
  if (parts->has_exits)
    (void)reserve(&parts->frame_size, sizeof(uint64_t));
  qn_status status = number_values(&l, diag);
  if (!qn_failed(status))
    status = solve(&l, diag);
  if (!qn_failed(status))
    status = place_variables(parts, packet, diag);
  for (unsigned i = 1; i < parts->count && !qn_failed(status); ++i)
    status = find_live(&parts->parts[i], &l, diag);
  for (unsigned i = 1; i < parts->count && !qn_failed(status); ++i)
    status = place_live(parts, &parts->parts[i], packet, group, diag);
  parts->frame_size = (uint32_t)qn_align_up(parts->frame_size, FRAME_ALIGNMENT);
  parts->group_size = (uint32_t)qn_align_up(parts->group_size, FRAME_ALIGNMENT);
  qn_map_finish(&l.numbers);
  return status;
}

// ---- Emission

static LLVMValueRef pointer_of(qn_spmd_emitter *e, qn_item_pointer pointer) {
  return qn_spmd_field(e, e->pointer,
                       qn_item_pointer_offset(pointer, e->parts->pointer_size));
}

static LLVMValueRef offset_by(const qn_spmd_emitter *e, LLVMBuilderRef b,
                              LLVMValueRef base, uint64_t offset) {
  LLVMValueRef at = qn_spmd_int(e, e->i64, offset);
  return LLVMBuildInBoundsGEP2(b, e->i8, base, &at, 1, "");
}

bool qn_spmd_is_placed(const qn_spmd_emitter *e, LLVMValueRef value) {
  return e->parts && qn_map_find(&e->parts->places, (uintptr_t)value);
}

LLVMValueRef qn_spmd_frame_variable(qn_spmd_emitter *e, LLVMValueRef variable) {
  const uint64_t *found =
      e->parts ? qn_map_find(&e->parts->places, (uintptr_t)variable) : NULL;
  return found ? offset_by(e, e->first, pointer_of(e, QN_ITEM_POINTER_FRAME),
                           *found >> 1)
               : NULL;
}

static LLVMValueRef vote_word(qn_spmd_emitter *e, unsigned word) {
  return offset_by(e, e->b, LLVMGetParam(e->made, 0),
                   qn_item_votes_offset(e->parts->pointer_size) +
                       4 * (uint64_t)word);
}

// What __syncthreads_count, _and and _or give.
static void define_vote(qn_spmd_emitter *e, LLVMValueRef call) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    return;
  LLVMValueRef votes =
      LLVMBuildLoad2(e->b, e->i32, vote_word(e, QN_VOTES_PASSED_TRUE), "");
  LLVMValueRef items =
      LLVMBuildLoad2(e->b, e->i32, vote_word(e, QN_VOTES_PASSED_ALL), "");
  LLVMValueRef op = LLVMGetOperand(call, 1);
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMValueRef all = LLVMBuildZExt(
      e->b, LLVMBuildICmp(e->b, LLVMIntEQ, votes, items, ""), type, "");
  LLVMValueRef any = LLVMBuildZExt(
      e->b, LLVMBuildICmp(e->b, LLVMIntNE, votes, zero, ""), type, "");
  if (!LLVMIsAConstantInt(op) || type != e->i32) {
    qn_spmd_refuse(e, call, "a vote of unknown kind");
    return;
  }
  const uint64_t kind = LLVMConstIntGetZExtValue(op);
  qn_spmd_define(e, call,
                 kind == QN_REDUCE_COUNT ? votes
                 : kind == QN_REDUCE_ALL ? all
                                         : any);
}

static LLVMTypeRef type_in_memory(qn_spmd_emitter *e, LLVMValueRef value) {
  return LLVMGetAllocatedType(qn_spmd_slot(e, value));
}

// Of `e->row`, where rows differ.
static LLVMValueRef address_of(qn_spmd_emitter *e, uint64_t word, bool out) {
  const bool once = is_once(word);
  LLVMValueRef base = pointer_of(
      e, once ? (out ? QN_ITEM_POINTER_LIVE_OUT : QN_ITEM_POINTER_LIVE_IN)
              : QN_ITEM_POINTER_FRAME);
  return offset_by(e, e->b, base, (word >> 1) + (uint64_t)ROW_SIZE * e->row);
}

// Nothing else that a kernel writes is where values are kept, which lets them
// stay in registers past its stores.
static LLVMValueRef frame_scope(const qn_spmd_emitter *e) {
  LLVMMetadataRef domain = LLVMMDStringInContext2(e->context, "quern", 5);
  domain = LLVMMDNodeInContext2(e->context, &domain, 1);
  LLVMMetadataRef scope[] = {
      LLVMMDStringInContext2(e->context, "quern.frame", 11), domain};
  LLVMMetadataRef node = LLVMMDNodeInContext2(e->context, scope, 2);
  node = LLVMMDNodeInContext2(e->context, &node, 1);
  return LLVMMetadataAsValue(e->context, node);
}

static void mark_frame(const qn_spmd_emitter *e, LLVMValueRef access,
                       uint64_t word) {
  LLVMSetAlignment(access, 16);
  if (!is_once(word))
    LLVMSetMetadata(access, qn_ir_metadata_kind(e->context, "alias.scope"),
                    frame_scope(e));
}

static bool is_store(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return LLVMIsAStoreInst(i) ||
         (callee &&
          qn_str_starts(qn_ir_name(callee), QN_STR("llvm.masked.store")));
}

// Not of loads: what packets have in common would leave the loop over them, for
// more registers than there are.
void qn_spmd_mark_stores(const qn_spmd_emitter *e) {
  const unsigned scope = qn_ir_metadata_kind(e->context, "alias.scope");
  const unsigned noalias = qn_ir_metadata_kind(e->context, "noalias");
  LLVMValueRef frame = frame_scope(e);
  QN_EACH_BLOCK (block, e->made)
    QN_EACH_INSTRUCTION (i, block)
      if (is_store(i) && LLVMGetMetadata(i, scope) != frame &&
          !LLVMGetMetadata(i, noalias))
        LLVMSetMetadata(i, noalias, frame);
}

// Emits what `value` is made of, and it, into the present block.
static void recompute(qn_spmd_emitter *e, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) ||
      qn_map_find(&e->scalars, (uintptr_t)value) ||
      qn_map_find(&e->vectors, (uintptr_t)value))
    return; // of the first row, where rows differ
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    recompute(e, LLVMGetOperand(value, k));
  qn_spmd_instruction(e, value);
}

static unsigned rows_of(const qn_spmd_emitter *e, LLVMValueRef value) {
  return qn_spmd_shape_of(e->shapes, value).kind == QN_SPMD_ROWS ? e->rows : 1;
}

static void take_over(qn_spmd_emitter *e, LLVMValueRef value) {
  const uint64_t *found = qn_map_find(&e->parts->places, (uintptr_t)value);
  if (!found || (e->group && !is_once(*found)))
    return;
  for (e->row = 0; e->row < rows_of(e, value); ++e->row) {
    LLVMValueRef slot = qn_spmd_slot(e, value);
    if (!slot)
      break;
    LLVMValueRef loaded = LLVMBuildLoad2(e->b, type_in_memory(e, value),
                                         address_of(e, *found, false), "");
    mark_frame(e, loaded, *found);
    LLVMBuildStore(e->b, loaded, slot);
  }
  e->row = 0;
}

void qn_spmd_begin_part(qn_spmd_emitter *e) {
  if (!e->parts || e->part == 0)
    return;
  const qn_spmd_part *part = &e->parts->parts[e->part];
  define_vote(e, part->barrier);
  for (unsigned i = 0; i < part->live_count && !qn_spmd_failed(e); ++i) {
    LLVMValueRef value = part->live[i];
    if (value == part->barrier)
      continue;
    if (LLVMIsAAllocaInst(value)) {
      if (!e->group)
        qn_spmd_instruction(e, value);
    } else if (is_recomputed(value))
      recompute(e, value);
    else
      take_over(e, value);
  }
  qn_spmd_forget(e);
}

static LLVMValueRef count_lanes(qn_spmd_emitter *e, LLVMValueRef mask) {
  LLVMValueRef bits = qn_spmd_mask_bits(e, mask);
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef count =
      qn_spmd_intrinsic(e, "llvm.ctpop", qn_spmd_types(&type, 1), &bits, 1);
  return LLVMBuildIntCast2(e->b, count, e->i32, false, "");
}

static void add_votes(qn_spmd_emitter *e, unsigned word, LLVMValueRef count) {
  LLVMValueRef at = vote_word(e, word);
  LLVMValueRef old = LLVMBuildLoad2(e->b, e->i32, at, "");
  LLVMBuildStore(e->b, LLVMBuildAdd(e->b, old, count, ""), at);
}

static void vote(qn_spmd_emitter *e, LLVMValueRef call) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    return;
  LLVMValueRef active = e->mask ? e->mask : qn_spmd_all_lanes(e);
  LLVMValueRef predicate = qn_spmd_vector(e, LLVMGetOperand(call, 2));
  LLVMValueRef is_true = LLVMBuildICmp(
      e->b, LLVMIntNE, predicate, LLVMConstNull(LLVMTypeOf(predicate)), "");
  add_votes(e, 0, count_lanes(e, qn_spmd_and(e, active, is_true)));
  add_votes(e, 1, count_lanes(e, active));
}

static void hand_over(qn_spmd_emitter *e, LLVMValueRef value) {
  const uint64_t *found = qn_map_find(&e->parts->places, (uintptr_t)value);
  for (e->row = 0; found && e->row < rows_of(e, value); ++e->row) {
    LLVMValueRef slot = qn_spmd_slot(e, value);
    if (!slot)
      break;
    LLVMValueRef stored = LLVMBuildStore(
        e->b, LLVMBuildLoad2(e->b, type_in_memory(e, value), slot, ""),
        address_of(e, *found, true));
    mark_frame(e, stored, *found);
  }
  e->row = 0;
}

// The lanes that go on to the next part.
static void note_lanes(qn_spmd_emitter *e) {
  LLVMValueRef lanes =
      qn_spmd_mask_bits(e, e->mask ? e->mask : qn_spmd_all_lanes(e));
  LLVMBuildStore(e->b, LLVMBuildZExt(e->b, lanes, e->i64, ""),
                 pointer_of(e, QN_ITEM_POINTER_FRAME));
}

void qn_spmd_end_part(qn_spmd_emitter *e, LLVMBasicBlockRef block) {
  const uint64_t *next =
      e->parts ? qn_map_find(&e->parts->ends, (uintptr_t)block) : NULL;
  if (!next)
    return;
  const qn_spmd_part *part = &e->parts->parts[*next];
  if (e->parts->has_exits)
    note_lanes(e);
  vote(e, part->barrier);
  for (unsigned i = 0; i < part->live_count; ++i)
    if (part->live[i] != part->barrier && !LLVMIsAAllocaInst(part->live[i]) &&
        !is_recomputed(part->live[i]))
      hand_over(e, part->live[i]);
  LLVMBuildStore(e->b, qn_spmd_int(e, e->i32, *next), e->next);
}
