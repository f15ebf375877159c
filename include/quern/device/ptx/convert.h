// SPDX-License-Identifier: Apache-2.0
//
// PTX's cvt, and its comparisons.
#ifndef QUERN_DEVICE_PTX_CONVERT_H
#define QUERN_DEVICE_PTX_CONVERT_H
#pragma clang system_header

#include "../types/fp8.h"
#include "integers.h"

namespace __qn_ptx {

// ---- From a floating-point type to an integer: clamped, NaN is 0

template <u64 M> __QN_FN f64 whole(f64 x) {
  return M & RZI   ? __builtin_trunc(x)
         : M & RMI ? __builtin_floor(x)
         : M & RPI ? __builtin_ceil(x)
                   : __builtin_rint(x);
}
template <u64 M> __QN_FN f32 whole(f32 x) {
  return M & RZI   ? __builtin_truncf(x)
         : M & RMI ? __builtin_floorf(x)
         : M & RPI ? __builtin_ceilf(x)
                   : __builtin_rintf(x);
}
template <typename D> constexpr D largest =
    is_signed<D> ? (D)(((bits<D>)-1) >> 1) : (D)-1;
template <typename D> constexpr D smallest = is_signed<D> ? (D)(-largest<D> - 1)
                                                          : (D)0;
template <typename D, u64 M, typename F> __QN_FN D to_integer(F x) {
  const F rounded = whole<M>(x);
  if (rounded != rounded)
    return 0;
  if (rounded <= (F)smallest<D>)
    return smallest<D>;
  // One above the largest, which every type holds exactly.
  if (rounded >= (F)(2.0 * (F)(((bits<D>)1) << (8 * sizeof(D) - 2)) *
                     (is_signed<D> ? 1 : 2)))
    return largest<D>;
  return (D)rounded;
}

// ---- From an integer to a floating-point type

template <u64 M, typename S> __QN_FN f32 to_f32(S x) {
  if constexpr (sizeof(S) == 8) {
    if constexpr (is_signed<S>)
      return QN_PTX_ROUNDED(M, __ll2float, x);
    else
      return QN_PTX_ROUNDED(M, __ull2float, x);
  } else {
    if constexpr (is_signed<S>)
      return QN_PTX_ROUNDED(M, __int2float, x);
    else
      return QN_PTX_ROUNDED(M, __uint2float, x);
  }
}
template <u64 M, typename S> __QN_FN f64 to_f64(S x) {
  if constexpr (sizeof(S) < 8)
    return (f64)x;
  else if constexpr (is_signed<S>)
    return QN_PTX_ROUNDED(M, __ll2double, x);
  else
    return QN_PTX_ROUNDED(M, __ull2double, x);
}

// ---- Between floating-point types

template <u64 M> __QN_FN f16 narrow(f32 x, f16) {
  return QN_PTX_ROUNDED(M, __float2half, x);
}
template <u64 M> __QN_FN bf16 narrow(f32 x, bf16) {
  return QN_PTX_ROUNDED(M, __float2bfloat16, x);
}
template <typename S> __QN_FN f32 as_f32(S x) {
  if constexpr (same<S, f16>)
    return __half2float(x);
  else if constexpr (same<S, bf16>)
    return __bfloat162float(x);
  else
    return (f32)x;
}

template <typename D, u64 M, typename S> __QN_FN D float_to_float(S given) {
  const S x = flush<M>(given);
  constexpr bool rounds = (M & (RNI | RZI | RMI | RPI)) != 0;
  if constexpr (same<D, S>) {
    if constexpr (same<S, f64> || same<S, f32>)
      return finish<D, M>(rounds ? whole<M>(x) : x);
    else
      return finish<D, M>(rounds ? narrow<0>(whole<M>(as_f32(x)), D()) : x);
  } else if constexpr (same<D, f64>) {
    return (f64)as_f32(x);
  } else if constexpr (same<S, f64> && same<D, f32>) {
    return finish<D, M>(QN_PTX_ROUNDED(M, __double2float, x));
  } else if constexpr (same<S, f64>) { // rounds once, by rounding to odd first
    f32 middle = __double2float_rz(x);
    u32 raw = to_register(middle);
    if ((f64)middle != x && x == x)
      raw |= 1;
    return finish<D, M>(narrow<M>(from_register<f32>(raw), D()));
  } else if constexpr (same<D, f32>) {
    return finish<D, M>(as_f32(x));
  } else {
    return finish<D, M>(narrow<M>(as_f32(x), D()));
  }
}

template <typename D, typename S, u64 M> __QN_FN D cvt(S x) {
  if constexpr (is_integer<D> && is_integer<S>) {
    if constexpr (M & SAT) {
      if (is_signed<S> && x < 0)
        return !is_signed<D> || (s64)x < (s64)smallest<D> ? smallest<D> : (D)x;
      return (u64)x > (u64)largest<D> ? largest<D> : (D)x;
    }
    return (D)x;
  } else if constexpr (is_integer<D>) {
    if constexpr (same<S, f64>)
      return to_integer<D, M>(x);
    else
      return to_integer<D, M>(flush<M>(as_f32(x)));
  } else if constexpr (is_integer<S>) {
    if constexpr (same<D, f64>)
      return to_f64<M>(x);
    else if constexpr (same<D, f32>)
      return finish<D, M>(to_f32<M>(x));
    else if constexpr (sizeof(S) < 4) // exact in float
      return finish<D, M>(narrow<M>((f32)x, D()));
    else
      return finish<D, M>(float_to_float<D, M>(to_f64<M>(x)));
  } else {
    return float_to_float<D, M>(x);
  }
}
// cvt.rn.f16x2.f32 d, a, b: a is the upper half.
template <typename D, u64 M> __QN_FN D cvt_pair(f32 a, f32 b) {
  D result;
  result.x = finish<decltype(result.x), M>(narrow<M>(b, result.x));
  result.y = finish<decltype(result.y), M>(narrow<M>(a, result.y));
  return result;
}
// cvt.pack.sat.T.s32: a in the upper half of what both take, and the rest of c
// above them.
template <unsigned WIDTH, bool SIGNED> __QN_FN u32 saturate(s32 x) {
  const s32 least = SIGNED ? -(1 << (WIDTH - 1)) : 0;
  const s32 most = (1 << (WIDTH - SIGNED)) - 1;
  const s32 value = x < least ? least : x > most ? most : x;
  return (u32)value & ((1u << WIDTH) - 1);
}
template <unsigned WIDTH, bool SIGNED>
__QN_FN u32 cvt_pack(s32 a, s32 b, u32 c) {
  const u32 both =
      saturate<WIDTH, SIGNED>(a) << WIDTH | saturate<WIDTH, SIGNED>(b);
  return WIDTH == 16 ? both : both | c << (2 * WIDTH % 32);
}
// Eight-bit floats, two of them: the first source is the upper one.
__QN_FN u16 cvt_fp8x2(__nv_fp8_interpretation_t format, f32 a, f32 b) {
  return (u16)(__nv_cvt_float_to_fp8(a, __NV_SATFINITE, format) << 8 |
               __nv_cvt_float_to_fp8(b, __NV_SATFINITE, format));
}
template <u64 M>
__QN_FN u16 cvt_fp8x2(__nv_fp8_interpretation_t format, f16x2 x) {
  return cvt_fp8x2(format, relu<M>(__half2float(x.y)),
                   relu<M>(__half2float(x.x)));
}
template <u64 M>
__QN_FN f16x2 cvt_from_fp8x2(__nv_fp8_interpretation_t format, u16 x) {
  return __floats2half2_rn(
      relu<M>(__qn_fp8_value((__nv_fp8_storage_t)x, format)),
      relu<M>(__qn_fp8_value((__nv_fp8_storage_t)(x >> 8), format)));
}
// cvt.rna.tf32.f32
template <u64 M> __QN_FN u32 cvt_tf32(f32 x) {
  const u32 raw = to_register(relu<M>(x));
  if ((raw & 0x7f800000u) == 0x7f800000u)
    return raw;
  if constexpr (M & RNA)
    return (raw + 0x1000u) & ~0x1fffu;
  if constexpr (M & RZ)
    return raw & ~0x1fffu;
  return (raw + 0xfffu + (raw >> 13 & 1)) & ~0x1fffu;
}

// ---- Comparisons

#define QN_PTX_COMPARE(name, condition)                                        \
  template <typename T, u64 M> __QN_FN bool name(T x, T y) {                   \
    const T a = flush<M>(x), b = flush<M>(y);                                  \
    const bool unordered = a != a || b != b;                                   \
    (void)unordered;                                                           \
    return condition;                                                          \
  }
QN_PTX_COMPARE(cmp_eq, a == b)
QN_PTX_COMPARE(cmp_ne, !unordered && a != b)
QN_PTX_COMPARE(cmp_lt, a < b)
QN_PTX_COMPARE(cmp_le, a <= b)
QN_PTX_COMPARE(cmp_gt, a > b)
QN_PTX_COMPARE(cmp_ge, a >= b)
QN_PTX_COMPARE(cmp_equ, unordered || a == b)
QN_PTX_COMPARE(cmp_neu, unordered || a != b)
QN_PTX_COMPARE(cmp_ltu, unordered || a < b)
QN_PTX_COMPARE(cmp_leu, unordered || a <= b)
QN_PTX_COMPARE(cmp_gtu, unordered || a > b)
QN_PTX_COMPARE(cmp_geu, unordered || a >= b)
QN_PTX_COMPARE(cmp_num, !unordered)
QN_PTX_COMPARE(cmp_nan, unordered)
#undef QN_PTX_COMPARE

// set's result: ones or 1.0.
template <typename D> __QN_FN D truth(bool x) {
  if constexpr (is_integer<D>)
    return x ? (D)-1 : (D)0;
  else
    return (D)(x ? 1.0f : 0.0f);
}

} // namespace __qn_ptx

#endif
