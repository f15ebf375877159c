// SPDX-License-Identifier: Apache-2.0
// Warp operations of a packet that is a warp: its active lanes take part. A
// shuffle from a lane that does not returns the lane's own value.
#include "compiler/spmd/emit/warp.h"

#include "compiler/contract/functions.h"
#include "compiler/spmd/emit/check.h"
#include "quern/cpu_abi.h"

enum { LANES = QN_CPU_WARP_SIZE };

// Arguments of the device library's functions, the context being the first.
enum { ARG_KIND = 1, ARG_MASK, ARG_VALUE, ARG_LANE, ARG_WIDTH };
enum { ARG_BALLOT_MASK = 1, ARG_PREDICATE };

static bool is_constant(LLVMValueRef value, uint64_t *out) {
  if (!LLVMIsAConstantInt(value))
    return false;
  *out = LLVMConstIntGetZExtValue(value);
  return true;
}

// ---- Which lane a shuffle reads

static uint32_t source_lane(qn_shuffle_kind kind, uint32_t lane,
                            uint32_t operand, uint32_t width) {
  const uint32_t start = lane & ~(width - 1);
  const uint32_t end = start + width;
  switch (kind) {
  case QN_SHUFFLE_INDEX:
    return start + (operand & (width - 1));
  case QN_SHUFFLE_UP:
    return operand <= lane - start ? lane - operand : lane;
  case QN_SHUFFLE_DOWN:
    return operand < end - lane ? lane + operand : lane;
  default:
    return (lane ^ operand) < end ? lane ^ operand : lane;
  }
}

static LLVMTypeRef words(const qn_spmd_emitter *e) {
  return LLVMVectorType(e->i32, LANES);
}

static LLVMValueRef lane_numbers(const qn_spmd_emitter *e) {
  LLVMValueRef lanes[LANES];
  for (unsigned i = 0; i < LANES; ++i)
    lanes[i] = qn_spmd_int(e, e->i32, i);
  return LLVMConstVector(lanes, LANES);
}

static LLVMValueRef all_words(qn_spmd_emitter *e, uint64_t value) {
  return qn_spmd_splat(e, qn_spmd_int(e, e->i32, value));
}

// The numbers of the lanes to read, as a vector.
static LLVMValueRef source_lanes(qn_spmd_emitter *e, qn_shuffle_kind kind,
                                 LLVMValueRef operand, LLVMValueRef width) {
  LLVMBuilderRef b = e->b;
  LLVMValueRef lane = lane_numbers(e);
  LLVMValueRef one = all_words(e, 1);
  LLVMValueRef within = // mask of a segment
      LLVMBuildAnd(b, LLVMBuildSub(b, width, one, ""), all_words(e, LANES - 1),
                   "");
  width = LLVMBuildAdd(b, within, one, "");
  LLVMValueRef start = LLVMBuildAnd(b, lane, LLVMBuildNot(b, within, ""), "");
  LLVMValueRef end = LLVMBuildAdd(b, start, width, "");
  LLVMValueRef from, there;
  switch (kind) {
  case QN_SHUFFLE_INDEX:
    return LLVMBuildAdd(b, start, LLVMBuildAnd(b, operand, within, ""), "");
  case QN_SHUFFLE_UP:
    from = LLVMBuildSub(b, lane, operand, "");
    there = LLVMBuildICmp(b, LLVMIntULE, operand,
                          LLVMBuildSub(b, lane, start, ""), "");
    break;
  case QN_SHUFFLE_DOWN:
    from = LLVMBuildAdd(b, lane, operand, "");
    there = LLVMBuildICmp(b, LLVMIntULT, operand,
                          LLVMBuildSub(b, end, lane, ""), "");
    break;
  default:
    from = LLVMBuildXor(b, lane, operand, "");
    there = LLVMBuildICmp(b, LLVMIntULT, from, end, "");
  }
  return LLVMBuildSelect(b, there, from, lane, "");
}

// ---- Permutation

