// SPDX-License-Identifier: Apache-2.0
// Comparisons of an index with a uniform value: for each lane in narrow
// numbers, and whether all lanes or none meet them by the first and last lane
// only.
#include "compiler/spmd/analysis/condition.h"
#include "compiler/spmd/analysis/lanes.h"
#include "compiler/spmd/emit/emit.h"

// An index compared with a uniform value, the index on the left.
typedef struct comparison {
  LLVMValueRef index;
  LLVMValueRef limit;
  LLVMIntPredicate predicate;
  int64_t stride;
  bool is_signed;
  bool is_less; // true for small indices
} comparison;

// Whether the index does not wrap between lanes, so that their values are in
// order.
static bool is_exact(const qn_spmd_emitter *e, LLVMValueRef index,
                     bool is_signed) {
  LLVMTypeRef type = LLVMTypeOf(index);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) <= 64 &&
         qn_spmd_can_widen(e->shapes, index, is_signed);
}

// In kernels with barriers the operands are available only in the comparison's
// own block.
static bool read_comparison(const qn_spmd_emitter *e, LLVMValueRef condition,
                            LLVMBasicBlockRef block, comparison *out) {
  enum { STRIDE_MAX = 1 << 24 };
  if (!LLVMIsAICmpInst(condition) ||
      (e->regions && LLVMGetInstructionParent(condition) != block))
    return false;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  LLVMValueRef index = LLVMGetOperand(condition, 0);
  LLVMValueRef limit = LLVMGetOperand(condition, 1);
  if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
    return false;
  if (qn_spmd_is_row_uniform(e->shapes, index)) {
    LLVMValueRef other = index;
    index = limit;
    limit = other;
    predicate = qn_spmd_swapped(predicate);
  }
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, index);
  const bool is_signed = predicate >= LLVMIntSGT;
  if (!qn_spmd_is_strided(shape) || !qn_spmd_is_row_uniform(e->shapes, limit) ||
      shape.stride > STRIDE_MAX || shape.stride < -STRIDE_MAX ||
      !is_exact(e, index, is_signed))
    return false;
  *out = (comparison){.index = index,
                      .limit = limit,
                      .predicate = predicate,
                      .stride = shape.stride,
                      .is_signed = is_signed,
                      .is_less =
                          predicate == LLVMIntULT || predicate == LLVMIntULE ||
                          predicate == LLVMIntSLT || predicate == LLVMIntSLE};
  return true;
}

// Whether the condition is uniform in rows and, in kernels with barriers,
// available here.
static bool is_known(const qn_spmd_emitter *e, LLVMValueRef condition,
                     LLVMBasicBlockRef block) {
  if (qn_spmd_is_uniform(e->shapes, condition))
    return true;
  return qn_spmd_is_row_uniform(e->shapes, condition) &&
         (!e->regions || LLVMGetInstructionParent(condition) == block);
}

bool qn_spmd_has_exact_none_test(const qn_spmd_emitter *e,
                                 LLVMValueRef condition) {
  return LLVMIsAICmpInst(condition) ||
         qn_spmd_is_row_uniform(e->shapes, condition);
}

bool qn_spmd_has_lane_test(const qn_spmd_emitter *e, LLVMValueRef condition,
                           LLVMBasicBlockRef block) {
  comparison c;
  LLVMValueRef parts[2];
  bool is_and;
  if (is_known(e, condition, block) || read_comparison(e, condition, block, &c))
    return true;
  return qn_spmd_read_junction(condition, parts, &is_and) &&
         (!e->regions || LLVMGetInstructionParent(condition) == block) &&
         qn_spmd_has_lane_test(e, parts[0], block) &&
         qn_spmd_has_lane_test(e, parts[1], block);
}

// The comparison for the first or the last lane.
static LLVMValueRef compare_lane(qn_spmd_emitter *e, const comparison *c,
                                 bool last) {
  const bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(c->index)) < 64;
  LLVMValueRef index = narrow ? qn_spmd_widen(e, c->index, c->is_signed, e->i64)
                              : qn_spmd_scalar(e, c->index);
  LLVMValueRef limit = qn_spmd_scalar(e, c->limit);
  if (narrow)
    limit = c->is_signed ? LLVMBuildSExt(e->b, limit, e->i64, "")
                         : LLVMBuildZExt(e->b, limit, e->i64, "");
  if (last) {
    LLVMValueRef offset = qn_spmd_int(
        e, e->i64, (uint64_t)(c->stride * (int64_t)(e->columns - 1)));
    index = LLVMBuildAdd(e->b, index, offset, "");
  }
  return LLVMBuildICmp(e->b, c->predicate, index, limit, "");
}

