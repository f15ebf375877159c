// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/regions.h"

#include <llvm-c/Target.h>

#include "base/alloc.h"
#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/operation.h"

enum { FRAME_ALIGNMENT = 64 };

bool qn_spmd_is_barrier(LLVMValueRef instruction) {
  return qn_devlib_is_barrier(qn_devlib_called_by(instruction));
}

// ---- Splitting

static LLVMValueRef first_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (i && !qn_spmd_is_barrier(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static unsigned count_predecessors(LLVMBasicBlockRef block) {
  unsigned count = 0;
  QN_EACH_BLOCK (from, LLVMGetBasicBlockParent(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
      count += LLVMGetSuccessor(end, k) == block;
  }
  return count;
}

// The barrier at a block's end, if the only successor has no other predecessor
// and no phis, so that it can start a region; or NULL.
static LLVMValueRef end_barrier(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  LLVMValueRef last = end ? LLVMGetPreviousInstruction(end) : NULL;
  if (!last || !qn_spmd_is_barrier(last) || LLVMGetNumSuccessors(end) != 1)
    return NULL;
  LLVMBasicBlockRef next = LLVMGetSuccessor(end, 0);
  return LLVMIsAPHINode(LLVMGetFirstInstruction(next)) ||
                 count_predecessors(next) != 1
             ? NULL
             : last;
}

void qn_spmd_split_barriers(LLVMValueRef function) {
  LLVMBasicBlockRef next;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = next) {
    next = LLVMGetNextBasicBlock(block);
    for (LLVMValueRef barrier = first_barrier(block);
         barrier && barrier != end_barrier(block);
         barrier = first_barrier(block))
      qn_ir_split_before(LLVMGetNextInstruction(barrier), "barrier");
  }
}

static qn_status add_region(qn_spmd_regions *regions, qn_arena *arena,
                            size_t *capacity, const qn_spmd_region *region,
                            qn_diag *diag) {
  qn_spmd_region *grown = qn_arena_grow(arena, regions->all, regions->count,
                                        capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the regions of a kernel");
  regions->all = grown;
  regions->all[regions->count++] = *region;
  return qn_ok();
}

qn_status qn_spmd_regions_find(LLVMValueRef function, qn_arena *arena,
                               qn_spmd_regions *regions, qn_diag *diag) {
  size_t capacity = 0;
  *regions = (qn_spmd_regions){0};
  const qn_spmd_region first = {.start = LLVMGetEntryBasicBlock(function)};
  QN_TRY(add_region(regions, arena, &capacity, &first, diag));
  QN_EACH_BLOCK (block, function) {
    LLVMValueRef barrier = end_barrier(block);
    if (!barrier)
      continue;
    const qn_spmd_region region = {
        .start = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0),
        .barrier = barrier};
    QN_TRY(qn_map_put(&regions->ends, (uintptr_t)block, regions->count, diag));
    QN_TRY(add_region(regions, arena, &capacity, &region, diag));
  }
  return qn_ok();
}

void qn_spmd_regions_finish(qn_spmd_regions *regions) {
  qn_map_finish(&regions->ends);
  qn_map_finish(&regions->spills);
}

bool qn_spmd_ends_region(void *user, LLVMBasicBlockRef block) {
  const qn_spmd_regions *regions = user;
  return qn_map_find(&regions->ends, (uintptr_t)block) != NULL;
}

// Whether one of the nodes has a barrier.
static bool has_barrier(const qn_spmd_regions *regions,
                        const qn_spmd_graph *graph, const uint64_t *nodes) {
  for (unsigned i = 1; i < regions->count; ++i) {
    const unsigned node = qn_spmd_node_of(
        graph, LLVMGetInstructionParent(regions->all[i].barrier));
    if (node != QN_SPMD_NONE && qn_spmd_bit(nodes, node))
      return true;
  }
  return false;
}

// Whether a barrier can be reached from `from` without passing `stop`.
static qn_status reaches_barrier(const qn_spmd_regions *regions,
                                 const qn_spmd_shapes *group, unsigned from,
                                 unsigned stop, bool *out_does, qn_diag *diag) {
  uint64_t *nodes = qn_spmd_bits(group->arena, group->graph->count + 1);
  if (!nodes)
    return qn_fail_memory(diag, "the regions of a kernel");
  qn_spmd_reach(group->graph, from, stop, nodes);
  *out_does = has_barrier(regions, group->graph, nodes);
  return qn_ok();
}

// Checks a divergent branch at the end of `node`: before lanes meet again, none
// may reach a barrier, unless the others never reach one any more.
static qn_status check_divergence(qn_spmd_regions *regions,
                                  const qn_spmd_shapes *group, unsigned node,
                                  const char **out_reason, qn_diag *diag) {
  const qn_spmd_graph *graph = group->graph;
  const qn_spmd_node *n = &graph->nodes[node];
  bool sides[2], behind;
  for (unsigned k = 0; k < 2; ++k)
    QN_TRY(reaches_barrier(regions, group, n->successors[k], n->postdominator,
                           &sides[k], diag));
  QN_TRY(reaches_barrier(regions, group, n->postdominator, graph->count,
                         &behind, diag));
  if ((sides[0] && sides[1]) || ((sides[0] || sides[1]) && behind))
    *out_reason = "a barrier that some work-items may not come to";
  else
    regions->has_exits |= sides[0] || sides[1];
  return qn_ok();
}

qn_status qn_spmd_regions_check(qn_spmd_regions *regions,
                                const qn_spmd_shapes *group,
                                const char **out_reason, qn_diag *diag) {
  for (unsigned n = 0; n < group->graph->count && !*out_reason; ++n)
    if (qn_spmd_diverges(group, group->graph, n))
      QN_TRY(check_divergence(regions, group, n, out_reason, diag));
  return qn_ok();
}

// ---- Values live across barriers

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

// Changes `set` from the values live out of a block to those live into it.
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

// ---- Recomputed values

// Whether `value` is computed from indices, arguments and constants by a few
// cheap instructions; `*budget` is how many more are allowed.
static bool is_cheap(LLVMValueRef value, unsigned *budget) {
  if (!LLVMIsAInstruction(value))
    return true;
  if (*budget == 0)
    return false;
  --*budget;
  if (LLVMIsALoadInst(value))
    return qn_spmd_context_field(value) >= 0 || qn_spmd_is_argument(value);
  if (!qn_spmd_is_cheap(value))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!is_cheap(LLVMGetOperand(value, k), budget))
      return false;
  return true;
}

bool qn_spmd_is_recomputed(LLVMValueRef value) {
  unsigned budget = QN_COST_RECOMPUTE_MAX;
  return is_cheap(value, &budget);
}

// ---- Spill slots

bool qn_spmd_leaves_lanes(const qn_spmd_regions *regions,
                          LLVMBasicBlockRef block) {
  const uint64_t *next = qn_map_find(&regions->ends, (uintptr_t)block);
  if (!next)
    return false;
  const qn_spmd_region *region = &regions->all[*next];
  if (LLVMGetTypeKind(LLVMTypeOf(region->barrier)) != LLVMVoidTypeKind)
    return true; // a vote
  for (unsigned i = 0; i < region->live_count; ++i) {
    const uint64_t *slot =
        qn_map_find(&regions->spills, (uintptr_t)region->live[i]);
    if (slot && !qn_spmd_is_group_slot(*slot) &&
        !LLVMIsAAllocaInst(region->live[i]))
      return true;
  }
  return false;
}

static bool keeps_for_lanes(const qn_spmd_regions *regions) {
  return regions->has_exits || regions->frame_size;
}

bool qn_spmd_regions_match(const qn_spmd_regions *regions,
                           const qn_spmd_regions *other) {
  bool fit = regions->count == other->count && !keeps_for_lanes(regions) &&
             !keeps_for_lanes(other) &&
             regions->spills.count == other->spills.count;
  for (size_t i = 0; i < regions->spills.count && fit; ++i) {
    const qn_map_entry *entry = &regions->spills.entries[i];
    const uint64_t *slot = qn_map_find(&other->spills, entry->key);
    fit = slot && *slot == entry->value;
  }
  return fit;
}

static uint32_t reserve(uint32_t *size, uint64_t bytes) {
  const uint64_t at =
      qn_align_up(*size, bytes >= FRAME_ALIGNMENT ? FRAME_ALIGNMENT : 16);
  *size = (uint32_t)(at + bytes);
  return (uint32_t)at;
}

// Bytes of a value in a packet's frame, an upper bound of the vector's size.
static uint64_t frame_bytes(const qn_spmd_shapes *shapes, LLVMValueRef value) {
  const uint64_t size = LLVMABISizeOfType(shapes->layout, LLVMTypeOf(value));
  const qn_spmd_kind kind = qn_spmd_shape_of(shapes, value).kind;
  if (kind == QN_SPMD_ROWS)
    return (uint64_t)QN_SPMD_ROW_SIZE * shapes->rows;
  if (kind != QN_SPMD_VARYING)
    return size;
  // Booleans are kept as words; a struct's vectors are aligned one by one.
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMStructTypeKind)
    return (qn_align_up(size, 8) + 8) * 4 * shapes->width;
  return (size < 4 ? 4 : size) * shapes->width;
}

