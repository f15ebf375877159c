// SPDX-License-Identifier: Apache-2.0
// Values and masks of a packet.
#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/emit/emit.h"
#include "compiler/contract/functions.h"

void qn_spmd_unforeseen(qn_spmd_emitter *e, LLVMValueRef i, const char *what) {
  if (qn_spmd_failed(e))
    return;
  (void)i;
  e->status = qn_fail(e->diag, QN_E_INTERNAL, QN_NOWHERE,
                      "packets of what the plan had not foreseen: %s", what);
}

void qn_spmd_no_memory(qn_spmd_emitter *e) {
  if (!qn_spmd_failed(e))
    e->status = qn_fail_memory(e->diag, "a packet's function");
}

LLVMBasicBlockRef qn_spmd_block(const qn_spmd_emitter *e, const char *name) {
  return LLVMAppendBasicBlockInContext(e->context, e->made, name);
}

LLVMValueRef qn_spmd_int(const qn_spmd_emitter *e, LLVMTypeRef type,
                         uint64_t value) {
  (void)e;
  return LLVMConstInt(type, value, true);
}

static void put(qn_spmd_emitter *e, qn_map *map, LLVMValueRef key,
                LLVMValueRef value) {
  if (qn_failed(qn_map_put(map, (uintptr_t)key, (uintptr_t)value, e->diag)))
    qn_spmd_no_memory(e);
}

static LLVMValueRef get(const qn_map *map, LLVMValueRef key) {
  const uint64_t *found = qn_map_find(map, (uintptr_t)key);
  return found ? (LLVMValueRef)(uintptr_t)*found : NULL;
}

// The key of a value's scalar: values that differ by row have one for each row.
// LLVM's values are aligned to more than the number of rows.
static LLVMValueRef key_of(const qn_spmd_emitter *e, LLVMValueRef value) {
  const bool rows = qn_spmd_shape_of(e->shapes, value).kind == QN_SPMD_ROWS;
  return (LLVMValueRef)((uintptr_t)value + (rows ? e->row : 0));
}

void qn_spmd_forget(qn_spmd_emitter *e) {
  qn_map_finish(&e->scalars);
  qn_map_finish(&e->vectors);
  qn_map_finish(&e->preloaded);
}

void qn_spmd_put_preloaded(qn_spmd_emitter *e, LLVMValueRef i,
                           LLVMValueRef made) {
  put(e, &e->preloaded, i, made);
}

LLVMValueRef qn_spmd_take_preloaded(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef found = get(&e->preloaded, i);
  if (found)
    put(e, &e->preloaded, i, NULL);
  return found;
}

LLVMValueRef qn_spmd_intrinsic(qn_spmd_emitter *e, const char *name,
                               qn_spmd_overload by, LLVMValueRef *args,
                               unsigned count) {
  LLVMValueRef function = qn_ir_intrinsic(e->module, name, by.types, by.count);
  return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(function), function, args,
                        count, "");
}

// ---- Types and variables

LLVMTypeRef qn_spmd_vector_type(qn_spmd_emitter *e, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind:
    return LLVMVectorType(type, e->width);
  case LLVMStructTypeKind: {
    LLVMTypeRef fields[QN_SPMD_FIELDS_MAX];
    const unsigned count = LLVMCountStructElementTypes(type);
    if (count > QN_SPMD_FIELDS_MAX)
      break;
    for (unsigned i = 0; i < count; ++i) {
      fields[i] = qn_spmd_vector_type(e, LLVMStructGetTypeAtIndex(type, i));
      if (!fields[i])
        return NULL;
    }
    return LLVMStructTypeInContext(e->context, fields, count, false);
  }
  default:
    break;
  }
  qn_spmd_unforeseen(e, NULL,
                     "vectors and arrays that differ between work-items");
  return NULL;
}

LLVMValueRef qn_spmd_variable(qn_spmd_emitter *e, LLVMTypeRef type,
                              const char *name) {
  return LLVMBuildAlloca(e->first, type, name);
}

LLVMTypeRef qn_spmd_mask_type(const qn_spmd_emitter *e) {
  return LLVMVectorType(e->i1, e->width);
}

