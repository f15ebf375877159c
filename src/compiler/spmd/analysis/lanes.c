// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/lanes.h"

#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"

enum {
  DEPTH_MAX = 14, // deeper expressions are not analysed
  ALIGNMENT_MAX = 1 << 30,
};
// Farther lanes are not known, so that no distance overflows.
static const int64_t far = INT64_C(1) << 32;

static uint64_t lowest_bit(uint64_t value) {
  const uint64_t bit = value & (~value + 1);
  return bit && bit < ALIGNMENT_MAX ? bit : ALIGNMENT_MAX;
}

static bool lanes_of(const qn_spmd_shapes *s, LLVMValueRef value,
                     unsigned depth, qn_spmd_lanes *out);

bool qn_spmd_is_number(LLVMValueRef value, int64_t *out) {
  if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  *out = LLVMConstIntGetSExtValue(value);
  return true;
}

// Whether the parts of lanes lie below the alignment: then bits of the common
// part and bits of the lanes' are apart.
static bool has_separate_bits(const qn_spmd_shapes *s, const qn_spmd_lanes *a) {
  for (unsigned k = 0; k < s->width; ++k)
    if (a->at[k] < 0 || (uint64_t)a->at[k] >= a->alignment)
      return false;
  return true;
}

static bool is_near(const qn_spmd_shapes *s, const qn_spmd_lanes *a) {
  for (unsigned k = 0; k < s->width; ++k)
    if (a->at[k] < -far || a->at[k] > far)
      return false;
  return true;
}

static bool sum_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                   int sign, qn_spmd_lanes *out) {
  qn_spmd_lanes b;
  if (!lanes_of(s, LLVMGetOperand(i, 0), depth, out) ||
      !lanes_of(s, LLVMGetOperand(i, 1), depth, &b))
    return false;
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] += sign * b.at[k];
  if (b.alignment < out->alignment)
    out->alignment = b.alignment;
  out->may_wrap |= b.may_wrap;
  return is_near(s, out);
}

static bool product_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                       qn_spmd_lanes *out) {
  const bool shifts = LLVMGetInstructionOpcode(i) == LLVMShl;
  int64_t by;
  if (!qn_spmd_is_number(LLVMGetOperand(i, 1), &by) ||
      !lanes_of(s, LLVMGetOperand(i, 0), depth, out))
    return false;
  if (shifts && (by < 0 || by > 20))
    return false;
  by = shifts ? (int64_t)1 << by : by;
  if (by > 1 << 20 || by < -(1 << 20))
    return false;
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] *= by;
  out->alignment = lowest_bit(out->alignment * lowest_bit((uint64_t)by));
  return is_near(s, out);
}

static bool bits_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                    qn_spmd_lanes *out) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  int64_t by;
  if (!qn_spmd_is_number(LLVMGetOperand(i, 1), &by) ||
      !lanes_of(s, LLVMGetOperand(i, 0), depth, out) ||
      !has_separate_bits(s, out))
    return false;
  const int64_t low = by & (int64_t)(out->alignment - 1);
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] = opcode == LLVMAnd   ? out->at[k] & low
                 : opcode == LLVMXor ? out->at[k] ^ low
                                     : out->at[k] | low;
  return true;
}

// Only of numbers that are not negative.
static bool quotient_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                        qn_spmd_lanes *out) {
  int64_t by;
  if (!qn_spmd_is_number(LLVMGetOperand(i, 1), &by) || by < 0 || by > 20 ||
      !lanes_of(s, LLVMGetOperand(i, 0), depth, out) ||
      !has_separate_bits(s, out) || out->alignment >> by == 0)
    return false;
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] >>= by;
  out->alignment >>= by;
  return true;
}

static bool address_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                       qn_spmd_lanes *out) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  if (LLVMGetNumOperands(i) != 2 ||
      LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind)
    return false;
  const int64_t size = (int64_t)LLVMABISizeOfType(s->layout, type);
  qn_spmd_lanes index;
  if (size > 1 << 20 || !lanes_of(s, LLVMGetOperand(i, 0), depth, out) ||
      !lanes_of(s, LLVMGetOperand(i, 1), depth, &index))
    return false;
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] += size * index.at[k];
  index.alignment = lowest_bit(index.alignment * lowest_bit((uint64_t)size));
  if (index.alignment < out->alignment)
    out->alignment = index.alignment;
  out->may_wrap |= index.may_wrap;
  return is_near(s, out);
}