// Whether both values are live into a region.
static bool live_together(const qn_spmd_regions *regions, LLVMValueRef a,
                          LLVMValueRef b) {
  for (unsigned i = 1; i < regions->count; ++i) {
    unsigned found = 0;
    for (unsigned k = 0; k < regions->all[i].live_count; ++k)
      found += regions->all[i].live[k] == a || regions->all[i].live[k] == b;
    if (found > 1)
      return true;
  }
  return false;
}

// Whether `value` may share the spill slot of `other`: it has the same type and
// kind of shape, and is never live into a region with a value in that slot.
static bool may_share(const qn_spmd_regions *regions,
                      const qn_spmd_shapes *packet, LLVMValueRef value,
                      LLVMValueRef other, uint64_t other_slot) {
  if (qn_spmd_is_group_slot(other_slot) || LLVMIsAAllocaInst(other) ||
      LLVMTypeOf(value) != LLVMTypeOf(other) ||
      qn_spmd_shape_of(packet, value).kind !=
          qn_spmd_shape_of(packet, other).kind)
    return false;
  for (size_t i = 0; i < regions->spills.count; ++i) {
    const qn_map_entry *entry = &regions->spills.entries[i];
    if (entry->value == other_slot &&
        live_together(regions, value, (LLVMValueRef)(uintptr_t)entry->key))
      return false;
  }
  return true;
}