LLVMTypeRef qn_spmd_words_type(const qn_spmd_emitter *e) {
  return LLVMVectorType(LLVMIntTypeInContext(e->context, e->machine.mask_bits),
                        e->width);
}

static bool is_mask(const qn_spmd_emitter *e, LLVMTypeRef type) {
  return type == qn_spmd_mask_type(e);
}

static LLVMTypeRef type_of_slot(qn_spmd_emitter *e, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (qn_spmd_shape_of(e->shapes, value).kind != QN_SPMD_VARYING)
    return type;
  LLVMTypeRef vector = qn_spmd_vector_type(e, type);
  return vector && is_mask(e, vector) ? qn_spmd_words_type(e) : vector;
}

LLVMValueRef qn_spmd_slot(qn_spmd_emitter *e, LLVMValueRef value) {
  LLVMValueRef key = key_of(e, value);
  LLVMValueRef found = get(&e->slots, key);
  if (found)
    return found;
  LLVMTypeRef type = type_of_slot(e, value);
  if (!type)
    return NULL;
  found = qn_spmd_variable(e, type, "slot");
  put(e, &e->slots, key, found);
  return found;
}

LLVMValueRef qn_spmd_words(qn_spmd_emitter *e, LLVMValueRef mask) {
  return e->machine.mask_bits == 1
             ? mask
             : LLVMBuildSExt(e->b, mask, qn_spmd_words_type(e), "");
}

LLVMValueRef qn_spmd_mask_of(qn_spmd_emitter *e, LLVMValueRef words) {
  return e->machine.mask_bits == 1
             ? words
             : LLVMBuildICmp(e->b, LLVMIntSLT, words, qn_spmd_no_words(e), "");
}

LLVMValueRef qn_spmd_no_words(const qn_spmd_emitter *e) {
  return LLVMConstNull(qn_spmd_words_type(e));
}

LLVMValueRef qn_spmd_load_slot(qn_spmd_emitter *e, LLVMValueRef value) {
  LLVMValueRef slot = qn_spmd_slot(e, value);
  LLVMTypeRef type = slot ? type_of_slot(e, value) : NULL;
  if (!type)
    return LLVMGetPoison(LLVMTypeOf(value));
  LLVMValueRef loaded = LLVMBuildLoad2(e->b, type, slot, "");
  const bool is_words =
      type == qn_spmd_words_type(e) && LLVMTypeOf(value) == e->i1;
  return is_words ? qn_spmd_mask_of(e, loaded) : loaded;
}

void qn_spmd_store_slot(qn_spmd_emitter *e, LLVMValueRef value,
                        LLVMValueRef made) {
  LLVMValueRef slot = qn_spmd_slot(e, value);
  if (!slot)
    return;
  LLVMBuildStore(
      e->b, is_mask(e, LLVMTypeOf(made)) ? qn_spmd_words(e, made) : made, slot);
}

// ---- Values

// Splats a scalar, which is no struct, to `count` lanes.
LLVMValueRef qn_spmd_splat_some(qn_spmd_emitter *e, LLVMValueRef scalar,
                                unsigned count) {
  LLVMTypeRef vector = LLVMVectorType(LLVMTypeOf(scalar), count);
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMValueRef poison = LLVMGetPoison(vector);
  LLVMValueRef one = LLVMBuildInsertElement(e->b, poison, scalar, zero, "");
  return LLVMBuildShuffleVector(
      e->b, one, poison, LLVMConstNull(LLVMVectorType(e->i32, count)), "");
}

LLVMValueRef qn_spmd_splat_row(qn_spmd_emitter *e, LLVMValueRef scalar) {
  return qn_spmd_splat_some(e, scalar, e->columns);
}

LLVMValueRef qn_spmd_splat(qn_spmd_emitter *e, LLVMValueRef scalar) {
  LLVMTypeRef type = LLVMTypeOf(scalar);
  LLVMTypeRef vector = qn_spmd_vector_type(e, type);
  if (!vector)
    return LLVMGetPoison(type);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return qn_spmd_splat_some(e, scalar, e->width);
  LLVMValueRef made = LLVMGetPoison(vector);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
    made = LLVMBuildInsertValue(
        e->b, made,
        qn_spmd_splat(e, LLVMBuildExtractValue(e->b, scalar, i, "")), i, "");
  return made;
}

