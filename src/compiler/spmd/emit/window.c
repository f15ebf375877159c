// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/window.h"

#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/lanes.h"

// Deeper expressions are not analysed.
enum { DEPTH_MAX = 14 };

// ---- Lane 0's address

// Whether the value is computed here in each run of the region that comes to
// the access, so that its operands are there, too.
static bool is_made_before(const qn_spmd_emitter *e, LLVMValueRef value,
                           unsigned use) {
  const unsigned node =
      qn_spmd_node_of(e->graph, LLVMGetInstructionParent(value));
  return node != QN_SPMD_NONE && qn_spmd_dominates(e->graph, node, use);
}

// Whether it was computed again where the region begins, and its operands were.
static bool is_made_again(const qn_spmd_emitter *e, LLVMValueRef value) {
  if (!e->regions || !qn_spmd_is_recomputed(value))
    return false;
  const qn_spmd_region *region = &e->regions->all[e->region];
  for (unsigned k = 0; k < region->live_count; ++k)
    if (region->live[k] == value)
      return true;
  return false;
}

static bool can_rebuild(const qn_spmd_emitter *e, LLVMValueRef value,
                        unsigned use, unsigned depth) {
  if (qn_spmd_shape_of(e->shapes, value).kind != QN_SPMD_VARYING ||
      is_made_again(e, value))
    return true;
  if (depth > DEPTH_MAX || LLVMIsAPHINode(value) ||
      !is_made_before(e, value, use))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!can_rebuild(e, LLVMGetOperand(value, k), use, depth + 1))
      return false;
  return true;
}

// Lane 0's value, which may be that of an inactive lane: without flags about
// overflow. Extended as a signed number: it may be below zero where the lane is
// inactive, and is far from either end of the type's range, as the active
// lanes' are indices in shared memory.
static LLVMValueRef rebuild(qn_spmd_emitter *e, LLVMValueRef value) {
  if (qn_spmd_shape_of(e->shapes, value).kind != QN_SPMD_VARYING)
    return qn_spmd_scalar(e, value);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef a = rebuild(e, LLVMGetOperand(value, 0));
  switch (opcode) {
  case LLVMSExt:
  case LLVMZExt:
    return LLVMBuildSExt(e->b, a, LLVMTypeOf(value), "");
  case LLVMFreeze:
    return LLVMBuildFreeze(e->b, a, "");
  case LLVMGetElementPtr: {
    LLVMValueRef index = rebuild(e, LLVMGetOperand(value, 1));
    return LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(value), a, &index, 1,
                         "");
  }
  default:
    return LLVMBuildBinOp(e->b, opcode, a, rebuild(e, LLVMGetOperand(value, 1)),
                          "");
  }
}

// Lane 0's address but for what is added to its index, `*out_by` in bytes: LLVM
// sees that `keys[i]` and `keys[i + 1]` have the same windows only so. NULL: it
// is not of that form.
static LLVMValueRef common_address(qn_spmd_emitter *e, LLVMValueRef address,
                                   unsigned use, int64_t *out_by) {
  enum { NEAR = 1 << 20 };
  int64_t by = 0;
  if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2 ||
      !qn_spmd_is_uniform(e->shapes, LLVMGetOperand(address, 0)))
    return NULL;
  LLVMValueRef index = LLVMGetOperand(address, 1);
  if (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index))
    index = LLVMGetOperand(index, 0);
  if (LLVMIsABinaryOperator(index) &&
      (LLVMGetInstructionOpcode(index) == LLVMAdd ||
       (LLVMGetInstructionOpcode(index) == LLVMOr &&
        LLVMGetIsDisjoint(index))) &&
      qn_spmd_is_number(LLVMGetOperand(index, 1), &by))
    index = LLVMGetOperand(index, 0);
  if (by > NEAR || by < -NEAR || !LLVMIsAInstruction(index) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64 ||
      !is_made_before(e, index, use) || !can_rebuild(e, index, use, 0))
    return NULL;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  *out_by = by * (int64_t)LLVMABISizeOfType(e->layout, type);
  LLVMValueRef first =
      LLVMBuildSExtOrBitCast(e->b, rebuild(e, index), e->i64, "");
  return LLVMBuildGEP2(
      e->b, type, qn_spmd_scalar(e, LLVMGetOperand(address, 0)), &first, 1, "");
}