static const uint64_t *slot_to_share(const qn_spmd_regions *regions,
                                     const qn_spmd_shapes *packet,
                                     LLVMValueRef value, LLVMValueRef other) {
  const uint64_t *at = qn_map_find(&regions->spills, (uintptr_t)other);
  return at && may_share(regions, packet, value, other, *at) ? at : NULL;
}

// That of a value which `from` becomes, or which becomes `from`, in a phi;
// looks through up to `depth` phis.
static const uint64_t *slot_near(const qn_spmd_regions *regions,
                                 const qn_spmd_shapes *packet,
                                 LLVMValueRef value, LLVMValueRef from,
                                 unsigned depth) {
  const uint64_t *at = slot_to_share(regions, packet, value, from);
  if (!LLVMIsAInstruction(from))
    return at;
  for (unsigned k = 0;
       !at && depth && LLVMIsAPHINode(from) && k < LLVMCountIncoming(from); ++k)
    at = slot_near(regions, packet, value, LLVMGetIncomingValue(from, k),
                   depth - 1);
  for (LLVMUseRef use = LLVMGetFirstUse(from); !at && depth && use;
       use = LLVMGetNextUse(use))
    if (LLVMIsAPHINode(LLVMGetUser(use)))
      at = slot_near(regions, packet, value, LLVMGetUser(use), depth - 1);
  return at;
}

// The spill slot of a phi's incoming value, or of the phi that `value` goes
// into, if they may share it: saves copying, say, a sum in each round of a
// loop, and behind it. NULL: none.
static const uint64_t *shared_slot(const qn_spmd_regions *regions,
                                   const qn_spmd_shapes *packet,
                                   LLVMValueRef value) {
  enum { PHIS = 3 };
  return slot_near(regions, packet, value, value, PHIS);
}