// {0, stride, 2 * stride, ...}
static LLVMValueRef steps(LLVMTypeRef type, int64_t stride, unsigned count) {
  LLVMValueRef lanes[64];
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = LLVMConstInt(type, (uint64_t)stride * i, true);
  return LLVMConstVector(lanes, count);
}

// A row of lanes from its first lane and the stride.
static LLVMValueRef spread(qn_spmd_emitter *e, LLVMValueRef base,
                           int64_t stride) {
  LLVMTypeRef type = LLVMTypeOf(base);
  if (stride == 0)
    return qn_spmd_splat_row(e, base);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    LLVMValueRef offsets = steps(e->i64, stride, e->columns);
    return LLVMBuildGEP2(e->b, e->i8, base, &offsets, 1, "");
  }
  return LLVMBuildAdd(e->b, qn_spmd_splat_row(e, base),
                      steps(type, stride, e->columns), "");
}

// `count` lanes from `first` on, of two concatenated vectors.
static LLVMValueRef shuffle(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b,
                            unsigned first, unsigned count) {
  LLVMValueRef lanes[64];
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = qn_spmd_int(e, e->i32, first + i);
  return LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(lanes, count), "");
}

LLVMValueRef qn_spmd_join_rows(qn_spmd_emitter *e, LLVMValueRef *rows) {
  LLVMValueRef parts[QN_SPMD_ROWS_MAX];
  memcpy(parts, rows, e->rows * sizeof(*parts));
  for (unsigned count = e->rows, size = e->columns; count > 1;
       count /= 2, size *= 2)
    for (unsigned i = 0; i < count / 2; ++i)
      parts[i] = shuffle(e, parts[2 * (size_t)i], parts[2 * (size_t)i + 1], 0,
                         2 * size);
  return parts[0];
}

LLVMValueRef qn_spmd_cut_row(qn_spmd_emitter *e, LLVMValueRef lanes,
                             unsigned row) {
  return e->rows == 1 ? lanes
                      : shuffle(e, lanes, LLVMGetPoison(LLVMTypeOf(lanes)),
                                row * e->columns, e->columns);
}

static LLVMValueRef argument(const qn_spmd_emitter *e, LLVMValueRef value) {
  for (unsigned i = 0; i < LLVMCountParams(e->source); ++i)
    if (LLVMGetParam(e->source, i) == value)
      return LLVMGetParam(e->made, i);
  return value;
}

LLVMValueRef qn_spmd_scalar(qn_spmd_emitter *e, LLVMValueRef value) {
  if (LLVMIsAArgument(value))
    return argument(e, value);
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMValueRef key = key_of(e, value);
  LLVMValueRef found = get(&e->scalars, key);
  if (found)
    return found;
  found = qn_spmd_load_slot(e, value);
  put(e, &e->scalars, key, found);
  return found;
}

// All lanes of a value that is linear in each row.
static LLVMValueRef spread_rows(qn_spmd_emitter *e, LLVMValueRef value,
                                qn_spmd_shape shape) {
  LLVMValueRef rows[QN_SPMD_ROWS_MAX];
  const unsigned here = e->row;
  if (shape.kind != QN_SPMD_ROWS) {
    rows[0] = spread(e, qn_spmd_scalar(e, value), shape.stride);
    for (unsigned r = 1; r < e->rows; ++r)
      rows[r] = rows[0];
    return qn_spmd_join_rows(e, rows);
  }
  for (e->row = 0; e->row < e->rows; ++e->row)
    rows[e->row] = spread(e, qn_spmd_scalar(e, value), shape.stride);
  e->row = here;
  return qn_spmd_join_rows(e, rows);
}

LLVMValueRef qn_spmd_vector(qn_spmd_emitter *e, LLVMValueRef value) {
  LLVMValueRef found = get(&e->vectors, value);
  if (found)
    return found;
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, value);
  if (shape.kind == QN_SPMD_VARYING)
    found = qn_spmd_load_slot(e, value);
  else if (shape.kind >= QN_SPMD_LINEAR)
    found = spread_rows(e, value, shape);
  else
    found = qn_spmd_splat(e, qn_spmd_scalar(e, value));
  put(e, &e->vectors, value, found);
  return found;
}