// From the address of the first active lane: an inactive one's may be anywhere.
static LLVMValueRef address_of_active(qn_spmd_emitter *e,
                                      const qn_spmd_window *w) {
  LLVMValueRef lane = qn_spmd_int(e, e->i32, 0), backs[64];
  if (e->mask && !e->has_addresses) {
    LLVMTypeRef type = LLVMIntTypeInContext(e->context, e->width);
    LLVMValueRef args[] = {qn_spmd_mask_bits(e, e->mask),
                           LLVMConstInt(e->i1, 1, false)};
    LLVMValueRef first =
        qn_spmd_intrinsic(e, "llvm.cttz", qn_spmd_types(&type, 1), args, 2);
    lane = LLVMBuildIntCast2(e->b, first, e->i32, false, "");
  }
  for (unsigned k = 0; k < e->width; ++k)
    backs[k] = LLVMConstInt(
        e->i64, (uint64_t)(-(int64_t)w->places[k] * (int64_t)w->size), true);
  LLVMValueRef back =
      LLVMBuildExtractElement(e->b, LLVMConstVector(backs, e->width), lane, "");
  return LLVMBuildGEP2(e->b, e->i8, qn_spmd_lane(e, w->address, lane), &back, 1,
                       "");
}

static LLVMValueRef first_address(qn_spmd_emitter *e, LLVMValueRef i,
                                  const qn_spmd_window *w) {
  const unsigned use = qn_spmd_node_of(e->graph, LLVMGetInstructionParent(i));
  int64_t offset = 0;
  LLVMValueRef address = common_address(e, w->address, use, &offset);
  if (!address && !can_rebuild(e, w->address, use, 0))
    return address_of_active(e, w);
  address = address ? address : rebuild(e, w->address);
  LLVMValueRef by = qn_spmd_int(e, e->i64, (uint64_t)(offset + w->offset));
  return LLVMBuildGEP2(e->b, e->i8, address, &by, 1, "");
}

// ---- Windows

// Whether all is in the room around shared memory, wherever the active lane is.
static bool fits_room(const qn_spmd_emitter *e, const qn_spmd_window *w) {
  return w->parts <= QN_SPMD_WINDOW_PARTS &&
         ((uint64_t)w->parts * e->width - 1) * w->size <= QN_SHARED_ROOM;
}

// Begins at a place where windows of other accesses are likely to begin, if
// that takes no more vectors: then one's stores can be loaded by the other.
// Where the common part's alignment is not known, that is so for accesses with
// the same one, as `keys[i]` and `keys[i + 1]`.
static int64_t begin(const qn_spmd_emitter *e, const qn_spmd_window *w,
                     int64_t low, int64_t high) {
  const int64_t part = (int64_t)e->width * w->size;
  const unsigned parts = (unsigned)((high - low) / part) + 1;
  for (int64_t to = QN_SPMD_WINDOW_PARTS * part; to > w->size; to /= 2) {
    const int64_t from = low - (low % to + to) % to;
    if ((to & (to - 1)) == 0 && (high - from) / part < parts)
      return from;
  }
  return low;
}

bool qn_spmd_find_window(const qn_spmd_emitter *e, LLVMValueRef i,
                         qn_spmd_window *out) {
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  qn_spmd_lanes all;
  *out = (qn_spmd_window){.address = LLVMGetOperand(i, stores),
                          .size = (unsigned)LLVMABISizeOfType(e->layout, type),
                          .is_permutation = true};
  if (e->rows > 1 || !qn_spmd_is_group_memory(out->address) ||
      !qn_spmd_lanes_of(e->shapes, out->address, &all))
    return false;
  int64_t low = all.at[0], high = all.at[0];
  for (unsigned k = 1; k < e->width; ++k) {
    low = all.at[k] < low ? all.at[k] : low;
    high = all.at[k] > high ? all.at[k] : high;
  }
  const int64_t size = out->size;
  if ((high - low) / size >= (int64_t)QN_SPMD_WINDOW_PARTS * e->width)
    return false;
  low = begin(e, out, low, high);
  out->offset = low - all.at[0];
  out->parts = (unsigned)((high - low) / size) / e->width + 1;
  for (unsigned k = 0; k < e->width; ++k) {
    if ((all.at[k] - low) % size)
      return false;
    out->places[k] = (unsigned)((all.at[k] - low) / size);
    for (unsigned n = 0; n < k; ++n)
      out->is_permutation &= out->places[n] != out->places[k];
  }
  return fits_room(e, out);
}

