// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/frame.h"

#include "compiler/contract/functions.h"

static LLVMValueRef pointer_of(qn_spmd_emitter *e, qn_item_pointer pointer) {
  return qn_spmd_field(
      e, e->pointer, qn_item_pointer_offset(pointer, e->regions->pointer_size));
}

static LLVMValueRef offset_by(const qn_spmd_emitter *e, LLVMBuilderRef b,
                              LLVMValueRef base, uint64_t offset) {
  LLVMValueRef at = qn_spmd_int(e, e->i64, offset);
  return LLVMBuildInBoundsGEP2(b, e->i8, base, &at, 1, "");
}

bool qn_spmd_is_spilled(const qn_spmd_emitter *e, LLVMValueRef value) {
  return e->regions && qn_map_find(&e->regions->spills, (uintptr_t)value);
}

// Whether it is used in this region behind the loop: a barrier may cut a loop
// of the source, so that what it led to is behind this one's end. Uses of
// indices are looked at through what is made of them (qn_spmd_define).
static bool used_behind(const qn_spmd_emitter *e, LLVMValueRef value,
                        unsigned loop, unsigned depth) {
  const qn_spmd_graph *g = e->graph;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const unsigned at = qn_spmd_node_of(g, LLVMGetInstructionParent(user));
    // A phi takes it over an edge, when lanes leave.
    if (LLVMIsAPHINode(user) || at >= g->count)
      continue;
    if (!qn_spmd_in_loop(g, loop, at) ||
        (depth && used_behind(e, user, loop, depth - 1)))
      return true;
  }
  return false;
}

static bool outlives_loop(const qn_spmd_emitter *e, LLVMValueRef value) {
  enum { LOOKED_THROUGH = 3 };
  const unsigned node =
      qn_spmd_node_of(e->graph, LLVMGetInstructionParent(value));
  const unsigned loop =
      node < e->graph->count ? e->graph->nodes[node].loop : QN_SPMD_NONE;
  const bool scalar =
      qn_spmd_shape_of(e->shapes, value).kind != QN_SPMD_VARYING;
  return loop != QN_SPMD_NONE &&
         used_behind(e, value, loop, scalar ? LOOKED_THROUGH : 0);
}

bool qn_spmd_keeps_lanes(const qn_spmd_emitter *e, LLVMValueRef value) {
  return qn_spmd_is_spilled(e, value) || outlives_loop(e, value);
}

LLVMValueRef qn_spmd_frame_variable(qn_spmd_emitter *e, LLVMValueRef variable) {
  const uint64_t *found =
      e->regions ? qn_map_find(&e->regions->spills, (uintptr_t)variable) : NULL;
  return found ? offset_by(e, e->first, pointer_of(e, QN_ITEM_POINTER_FRAME),
                           *found >> 1)
               : NULL;
}

static LLVMValueRef vote_word(qn_spmd_emitter *e, unsigned word) {
  return offset_by(e, e->b, LLVMGetParam(e->made, 0),
                   qn_item_votes_offset(e->regions->pointer_size) +
                       4 * (uint64_t)word);
}

// Defines the result of __syncthreads_count, _and or _or.
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
    qn_spmd_unforeseen(e, call, "a vote of unknown kind");
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

// The address of a spill slot; of `e->row`'s, where rows differ.
static LLVMValueRef address_of(qn_spmd_emitter *e, uint64_t word, bool out) {
  const bool once = qn_spmd_is_group_slot(word);
  LLVMValueRef base = pointer_of(
      e, once ? (out ? QN_ITEM_POINTER_LIVE_OUT : QN_ITEM_POINTER_LIVE_IN)
              : QN_ITEM_POINTER_FRAME);
  return offset_by(e, e->b, base,
                   (word >> 1) + (uint64_t)QN_SPMD_ROW_SIZE * e->row);
}

// The alias scope of frames. A kernel's own stores do not alias them, so that
// spilled values can stay in registers across stores.
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
  if (!qn_spmd_is_group_slot(word))
    LLVMSetMetadata(access, qn_ir_metadata_kind(e->context, "alias.scope"),
                    frame_scope(e));
}

static bool is_store(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return LLVMIsAStoreInst(i) ||
         (callee &&
          qn_str_starts(qn_ir_name(callee), QN_STR("llvm.masked.store")));
}

// Loads are not marked: LLVM would hoist more values out of the loop over
// packets than there are registers.
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

// Emits `value`, and before it its operands, into the current block.
static void recompute(qn_spmd_emitter *e, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) ||
      qn_map_find(&e->scalars, (uintptr_t)value) ||
      qn_map_find(&e->vectors, (uintptr_t)value))
    return; // where rows differ, this is the first row's
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    recompute(e, LLVMGetOperand(value, k));
  qn_spmd_instruction(e, value);
}

static unsigned rows_of(const qn_spmd_emitter *e, LLVMValueRef value) {
  return qn_spmd_shape_of(e->shapes, value).kind == QN_SPMD_ROWS ? e->rows : 1;
}

static void take_over(qn_spmd_emitter *e, LLVMValueRef value) {
  const uint64_t *found = qn_map_find(&e->regions->spills, (uintptr_t)value);
  if (!found || (e->group && !qn_spmd_is_group_slot(*found)))
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

void qn_spmd_begin_region(qn_spmd_emitter *e) {
  if (!e->regions || e->region == 0)
    return;
  const qn_spmd_region *region = &e->regions->all[e->region];
  define_vote(e, region->barrier);
  for (unsigned i = 0; i < region->live_count && !qn_spmd_failed(e); ++i) {
    LLVMValueRef value = region->live[i];
    if (value == region->barrier)
      continue;
    if (LLVMIsAAllocaInst(value)) {
      if (!e->group)
        qn_spmd_instruction(e, value);
    } else if (qn_spmd_is_recomputed(value))
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
  add_votes(e, QN_VOTES_TRUE, count_lanes(e, qn_spmd_and(e, active, is_true)));
  add_votes(e, QN_VOTES_ALL, count_lanes(e, active));
}

static void hand_over(qn_spmd_emitter *e, LLVMValueRef value) {
  const uint64_t *found = qn_map_find(&e->regions->spills, (uintptr_t)value);
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

// Stores which lanes go on to the next region.
static void note_lanes(qn_spmd_emitter *e) {
  LLVMValueRef lanes =
      qn_spmd_mask_bits(e, e->mask ? e->mask : qn_spmd_all_lanes(e));
  LLVMBuildStore(e->b, LLVMBuildZExt(e->b, lanes, e->i64, ""),
                 pointer_of(e, QN_ITEM_POINTER_FRAME));
}

void qn_spmd_end_region(qn_spmd_emitter *e, LLVMBasicBlockRef block) {
  const uint64_t *next =
      e->regions ? qn_map_find(&e->regions->ends, (uintptr_t)block) : NULL;
  if (!next)
    return;
  const qn_spmd_region *region = &e->regions->all[*next];
  if (e->regions->has_exits)
    note_lanes(e);
  vote(e, region->barrier);
  for (unsigned i = 0; i < region->live_count; ++i)
    if (region->live[i] != region->barrier &&
        !LLVMIsAAllocaInst(region->live[i]) &&
        !qn_spmd_is_recomputed(region->live[i]))
      hand_over(e, region->live[i]);
  LLVMBuildStore(e->b, qn_spmd_int(e, e->i32, *next), e->next);
}