static LLVMValueRef extract(qn_spmd_emitter *e, LLVMValueRef vector,
                            LLVMValueRef index) {
  LLVMTypeRef type = LLVMTypeOf(vector);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildExtractElement(e->b, vector, index, "");
  LLVMValueRef parts[QN_SPMD_FIELDS_MAX];
  LLVMTypeRef types[QN_SPMD_FIELDS_MAX];
  const unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count; ++i) {
    parts[i] = extract(e, LLVMBuildExtractValue(e->b, vector, i, ""), index);
    types[i] = LLVMTypeOf(parts[i]);
  }
  LLVMValueRef made =
      LLVMGetPoison(LLVMStructTypeInContext(e->context, types, count, false));
  for (unsigned i = 0; i < count; ++i)
    made = LLVMBuildInsertValue(e->b, made, parts[i], i, "");
  return made;
}

LLVMValueRef qn_spmd_lane(qn_spmd_emitter *e, LLVMValueRef value,
                          LLVMValueRef index) {
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, value);
  if (shape.kind >= QN_SPMD_ROWS ||
      (shape.kind == QN_SPMD_LINEAR && e->rows > 1))
    return extract(e, qn_spmd_vector(e, value), index);
  LLVMValueRef base = qn_spmd_scalar(e, value);
  if (shape.kind != QN_SPMD_LINEAR)
    return base;
  LLVMTypeRef type = LLVMTypeOf(base);
  const bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  LLVMTypeRef number = is_pointer ? e->i64 : type;
  LLVMValueRef wide = LLVMGetIntTypeWidth(number) >= 32
                          ? LLVMBuildZExtOrBitCast(e->b, index, number, "")
                          : LLVMBuildTrunc(e->b, index, number, "");
  LLVMValueRef offset = LLVMBuildMul(
      e->b, wide, LLVMConstInt(number, (uint64_t)shape.stride, true), "");
  return is_pointer ? LLVMBuildGEP2(e->b, e->i8, base, &offset, 1, "")
                    : LLVMBuildAdd(e->b, base, offset, "");
}

LLVMValueRef qn_spmd_lane_of(qn_spmd_emitter *e, LLVMValueRef value,
                             LLVMValueRef index, LLVMBasicBlockRef home) {
  const bool is_here =
      !e->mask && LLVMIsAInstruction(value) &&
      LLVMGetInstructionParent(value) == home &&
      qn_spmd_shape_of(e->shapes, value).kind == QN_SPMD_VARYING;
  if (is_here && (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))) {
    LLVMValueRef from =
        qn_spmd_lane_of(e, LLVMGetOperand(value, 0), index, home);
    return LLVMBuildCast(e->b, LLVMGetInstructionOpcode(value), from,
                         LLVMTypeOf(value), "");
  }
  if (!is_here || !LLVMIsAGetElementPtrInst(value))
    return qn_spmd_lane(e, value, index);
  enum { INDICES_MAX = 8 };
  LLVMValueRef indices[INDICES_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
  if (count > INDICES_MAX)
    return qn_spmd_lane(e, value, index);
  for (unsigned k = 0; k < count; ++k)
    indices[k] = qn_spmd_lane_of(e, LLVMGetOperand(value, k + 1), index, home);
  return LLVMBuildGEP2(
      e->b, LLVMGetGEPSourceElementType(value),
      qn_spmd_lane_of(e, LLVMGetOperand(value, 0), index, home), indices, count,
      "");
}

// Whether it is used in another block, or by a phi.
static bool leaves_block(LLVMValueRef i) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != home)
      return true;
  }
  return false;
}

LLVMValueRef qn_spmd_keep_others(qn_spmd_emitter *e, LLVMValueRef value,
                                 LLVMValueRef made, LLVMValueRef mask) {
  LLVMValueRef old = qn_spmd_load_slot(e, value);
  const qn_spmd_kind kind = qn_spmd_shape_of(e->shapes, value).kind;
  if (kind == QN_SPMD_VARYING)
    return qn_spmd_blend(e, mask, made, old);
  LLVMValueRef lanes =
      kind == QN_SPMD_ROWS ? qn_spmd_cut_row(e, mask, e->row) : mask;
  return LLVMBuildSelect(e->b, qn_spmd_any(e, lanes), made, old, "");
}