// ---- Numbers that do not wrap between lanes

static bool is_exact(const qn_spmd_shapes *s, LLVMValueRef value,
                     bool is_signed, unsigned depth);

static bool are_exact(const qn_spmd_shapes *s, LLVMValueRef i, bool is_signed,
                      unsigned depth) {
  return (is_signed ? LLVMGetNSW(i) : LLVMGetNUW(i)) &&
         is_exact(s, LLVMGetOperand(i, 0), is_signed, depth + 1) &&
         is_exact(s, LLVMGetOperand(i, 1), is_signed, depth + 1);
}

// What the number of one round of a loop is more than that of the round before,
// if `value` is that sum of `phi`; NULL: it is another number.
static LLVMValueRef step_of(LLVMValueRef phi, LLVMValueRef value) {
  const bool adds = LLVMIsAInstruction(value) &&
                    (LLVMGetInstructionOpcode(value) == LLVMAdd ||
                     LLVMGetInstructionOpcode(value) == LLVMGetElementPtr);
  if (!adds || LLVMGetNumOperands(value) != 2)
    return NULL;
  return LLVMGetOperand(value, 0) == phi ? LLVMGetOperand(value, 1) : NULL;
}

// Whether lanes of a loop's phi are as far apart as when they came to the loop:
// those that are in it have done as many rounds. The way in that it came by.
static bool is_counter(const qn_spmd_shapes *s, LLVMValueRef phi,
                       unsigned *out_way) {
  if (LLVMCountIncoming(phi) != 2)
    return false;
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef step = step_of(phi, LLVMGetIncomingValue(phi, k));
    *out_way = 1 - k;
    if (step)
      return qn_spmd_is_uniform(s, step);
  }
  return false;
}

static bool is_exact_phi(const qn_spmd_shapes *s, LLVMValueRef phi,
                         bool is_signed, unsigned depth) {
  unsigned way;
  if (!is_counter(s, phi, &way))
    return false;
  LLVMValueRef next = LLVMGetIncomingValue(phi, 1 - way);
  return LLVMGetInstructionOpcode(next) == LLVMAdd &&
         (is_signed ? LLVMGetNSW(next) : LLVMGetNUW(next)) &&
         is_exact(s, LLVMGetIncomingValue(phi, way), is_signed, depth + 1);
}

static bool is_exact(const qn_spmd_shapes *s, LLVMValueRef value,
                     bool is_signed, unsigned depth) {
  qn_spmd_lanes own;
  const qn_spmd_kind kind = qn_spmd_shape_of(s, value).kind;
  if (kind <= QN_SPMD_UNIFORM ||
      (kind == QN_SPMD_LINEAR && qn_spmd_can_widen(s, value, is_signed)))
    return true;
  if (depth > DEPTH_MAX || !LLVMIsAInstruction(value))
    return false;
  if (LLVMIsAPHINode(value))
    return is_exact_phi(s, value, is_signed, depth);
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    if (are_exact(s, value, is_signed, depth))
      return true;
    break;
  case LLVMZExt:
    return is_exact(s, LLVMGetOperand(value, 0), false, depth + 1);
  case LLVMSExt:
    return is_signed && is_exact(s, LLVMGetOperand(value, 0), true, depth + 1);
  default:
    break;
  }
  return lanes_of(s, value, depth + 1, &own) && has_separate_bits(s, &own);
}

static bool extension_of(const qn_spmd_shapes *s, LLVMValueRef i,
                         unsigned depth, qn_spmd_lanes *out) {
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (LLVMGetIntTypeWidth(LLVMTypeOf(from)) < 32 ||
      !lanes_of(s, from, depth, out))
    return false;
  out->may_wrap |= !is_exact(s, from, LLVMIsASExtInst(i) != NULL, depth);
  return true;
}