// The test for `e->row`.
static LLVMValueRef test_row(qn_spmd_emitter *e, LLVMValueRef condition,
                             bool all) {
  comparison c;
  LLVMValueRef parts[2];
  bool is_and;
  if (qn_spmd_is_row_uniform(e->shapes, condition)) {
    LLVMValueRef value = qn_spmd_scalar(e, condition);
    return all ? value : LLVMBuildNot(e->b, value, "");
  }
  if (LLVMIsAICmpInst(condition) &&
      read_comparison(e, condition, LLVMGetInstructionParent(condition), &c)) {
    // The lane that is the last to meet it, or the first.
    const bool last = (c.is_less == (c.stride > 0)) == all;
    LLVMValueRef met = compare_lane(e, &c, last);
    return all ? met : LLVMBuildNot(e->b, met, "");
  }
  if (!qn_spmd_read_junction(condition, parts, &is_and))
    return LLVMConstInt(e->i1, 0, false);
  LLVMValueRef a = test_row(e, parts[0], all);
  LLVMValueRef b = test_row(e, parts[1], all);
  // Selects, as the second may be poison where the first decides.
  LLVMValueRef decided = LLVMConstInt(e->i1, is_and != all, false);
  return is_and == all ? LLVMBuildSelect(e->b, a, b, decided, "")
                       : LLVMBuildSelect(e->b, a, decided, b, "");
}

LLVMValueRef qn_spmd_lane_test(qn_spmd_emitter *e, LLVMValueRef condition,
                               bool all) {
  LLVMValueRef met = NULL;
  for (e->row = 0; e->row < e->rows; ++e->row) {
    LLVMValueRef own = test_row(e, condition, all);
    met = met ? LLVMBuildAnd(e->b, met, own, "") : own;
  }
  e->row = 0;
  return met;
}

// ---- Each lane's

// Lanes from which on few narrow vectors are less work than many wide ones.
enum { NARROWED_MIN = 16 };

// A comparison of numbers at known distances from lane 0's with a uniform one.
typedef struct distances {
  LLVMValueRef index, limit;
  LLVMIntPredicate predicate;
  bool is_signed;
  int64_t at[64], low, high;
} distances;

static bool read_distances(const qn_spmd_emitter *e, LLVMValueRef i,
                           distances *d) {
  const LLVMIntPredicate own = LLVMGetICmpPredicate(i);
  const bool swaps = qn_spmd_is_uniform(e->shapes, LLVMGetOperand(i, 0));
  *d = (distances){.index = LLVMGetOperand(i, swaps),
                   .limit = LLVMGetOperand(i, !swaps),
                   .predicate = swaps ? qn_spmd_swapped(own) : own,
                   .is_signed = own >= LLVMIntSGT};
  const bool is_varying =
      qn_spmd_shape_of(e->shapes, d->index).kind == QN_SPMD_VARYING;
  if (own == LLVMIntEQ || own == LLVMIntNE || (is_varying && e->mask) ||
      !qn_spmd_is_uniform(e->shapes, d->limit) ||
      !qn_spmd_find_distances(e->shapes, d->index, d->at) ||
      !qn_spmd_is_in_order(e->shapes, d->index, d->is_signed))
    return false;
  for (unsigned k = 0; k < e->width; ++k) {
    d->low = d->at[k] < d->low ? d->at[k] : d->low;
    d->high = d->at[k] > d->high ? d->at[k] : d->high;
  }
  // Without a sign a limit below lane 0's number is at a distance of 0 here,
  // which is right for "below" and its opposite of lanes that are not less.
  return d->low > -(1 << 30) && d->high < 1 << 30 &&
         (d->is_signed || (d->low == 0 && (d->predicate == LLVMIntULT ||
                                           d->predicate == LLVMIntUGE)));
}

// The limit less lane 0's number, but only as far as lanes reach.
static LLVMValueRef way_to_limit(qn_spmd_emitter *e, const distances *d) {
  static const char *const names[][3] = {
      {"llvm.usub.sat", "llvm.umax", "llvm.umin"},
      {"llvm.ssub.sat", "llvm.smax", "llvm.smin"}};
  const int64_t bounds[] = {d->low - 1, d->high + 1};
  LLVMValueRef args[] = {qn_spmd_scalar(e, d->limit),
                         qn_spmd_lane(e, d->index, qn_spmd_int(e, e->i32, 0))};
  LLVMValueRef made = qn_spmd_intrinsic(e, names[d->is_signed][0],
                                        qn_spmd_types(&e->i64, 1), args, 2);
  for (unsigned k = d->is_signed ? 0 : 1; k < 2; ++k) {
    LLVMValueRef both[] = {made, qn_spmd_int(e, e->i64, (uint64_t)bounds[k])};
    made = qn_spmd_intrinsic(e, names[d->is_signed][k + 1],
                             qn_spmd_types(&e->i64, 1), both, 2);
  }
  return LLVMBuildTrunc(e->b, made, e->i32, "");
}

LLVMValueRef qn_spmd_compare_narrow(qn_spmd_emitter *e, LLVMValueRef i) {
  distances d;
  LLVMValueRef lanes[64];
  if (e->rows > 1 || e->width < NARROWED_MIN || e->machine.mask_bits == 1 ||
      LLVMTypeOf(LLVMGetOperand(i, 0)) != e->i64 || !read_distances(e, i, &d))
    return NULL;
  LLVMValueRef by = way_to_limit(e, &d);
  for (unsigned k = 0; k < e->width; ++k)
    lanes[k] = qn_spmd_int(e, e->i32, (uint64_t)d.at[k]);
  return LLVMBuildICmp(e->b, d.predicate, LLVMConstVector(lanes, e->width),
                       qn_spmd_splat(e, by), "");
}