static LLVMValueRef permute_constant(qn_spmd_emitter *e, LLVMValueRef value,
                                     const uint32_t *from) {
  LLVMValueRef lanes[LANES];
  for (unsigned i = 0; i < LANES; ++i)
    lanes[i] = qn_spmd_int(e, e->i32, from[i]);
  return LLVMBuildShuffleVector(e->b, value, LLVMGetPoison(words(e)),
                                LLVMConstVector(lanes, LANES), "");
}

// Permutes through memory, as machines have no variable permutation of vectors
// of this size.
static LLVMValueRef permute(qn_spmd_emitter *e, LLVMValueRef value,
                            LLVMValueRef from) {
  enum { ALIGNMENT = 64 };
  LLVMValueRef memory = qn_spmd_variable(e, words(e), "lanes");
  LLVMSetAlignment(memory, ALIGNMENT);
  LLVMBuildStore(e->b, value, memory);
  // An inactive lane may name any lane.
  from = LLVMBuildAnd(e->b, from, all_words(e, LANES - 1), "");
  LLVMValueRef addresses = LLVMBuildGEP2(e->b, e->i32, memory, &from, 1, "");
  LLVMTypeRef types[] = {words(e), LLVMTypeOf(addresses)};
  LLVMValueRef args[] = {addresses, e->mask ? e->mask : qn_spmd_all_lanes(e),
                         LLVMGetPoison(words(e))};
  return qn_spmd_intrinsic(e, "llvm.masked.gather", qn_spmd_types(types, 2),
                           args, 3);
}

// The lanes that a shuffle reads: constants if known, else a vector.
typedef struct source {
  bool known;
  uint32_t lanes[LANES];
  LLVMValueRef vector;
} source;

static source source_of(qn_spmd_emitter *e, LLVMValueRef call) {
  source s = {0};
  uint64_t kind = 0, operand = 0, width = 0;
  if (!is_constant(LLVMGetOperand(call, ARG_KIND), &kind) ||
      kind > QN_SHUFFLE_XOR) {
    qn_spmd_unforeseen(e, call, "a shuffle of unknown kind");
    return s;
  }
  s.known = is_constant(LLVMGetOperand(call, ARG_LANE), &operand) &&
            is_constant(LLVMGetOperand(call, ARG_WIDTH), &width);
  width = ((width - 1) & (LANES - 1)) + 1;
  for (uint32_t i = 0; s.known && i < LANES; ++i)
    s.lanes[i] = source_lane((qn_shuffle_kind)kind, i, (uint32_t)operand,
                             (uint32_t)width) %
                 LANES;
  s.vector =
      s.known
          ? NULL
          : source_lanes(e, (qn_shuffle_kind)kind,
                         qn_spmd_vector(e, LLVMGetOperand(call, ARG_LANE)),
                         qn_spmd_vector(e, LLVMGetOperand(call, ARG_WIDTH)));
  return s;
}

static LLVMValueRef read_lanes(qn_spmd_emitter *e, const source *s,
                               LLVMValueRef value) {
  return s->known ? permute_constant(e, value, s->lanes)
                  : permute(e, value, s->vector);
}

// Whether a mask argument names all lanes.
static bool names_all(LLVMValueRef mask) {
  uint64_t value;
  return is_constant(mask, &value) && (uint32_t)value == UINT32_MAX;
}

// The lanes that each lane's mask names, as words.
static LLVMValueRef named_lanes(qn_spmd_emitter *e, LLVMValueRef mask) {
  return LLVMBuildTrunc(e->b, qn_spmd_vector(e, mask), words(e), "");
}

// The same for a shuffle, where 0 stands for all lanes.
static LLVMValueRef named_sources(qn_spmd_emitter *e, LLVMValueRef mask) {
  LLVMValueRef named = named_lanes(e, mask);
  LLVMValueRef none =
      LLVMBuildICmp(e->b, LLVMIntEQ, named, all_words(e, 0), "");
  return LLVMBuildSelect(e->b, none, all_words(e, UINT32_MAX), named, "");
}