static bool counter_of(const qn_spmd_shapes *s, LLVMValueRef i, unsigned depth,
                       qn_spmd_lanes *out) {
  unsigned way;
  if (!is_counter(s, i, &way) ||
      !lanes_of(s, LLVMGetIncomingValue(i, way), depth, out))
    return false;
  out->alignment = 1;
  return true;
}

static bool operation_of(const qn_spmd_shapes *s, LLVMValueRef i,
                         unsigned depth, qn_spmd_lanes *out) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
    return sum_of(s, i, depth, 1, out);
  case LLVMSub:
    return sum_of(s, i, depth, -1, out);
  case LLVMOr:
    return LLVMGetIsDisjoint(i) ? sum_of(s, i, depth, 1, out)
                                : bits_of(s, i, depth, out);
  case LLVMAnd:
  case LLVMXor:
    return bits_of(s, i, depth, out);
  case LLVMMul:
  case LLVMShl:
    return product_of(s, i, depth, out);
  case LLVMLShr:
    return quotient_of(s, i, depth, out);
  case LLVMSExt:
  case LLVMZExt:
    return extension_of(s, i, depth, out);
  case LLVMPHI:
    return counter_of(s, i, depth, out);
  case LLVMFreeze:
    return lanes_of(s, LLVMGetOperand(i, 0), depth, out);
  case LLVMGetElementPtr:
    return address_of(s, i, depth, out);
  default:
    return false;
  }
}

static bool is_number(LLVMValueRef value) {
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind == LLVMPointerTypeKind ||
         (kind == LLVMIntegerTypeKind &&
          LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 32 &&
          LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64);
}

static bool lanes_of(const qn_spmd_shapes *s, LLVMValueRef value,
                     unsigned depth, qn_spmd_lanes *out) {
  int64_t constant;
  const qn_spmd_shape shape = qn_spmd_shape_of(s, value);
  if (depth > DEPTH_MAX || !is_number(value))
    return false;
  *out = (qn_spmd_lanes){.alignment = 1};
  if (qn_spmd_is_number(value, &constant)) {
    out->alignment = ALIGNMENT_MAX;
    for (unsigned k = 0; k < s->width; ++k)
      out->at[k] = constant;
    return constant <= 1 << 20 && constant >= -(1 << 20);
  }
  // Of a uniform address nothing is known, but others start from it, too.
  if (shape.kind <= QN_SPMD_UNIFORM) {
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
      out->alignment = ALIGNMENT_MAX;
    return true;
  }
  // Packets start at multiples of their columns.
  const int64_t field = qn_spmd_context_field(value);
  if (shape.kind == QN_SPMD_LINEAR &&
      (field == QN_ITEM_THREAD_X || field == QN_ITEM_LANE))
    out->alignment = s->width / s->rows;
  else if (operation_of(s, value, depth + 1, out))
    return true;
  else if (shape.kind != QN_SPMD_LINEAR)
    return false;
  else
    *out = (qn_spmd_lanes){.alignment = 1};
  for (unsigned k = 0; k < s->width; ++k)
    out->at[k] = shape.stride * (int64_t)k;
  return !(shape.stride > 1 << 20 || shape.stride < -(1 << 20));
}

bool qn_spmd_lanes_of(const qn_spmd_shapes *s, LLVMValueRef value,
                      qn_spmd_lanes *out) {
  return s->rows == 1 && lanes_of(s, value, 0, out);
}

bool qn_spmd_find_distances(const qn_spmd_shapes *s, LLVMValueRef value,
                            int64_t out[64]) {
  qn_spmd_lanes all;
  if (!qn_spmd_lanes_of(s, value, &all) || all.may_wrap)
    return false;
  for (unsigned k = 0; k < s->width; ++k)
    out[k] = all.at[k] - all.at[0];
  return true;
}

bool qn_spmd_is_in_order(const qn_spmd_shapes *s, LLVMValueRef value,
                         bool is_signed) {
  return is_exact(s, value, is_signed, 0);
}