static LLVMIntPredicate with_sign(LLVMIntPredicate predicate) {
  switch (predicate) {
  case LLVMIntULT:
    return LLVMIntSLT;
  case LLVMIntULE:
    return LLVMIntSLE;
  case LLVMIntUGT:
    return LLVMIntSGT;
  case LLVMIntUGE:
    return LLVMIntSGE;
  default:
    return predicate;
  }
}

// An integer of 32 bits, or more, that is the same.
static LLVMValueRef widen_word(qn_spmd_emitter *e, LLVMValueRef value,
                               bool is_signed) {
  if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32)
    return value;
  return is_signed ? LLVMBuildSExt(e->b, value, e->i32, "")
                   : LLVMBuildZExt(e->b, value, e->i32, "");
}

// The limit less the first lane's index, where it lies between the first lane's
// and the last lane's.
static LLVMValueRef distance_of(qn_spmd_emitter *e, const comparison *c) {
  LLVMValueRef by = LLVMBuildSub(
      e->b, widen_word(e, qn_spmd_scalar(e, c->limit), c->is_signed),
      widen_word(e, qn_spmd_scalar(e, c->index), c->is_signed), "");
  return LLVMTypeOf(by) == e->i32 ? by : LLVMBuildTrunc(e->b, by, e->i32, "");
}

// Whether each of `count` lanes meets the comparison, from one on.
static LLVMValueRef compare_distances(qn_spmd_emitter *e, const comparison *c,
                                      LLVMIntPredicate predicate, unsigned from,
                                      unsigned count) {
  LLVMValueRef lanes[64];
  for (unsigned k = 0; k < count; ++k)
    lanes[k] =
        qn_spmd_int(e, e->i32, (uint64_t)((int64_t)(from + k) * c->stride));
  LLVMValueRef by = qn_spmd_splat_some(e, distance_of(e, c), count);
  return LLVMBuildICmp(e->b, with_sign(predicate),
                       LLVMConstVector(lanes, count), by, "");
}

LLVMValueRef qn_spmd_parted_lanes(qn_spmd_emitter *e, LLVMValueRef condition) {
  comparison c;
  if (e->rows > 1 || !LLVMIsAICmpInst(condition) ||
      !read_comparison(e, condition, LLVMGetInstructionParent(condition), &c))
    return qn_spmd_vector(e, condition);
  return compare_distances(e, &c, c.predicate, 0, e->width);
}

static LLVMValueRef join(qn_spmd_emitter *e, LLVMValueRef first,
                         LLVMValueRef second) {
  LLVMValueRef lanes[64];
  const unsigned size = 2 * LLVMGetVectorSize(LLVMTypeOf(first));
  for (unsigned k = 0; k < size; ++k)
    lanes[k] = qn_spmd_int(e, e->i32, k);
  return LLVMBuildShuffleVector(e->b, first, second,
                                LLVMConstVector(lanes, size), "");
}

// All lanes, where those of the parts before `part` do and those behind it do
// not. Joined by pairs, so that LLVM sees which parts are constant.
static LLVMValueRef lanes_up_to(qn_spmd_emitter *e, LLVMValueRef of_part,
                                unsigned part, unsigned count) {
  LLVMTypeRef type = LLVMTypeOf(of_part);
  LLVMValueRef parts[QN_SPMD_PARTS_MAX];
  for (unsigned k = 0; k < count; ++k)
    parts[k] = k < part   ? LLVMConstAllOnes(type)
               : k > part ? LLVMConstNull(type)
                          : of_part;
  for (; count > 1; count /= 2)
    for (unsigned k = 0; k < count / 2; ++k)
      parts[k] = join(e, parts[2 * (size_t)k], parts[2 * (size_t)k + 1]);
  return parts[0];
}

void qn_spmd_part_lanes(qn_spmd_emitter *e, LLVMValueRef condition, bool meets,
                        unsigned count, qn_spmd_parts *out) {
  comparison c;
  *out = (qn_spmd_parts){0};
  if (!LLVMIsAICmpInst(condition) ||
      !read_comparison(e, condition, LLVMGetInstructionParent(condition), &c))
    return;
  const unsigned size = e->width / count;
  const LLVMIntPredicate predicate =
      meets ? c.predicate : qn_spmd_negated(c.predicate);
  out->count = count;
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef from = qn_spmd_int(e, e->i32, (uint64_t)(k * size * c.stride));
    if (k)
      out->goes_on[k] = LLVMBuildICmp(e->b, with_sign(predicate), from,
                                      distance_of(e, &c), "");
    out->lanes[k] = lanes_up_to(
        e, compare_distances(e, &c, predicate, k * size, size), k, count);
  }
}