static qn_status place_value(qn_spmd_regions *regions,
                             const qn_spmd_shapes *packet,
                             const qn_spmd_shapes *group, LLVMValueRef value,
                             qn_diag *diag) {
  if (qn_map_find(&regions->spills, (uintptr_t)value))
    return qn_ok();
  const bool once = qn_spmd_is_uniform(group, value);
  const uint64_t size =
      once ? LLVMABISizeOfType(packet->layout, LLVMTypeOf(value))
           : frame_bytes(packet, value);
  const uint64_t *shared = once ? NULL : shared_slot(regions, packet, value);
  if (shared)
    return qn_map_put(&regions->spills, (uintptr_t)value, *shared, diag);
  const uint32_t at =
      reserve(once ? &regions->group_size : &regions->frame_size, size);
  return qn_map_put(&regions->spills, (uintptr_t)value,
                    (uint64_t)at << 1 | once, diag);
}

static qn_status place_variables(qn_spmd_regions *regions,
                                 const qn_spmd_shapes *packet,
                                 const char **out_reason, qn_diag *diag) {
  enum { FRAME_MAX = 1 << 20 };
  for (unsigned n = 0; n < packet->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, packet->graph->nodes[n].block) {
      if (!LLVMIsAAllocaInst(i))
        continue;
      const qn_spmd_shape shape = qn_spmd_shape_of(packet, i);
      const uint64_t size = (uint64_t)shape.stride * packet->width;
      if (size > FRAME_MAX || regions->frame_size > FRAME_MAX) {
        *out_reason = "large private arrays";
        return qn_ok();
      }
      QN_TRY(qn_map_put(&regions->spills, (uintptr_t)i,
                        (uint64_t)reserve(&regions->frame_size,
                                          qn_align_up(size, FRAME_ALIGNMENT))
                            << 1,
                        diag));
    }
  return qn_ok();
}

static qn_status find_live(qn_spmd_region *region, const liveness *l,
                           qn_diag *diag) {
  const unsigned node = qn_spmd_node_of(l->graph, region->start);
  region->live = qn_arena_alloc(l->arena, l->count + 1, sizeof(*region->live));
  if (!region->live)
    return qn_fail_memory(diag, "liveness");
  for (size_t k = 0; node != QN_SPMD_NONE && k < l->numbers.count; ++k) {
    const qn_map_entry *entry = &l->numbers.entries[k];
    if (qn_spmd_bit(l->in[node], (unsigned)entry->value))
      region->live[region->live_count++] = (LLVMValueRef)(uintptr_t)entry->key;
  }
  return qn_ok();
}

static qn_status place_live(qn_spmd_regions *regions,
                            const qn_spmd_region *region,
                            const qn_spmd_shapes *packet,
                            const qn_spmd_shapes *group, qn_diag *diag) {
  for (unsigned k = 0; k < region->live_count; ++k)
    if (!LLVMIsAAllocaInst(region->live[k]) &&
        !qn_spmd_is_recomputed(region->live[k]))
      QN_TRY(place_value(regions, packet, group, region->live[k], diag));
  return qn_ok();
}

qn_status qn_spmd_regions_place(qn_spmd_regions *regions,
                                const qn_spmd_shapes *packet,
                                const qn_spmd_shapes *group,
                                const char **out_reason, qn_diag *diag) {
  liveness l = {.graph = packet->graph, .arena = packet->arena};
  regions->pointer_size = LLVMPointerSize(packet->layout);
  if (regions->has_exits)
    (void)reserve(&regions->frame_size, sizeof(uint64_t));
  qn_status status = number_values(&l, diag);
  if (!qn_failed(status))
    status = solve(&l, diag);
  if (!qn_failed(status))
    status = place_variables(regions, packet, out_reason, diag);
  for (unsigned i = 1; i < regions->count && !qn_failed(status); ++i)
    status = find_live(&regions->all[i], &l, diag);
  for (unsigned i = 1; i < regions->count && !qn_failed(status); ++i)
    status = place_live(regions, &regions->all[i], packet, group, diag);
  regions->frame_size =
      (uint32_t)qn_align_up(regions->frame_size, FRAME_ALIGNMENT);
  regions->group_used = regions->group_size;
  regions->group_size =
      (uint32_t)qn_align_up(regions->group_size, FRAME_ALIGNMENT);
  qn_map_finish(&l.numbers);
  return status;
}
