// SPDX-License-Identifier: Apache-2.0
//
// PTX's video instructions. Values are computed in 64 bits, so nothing overflows
// before it is saturated or cut.
#ifndef QUERN_DEVICE_PTX_VIDEO_H
#define QUERN_DEVICE_PTX_VIDEO_H
#pragma clang system_header

#include "values.h"

namespace __qn_ptx {

// ---- Operations

// M: the modifiers of the instruction.
#define QN_PTX_VIDEO(name, ...)                                                \
  struct name {                                                                \
    template <u64 M> static __QN_FN s64 apply(s64 a, s64 b) {                  \
      return __VA_ARGS__;                                                      \
    }                                                                          \
  };
QN_PTX_VIDEO(v_add, a + b)
QN_PTX_VIDEO(v_sub, a - b)
QN_PTX_VIDEO(v_absdiff, a > b ? a - b : b - a)
QN_PTX_VIDEO(v_min, a < b ? a : b)
QN_PTX_VIDEO(v_max, a > b ? a : b)
QN_PTX_VIDEO(v_avrg, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)
QN_PTX_VIDEO(v_eq, a == b)
QN_PTX_VIDEO(v_ne, a != b)
QN_PTX_VIDEO(v_lt, a < b)
QN_PTX_VIDEO(v_le, a <= b)
QN_PTX_VIDEO(v_gt, a > b)
QN_PTX_VIDEO(v_ge, a >= b)
__QN_FN u32 video_shift(s64 count, bool wraps) {
  const u32 n = (u32)count;
  return wraps ? n & 31 : n > 32 ? 32 : n;
}
QN_PTX_VIDEO(v_shl, (s64)((u64)a << video_shift(b, (M & WRAP) != 0)))
QN_PTX_VIDEO(v_shr, a >> video_shift(b, (M & WRAP) != 0))
#undef QN_PTX_VIDEO
struct v_merge {};
struct v_none {};

// The low `BITS` of x, extended.
template <u32 BITS, bool SIGNED> __QN_FN s64 video_extend(u32 x) {
  return SIGNED ? (s64)((s32)(x << (32 - BITS)) >> (32 - BITS))
                : (s64)(x & (0xffffffffu >> (32 - BITS)));
}
template <u32 BITS, bool SIGNED> __QN_FN s64 video_saturate(s64 x) {
  const s64 top = (1ll << (SIGNED ? BITS - 1 : BITS)) - 1;
  const s64 least = SIGNED ? -top - 1 : 0;
  return x > top ? top : x < least ? least : x;
}

// ---- Of one part: bytes are 0 to 3, halves 4 and 5, the whole is 6

constexpr u32 video_bits(u32 part) { return part < 4 ? 8 : part < 6 ? 16 : 32; }
constexpr u32 video_at(u32 part) {
  return part < 4 ? 8 * part : part < 6 ? 16 * (part - 4) : 0;
}
template <u32 PART, bool SIGNED> __QN_FN s64 video_part(u32 x) {
  return video_extend<video_bits(PART), SIGNED>(x >> video_at(PART));
}

// OP of parts of a and b, then SECOND of it and c.
template <typename OP, typename SECOND, bool SD, bool SA, bool SB, u32 TO,
          u32 FROM_A, u32 FROM_B, u64 M>
__QN_FN u32 video(u32 a, u32 b, u32 c) {
  s64 t = OP::template apply<M>(video_part<FROM_A, SA>(a),
                                video_part<FROM_B, SB>(b));
  if constexpr (M & SAT)
    t = video_saturate<video_bits(TO), SD>(t);
  if constexpr (same<SECOND, v_none>) {
    return (u32)t;
  } else if constexpr (same<SECOND, v_merge>) {
    const u32 mask = (0xffffffffu >> (32 - video_bits(TO))) << video_at(TO);
    return ((u32)t << video_at(TO) & mask) | (c & ~mask);
  } else {
    return (u32)SECOND::template apply<0>(video_extend<32, SD>((u32)t),
                                          video_extend<32, SD>(c));
  }
}

template <bool SA, bool SB, u32 FROM_A, u32 FROM_B, u32 SHIFT, bool ONE,
          bool SATURATE>
__QN_FN u32 video_mad(u32 a, u32 b, u32 c) {
  constexpr bool is_signed = SA || SB;
  const s64 product = (s64)((u64)video_part<FROM_A, SA>(a) *
                            (u64)video_part<FROM_B, SB>(b));
  const s64 sum =
      (s64)((u64)product + (u64)video_extend<32, is_signed>(c) + (ONE ? 1 : 0));
  // An unsigned sum has 64 bits.
  if constexpr (!is_signed) {
    const u64 t = (u64)sum >> SHIFT;
    return SATURATE && t > 0xffffffffull ? 0xffffffffu : (u32)t;
  } else {
    const s64 t = sum >> SHIFT;
    return (u32)(SATURATE ? video_saturate<32, true>(t) : t);
  }
}

// ---- Of all lanes at once

// FROM_A and FROM_B: for each lane a digit of 4 bits, which part of a and b it
// takes; those of b come after a's. MASK: the lanes that are written, or summed.
template <typename OP, u32 LANES, bool SD, bool SA, bool SB, u32 FROM_A,
          u32 FROM_B, u32 MASK, bool SATURATE, bool SUM>
__QN_FN u32 video_lanes(u32 a, u32 b, u32 c) {
  constexpr u32 size = 32 / LANES;
  const u64 both = (u64)b << 32 | a;
  u32 result = SUM ? c : 0;
#pragma unroll
  for (u32 i = 0; i < LANES; ++i) {
    const u32 mask = (0xffffffffu >> (32 - size)) << size * i;
    s64 t = OP::template apply<0>(
        video_extend<size, SA>((u32)(both >> size * (FROM_A >> 4 * i & 15))),
        video_extend<size, SB>((u32)(both >> size * (FROM_B >> 4 * i & 15))));
    if constexpr (SATURATE)
      t = video_saturate<size, SD>(t);
    const bool written = MASK >> i & 1;
    if (SUM)
      result += written ? (u32)t : 0;
    else
      result |= written ? (u32)t << size * i & mask : c & mask;
  }
  return result;
}

} // namespace __qn_ptx

#endif