static LLVMValueRef source_numbers(qn_spmd_emitter *e, const source *s) {
  LLVMValueRef lanes[LANES];
  if (!s->known)
    return s->vector;
  for (unsigned i = 0; i < LANES; ++i)
    lanes[i] = qn_spmd_int(e, e->i32, s->lanes[i]);
  return LLVMConstVector(lanes, LANES);
}

static LLVMValueRef shuffle(qn_spmd_emitter *e, LLVMValueRef call) {
  const source s = source_of(e, call);
  LLVMValueRef value = qn_spmd_vector(e, LLVMGetOperand(call, ARG_VALUE));
  if (qn_spmd_failed(e))
    return value;
  LLVMValueRef read = read_lanes(e, &s, value);
  LLVMValueRef mask = LLVMGetOperand(call, ARG_MASK);
  if (e->mask) {
    LLVMValueRef active =
        read_lanes(e, &s, LLVMBuildSExt(e->b, e->mask, words(e), ""));
    LLVMValueRef there =
        LLVMBuildICmp(e->b, LLVMIntNE, active, all_words(e, 0), "");
    read = LLVMBuildSelect(e->b, there, read, value, "");
  }
  if (!names_all(mask)) {
    LLVMValueRef number =
        LLVMBuildAnd(e->b, source_numbers(e, &s), all_words(e, LANES - 1), "");
    LLVMValueRef bit = LLVMBuildLShr(e->b, named_sources(e, mask), number, "");
    LLVMValueRef named = LLVMBuildTrunc(e->b, bit, qn_spmd_mask_type(e), "");
    read = LLVMBuildSelect(e->b, named, read, value, "");
  }
  return read;
}

// ---- Votes

static LLVMValueRef wide_bits(qn_spmd_emitter *e, LLVMValueRef mask) {
  return LLVMBuildZExt(e->b, qn_spmd_mask_bits(e, mask), e->i64, "");
}

static LLVMValueRef ballot(qn_spmd_emitter *e, LLVMValueRef call) {
  LLVMValueRef predicate =
      qn_spmd_vector(e, LLVMGetOperand(call, ARG_PREDICATE));
  LLVMValueRef votes = LLVMBuildICmp(e->b, LLVMIntNE, predicate,
                                     LLVMConstNull(LLVMTypeOf(predicate)), "");
  LLVMValueRef bits =
      wide_bits(e, e->mask ? qn_spmd_and(e, e->mask, votes) : votes);
  LLVMValueRef mask = LLVMGetOperand(call, ARG_BALLOT_MASK);
  if (names_all(mask))
    return bits;
  if (qn_spmd_is_uniform(e->shapes, mask))
    return LLVMBuildAnd(e->b, bits, qn_spmd_scalar(e, mask), "");
  LLVMValueRef named = LLVMBuildZExt(e->b, named_lanes(e, mask),
                                     LLVMVectorType(e->i64, LANES), "");
  return LLVMBuildAnd(e->b, qn_spmd_splat(e, bits), named, "");
}

void qn_spmd_warp_call(qn_spmd_emitter *e, LLVMValueRef call) {
  if (!e->shapes->packet_is_warp || e->width != LANES) {
    qn_spmd_unforeseen(e, call, "a warp operation");
    return;
  }
  qn_spmd_watch_warp(e);
  switch (qn_devlib_called_by(call)) {
  case QN_DEVLIB_SHUFFLE:
    qn_spmd_define(e, call, shuffle(e, call));
    break;
  case QN_DEVLIB_BALLOT:
    qn_spmd_define(e, call, ballot(e, call));
    break;
  case QN_DEVLIB_ACTIVE_MASK:
    qn_spmd_define(e, call,
                   wide_bits(e, e->mask ? e->mask : qn_spmd_all_lanes(e)));
    break;
  default: // the others do nothing, as lanes run together
    break;
  }
}