void qn_spmd_define(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef made) {
  if (qn_spmd_failed(e))
    return;
  const bool is_vector = qn_spmd_shape_of(e->shapes, i).kind == QN_SPMD_VARYING;
  put(e, is_vector ? &e->vectors : &e->scalars, key_of(e, i), made);
  // Scalars are always stored: other blocks look through extensions and
  // comparisons of indices to their operands.
  if (!is_vector || leaves_block(i))
    qn_spmd_store_slot(e, i,
                       e->mask && qn_spmd_keeps_lanes(e, i)
                           ? qn_spmd_keep_others(e, i, made, e->mask)
                           : made);
}

LLVMValueRef qn_spmd_field(qn_spmd_emitter *e, LLVMTypeRef type,
                           int64_t offset) {
  const uint64_t *found = qn_map_find(&e->fields, (uint64_t)offset);
  if (found && LLVMTypeOf((LLVMValueRef)(uintptr_t)*found) == type)
    return (LLVMValueRef)(uintptr_t)*found;
  LLVMValueRef at = qn_spmd_int(e, e->i64, (uint64_t)offset);
  LLVMValueRef address = LLVMBuildInBoundsGEP2(
      e->first, e->i8, LLVMGetParam(e->made, 0), &at, 1, "");
  LLVMValueRef value = LLVMBuildLoad2(e->first, type, address, "");
  if (qn_failed(
          qn_map_put(&e->fields, (uint64_t)offset, (uintptr_t)value, e->diag)))
    qn_spmd_no_memory(e);
  return value;
}

bool qn_spmd_is_available(const qn_spmd_emitter *e, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !e->regions ||
         qn_map_find(&e->scalars, (uintptr_t)key_of(e, value));
}

static bool sums_up(const qn_spmd_emitter *e, LLVMValueRef value,
                    bool is_signed) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); ++k)
    if (!qn_spmd_is_available(e, LLVMGetOperand(value, k)))
      return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMOr:
    return qn_spmd_can_widen(e->shapes, value, is_signed);
  default:
    return false;
  }
}

LLVMValueRef qn_spmd_widen(qn_spmd_emitter *e, LLVMValueRef value,
                           bool is_signed, LLVMTypeRef type) {
  if (qn_spmd_is_total_index(value))
    return LLVMBuildZExt(e->b, qn_spmd_scalar(e, value), type, "");
  if (qn_spmd_is_row_uniform(e->shapes, value) ||
      !sums_up(e, value, is_signed)) {
    LLVMValueRef base = qn_spmd_scalar(e, value);
    return is_signed ? LLVMBuildSExt(e->b, base, type, "")
                     : LLVMBuildZExt(e->b, base, type, "");
  }
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMOr)
    opcode = LLVMAdd;
  LLVMValueRef a = qn_spmd_widen(e, LLVMGetOperand(value, 0), is_signed, type);
  LLVMValueRef b = qn_spmd_widen(e, LLVMGetOperand(value, 1),
                                 is_signed && opcode != LLVMShl, type);
  return LLVMBuildBinOp(e->b, opcode, a, b, "");
}

// ---- Masks

LLVMValueRef qn_spmd_all_lanes(const qn_spmd_emitter *e) {
  return LLVMConstAllOnes(qn_spmd_mask_type(e));
}

LLVMValueRef qn_spmd_no_lanes(const qn_spmd_emitter *e) {
  return LLVMConstNull(qn_spmd_mask_type(e));
}

static LLVMValueRef reduce(qn_spmd_emitter *e, const char *name,
                           LLVMValueRef mask) {
  LLVMTypeRef type = LLVMTypeOf(mask);
  return qn_spmd_intrinsic(e, name, qn_spmd_types(&type, 1), &mask, 1);
}

// Folds a mask to the number of lanes that can be converted to bits at once.
static LLVMValueRef halve(qn_spmd_emitter *e, LLVMValueRef mask,
                          LLVMOpcode with) {
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(mask));
  while (e->machine.mask_cast && count > e->machine.mask_cast) {
    count /= 2;
    mask = LLVMBuildBinOp(e->b, with, shuffle(e, mask, mask, 0, count),
                          shuffle(e, mask, mask, count, count), "");
  }
  return mask;
}