static LLVMValueRef part_address(qn_spmd_emitter *e, const qn_spmd_window *w,
                                 LLVMValueRef first, unsigned part) {
  LLVMValueRef by = qn_spmd_int(e, e->i64, (uint64_t)part * e->width * w->size);
  return part ? LLVMBuildGEP2(e->b, e->i8, first, &by, 1, "") : first;
}

// Without metadata about types: what lies between may have others.
static void load_parts(qn_spmd_emitter *e, LLVMValueRef i, LLVMTypeRef type,
                       const qn_spmd_window *w, LLVMValueRef first,
                       LLVMValueRef *parts) {
  for (unsigned k = 0; k < w->parts; ++k) {
    parts[k] = LLVMBuildLoad2(e->b, LLVMVectorType(type, e->width),
                              part_address(e, w, first, k), "");
    LLVMSetAlignment(parts[k], LLVMGetAlignment(i));
  }
}

static LLVMValueRef shuffle(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b,
                            const int *from) {
  LLVMValueRef constants[64];
  for (unsigned k = 0; k < e->width; ++k)
    constants[k] = from[k] < 0 ? LLVMGetPoison(e->i32)
                               : qn_spmd_int(e, e->i32, (uint64_t)from[k]);
  return LLVMBuildShuffleVector(e->b, a, b,
                                LLVMConstVector(constants, e->width), "");
}

// Each lane's element.
static LLVMValueRef pick(qn_spmd_emitter *e, const qn_spmd_window *w,
                         const LLVMValueRef *parts) {
  LLVMValueRef pairs[QN_SPMD_WINDOW_PARTS / 2] = {0};
  int from[64];
  for (unsigned p = 0; p < w->parts; p += 2) {
    for (unsigned k = 0; k < e->width; ++k) {
      const unsigned place = w->places[k] - p * e->width;
      from[k] = place < 2 * e->width ? (int)place : -1;
    }
    pairs[p / 2] = shuffle(
        e, parts[p],
        p + 1 < w->parts ? parts[p + 1] : LLVMGetPoison(LLVMTypeOf(parts[p])),
        from);
  }
  if (w->parts <= 2)
    return pairs[0];
  for (unsigned k = 0; k < e->width; ++k)
    from[k] = (int)(w->places[k] < 2 * e->width ? k : e->width + k);
  return shuffle(e, pairs[0], pairs[1], from);
}

LLVMValueRef qn_spmd_load_window(qn_spmd_emitter *e, LLVMValueRef i,
                                 const qn_spmd_window *w) {
  LLVMValueRef parts[QN_SPMD_WINDOW_PARTS];
  load_parts(e, i, LLVMTypeOf(i), w, first_address(e, i, w), parts);
  return pick(e, w, parts);
}

void qn_spmd_store_window(qn_spmd_emitter *e, LLVMValueRef i,
                          const qn_spmd_window *w) {
  LLVMValueRef parts[QN_SPMD_WINDOW_PARTS];
  LLVMValueRef value = qn_spmd_vector(e, LLVMGetOperand(i, 0));
  LLVMValueRef first = first_address(e, i, w);
  load_parts(e, i, LLVMTypeOf(LLVMGetOperand(i, 0)), w, first, parts);
  if (e->mask)
    value = qn_spmd_blend(e, e->mask, value, pick(e, w, parts));
  for (unsigned p = 0; p < w->parts; ++p) {
    int from[64];
    for (unsigned k = 0; k < e->width; ++k)
      from[k] = (int)(e->width + k); // as it was
    for (unsigned k = 0; k < e->width; ++k)
      if (w->places[k] / e->width == p)
        from[w->places[k] % e->width] = (int)k;
    LLVMValueRef made = LLVMBuildStore(e->b, shuffle(e, value, parts[p], from),
                                       part_address(e, w, first, p));
    LLVMSetAlignment(made, LLVMGetAlignment(i));
  }
}

bool qn_spmd_has_first_address(const qn_spmd_emitter *e, LLVMValueRef store) {
  LLVMValueRef address = LLVMGetOperand(store, 1);
  return qn_spmd_shape_of(e->shapes, address).kind == QN_SPMD_LINEAR ||
         can_rebuild(e, address,
                     qn_spmd_node_of(e->graph, LLVMGetInstructionParent(store)),
                     0);
}

bool qn_spmd_merges_store(const qn_spmd_emitter *e, LLVMValueRef i) {
  qn_spmd_window w;
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, 1));
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
  return (shape.kind == QN_SPMD_LINEAR &&
          shape.stride == (int64_t)LLVMABISizeOfType(e->layout, type)) ||
         (qn_spmd_find_window(e, i, &w) && w.is_permutation);
}