LLVMValueRef qn_spmd_any(qn_spmd_emitter *e, LLVMValueRef mask) {
  return reduce(e, "llvm.vector.reduce.or", halve(e, mask, LLVMOr));
}

LLVMValueRef qn_spmd_all(qn_spmd_emitter *e, LLVMValueRef mask) {
  return reduce(e, "llvm.vector.reduce.and", halve(e, mask, LLVMAnd));
}

// A select, not an `and`: the condition may be poison in inactive lanes.
LLVMValueRef qn_spmd_and(qn_spmd_emitter *e, LLVMValueRef mask,
                         LLVMValueRef condition) {
  return LLVMBuildSelect(e->b, mask, condition, qn_spmd_no_lanes(e), "");
}

// The condition is frozen for the same reason.
LLVMValueRef qn_spmd_words_and(qn_spmd_emitter *e, LLVMValueRef words,
                               LLVMValueRef condition) {
  if (e->machine.mask_bits == 1)
    return qn_spmd_and(e, words, condition);
  LLVMValueRef wide = LLVMBuildSExt(e->b, LLVMBuildFreeze(e->b, condition, ""),
                                    qn_spmd_words_type(e), "");
  return LLVMBuildAnd(e->b, words, wide, "");
}

LLVMValueRef qn_spmd_words_or(qn_spmd_emitter *e, LLVMValueRef a,
                              LLVMValueRef b) {
  return LLVMBuildOr(e->b, a, b, "");
}

LLVMValueRef qn_spmd_blend(qn_spmd_emitter *e, LLVMValueRef mask,
                           LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return LLVMBuildSelect(e->b, mask, a, b, "");
  LLVMValueRef made = LLVMGetPoison(type);
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
    made = LLVMBuildInsertValue(
        e->b, made,
        qn_spmd_blend(e, mask, LLVMBuildExtractValue(e->b, a, i, ""),
                      LLVMBuildExtractValue(e->b, b, i, "")),
        i, "");
  return made;
}

LLVMValueRef qn_spmd_mask_bits(qn_spmd_emitter *e, LLVMValueRef mask) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, e->width);
  if (!e->machine.mask_cast || e->width <= e->machine.mask_cast)
    return LLVMBuildBitCast(e->b, mask, type, "");
  LLVMTypeRef few = LLVMIntTypeInContext(e->context, e->machine.mask_cast);
  LLVMValueRef bits = LLVMConstNull(type);
  for (unsigned first = 0; first < e->width; first += e->machine.mask_cast) {
    LLVMValueRef some = LLVMBuildBitCast(
        e->b, shuffle(e, mask, mask, first, e->machine.mask_cast), few, "");
    bits = LLVMBuildOr(e->b, bits,
                       LLVMBuildShl(e->b, LLVMBuildZExt(e->b, some, type, ""),
                                    LLVMConstInt(type, first, false), ""),
                       "");
  }
  return bits;
}

LLVMValueRef qn_spmd_mask_of_bits(qn_spmd_emitter *e, LLVMValueRef bits) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, e->width);
  LLVMValueRef cut =
      e->width < 64 ? LLVMBuildTrunc(e->b, bits, type, "") : bits;
  if (e->machine.mask_bits == 1 || e->width > 32)
    return LLVMBuildBitCast(e->b, cut, qn_spmd_mask_type(e), "");
  // Each lane tests its bit of a word; LLVM would expand a cast bit by bit.
  LLVMValueRef lanes[32];
  for (unsigned i = 0; i < e->width; ++i)
    lanes[i] = qn_spmd_int(e, e->i32, UINT64_C(1) << i);
  LLVMValueRef own = LLVMBuildAnd(
      e->b, qn_spmd_splat(e, LLVMBuildZExtOrBitCast(e->b, cut, e->i32, "")),
      LLVMConstVector(lanes, e->width), "");
  return LLVMBuildICmp(e->b, LLVMIntNE, own, LLVMConstNull(LLVMTypeOf(own)),
                       "");
}
