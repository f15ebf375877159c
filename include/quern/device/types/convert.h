// SPDX-License-Identifier: Apache-2.0
//
// Conversions between numbers with a given rounding mode: __float2int_rz and so
// on. Values out of range saturate; a NaN becomes 0 or, with 64 bits on either
// side, a number with only the top bit set.
#ifndef QUERN_DEVICE_CONVERT_H
#define QUERN_DEVICE_CONVERT_H
#pragma clang system_header

#include "../math/integer.h"

enum __qn_rounding { __qn_rn, __qn_rz, __qn_ru, __qn_rd };

// The neighbours of a number.
template <typename B, typename T> __QN_HD T __qn_next_up(T x) {
  const B sign = (B)1 << (sizeof(T) * 8 - 1);
  const B b = __builtin_bit_cast(B, x);
  if (x == (T)0)
    return __builtin_bit_cast(T, (B)1);
  return __builtin_bit_cast(T, (B)(b & sign ? b - 1 : b + 1));
}
template <typename B, typename T> __QN_HD T __qn_next_down(T x) {
  return (T)-__qn_next_up<B, T>((T)-x);
}

// Rounds a result in the given mode, from the nearest value and the error of
// that (> 0: the exact result is larger).
template <typename B, typename T, typename E>
__QN_HD T __qn_directed(T nearest, E error, __qn_rounding mode) {
  if (mode == __qn_rn || error == (E)0 || error != error)
    return nearest;
  if (error > (E)0) {
    if (mode == __qn_ru || (mode == __qn_rz && nearest < (T)0))
      return __qn_next_up<B, T>(nearest);
  } else {
    if (mode == __qn_rd || (mode == __qn_rz && nearest > (T)0))
      return __qn_next_down<B, T>(nearest);
  }
  return nearest;
}

// ---- Floating point to integer -----------------------------------------------------

__QN_HD float __qn_to_whole(float x, __qn_rounding mode) {
  return mode == __qn_rn   ? __builtin_rintf(x)
         : mode == __qn_rz ? __builtin_truncf(x)
         : mode == __qn_ru ? __builtin_ceilf(x)
                           : __builtin_floorf(x);
}
__QN_HD double __qn_to_whole(double x, __qn_rounding mode) {
  return mode == __qn_rn   ? __builtin_rint(x)
         : mode == __qn_rz ? __builtin_trunc(x)
         : mode == __qn_ru ? __builtin_ceil(x)
                           : __builtin_floor(x);
}

template <typename I, typename F>
__QN_HD I __qn_to_integer(F x, __qn_rounding mode) {
  constexpr bool is_signed = (I)-1 < (I)0;
  constexpr int bits = sizeof(I) * 8;
  constexpr I lowest = is_signed ? (I)((I)1 << (bits - 2)) * -2 : (I)0;
  constexpr I highest = (I) ~lowest;
  // One above the highest value: a power of two, so exact.
  constexpr F limit = (F)((unsigned long long)1 << (bits - 1 - is_signed)) * 2;
  const F whole = __qn_to_whole(x, mode);
  if (whole != whole)
    return bits == 64 || sizeof(F) == 8
               ? (I)((unsigned long long)1 << (bits - 1))
               : (I)0;
  if (whole >= limit)
    return highest;
  if (whole <= (is_signed ? -limit : (F)0))
    return lowest;
  return (I)whole;
}

#define __QN_TO_INT(from, F, to, I)                                            \
  __QN_HD I __##from##2##to##_rn(F x) {                                        \
    return __qn_to_integer<I>(x, __qn_rn);                                     \
  }                                                                            \
  __QN_HD I __##from##2##to##_rz(F x) {                                        \
    return __qn_to_integer<I>(x, __qn_rz);                                     \
  }                                                                            \
  __QN_HD I __##from##2##to##_ru(F x) {                                        \
    return __qn_to_integer<I>(x, __qn_ru);                                     \
  }                                                                            \
  __QN_HD I __##from##2##to##_rd(F x) {                                        \
    return __qn_to_integer<I>(x, __qn_rd);                                     \
  }
#define __QN_TO_INTS(from, F)                                                  \
  __QN_TO_INT(from, F, int, int)                                               \
  __QN_TO_INT(from, F, uint, unsigned int)                                     \
  __QN_TO_INT(from, F, ll, long long)                                          \
  __QN_TO_INT(from, F, ull, unsigned long long)
__QN_TO_INTS(float, float)
__QN_TO_INTS(double, double)
#undef __QN_TO_INTS
#undef __QN_TO_INT

// ---- Integer to floating point -------------------------------------------------------

// B: the bits of F, of which `precision` hold the significand.
template <typename F, typename B, int precision>
__QN_HD F __qn_from_magnitude(unsigned long long magnitude, bool negative,
                              __qn_rounding mode) {
  const int drop =
      magnitude ? 64 - __builtin_clzll(magnitude) - precision : 0;
  if (drop <= 0)
    return negative ? -(F)magnitude : (F)magnitude;
  const unsigned long long kept = magnitude >> drop << drop;
  F result = (F)kept;
  const bool away = mode == (negative ? __qn_rd : __qn_ru);
  if (kept != magnitude && away)
    result = __builtin_bit_cast(F, (B)(__builtin_bit_cast(B, result) + 1));
  return negative ? -result : result;
}
template <typename F, typename B, int precision, typename I>
__QN_HD F __qn_from_integer(I x, __qn_rounding mode) {
  if (mode == __qn_rn)
    return (F)x;
  const bool negative = x < (I)0;
  const unsigned long long magnitude =
      negative ? 0ull - (unsigned long long)x : (unsigned long long)x;
  return __qn_from_magnitude<F, B, precision>(magnitude, negative, mode);
}
#define __QN_FROM_INT(from, I, to, F, B, precision)                            \
  __QN_HD F __##from##2##to##_rn(I x) { return (F)x; }                         \
  __QN_HD F __##from##2##to##_rz(I x) {                                        \
    return __qn_from_integer<F, B, precision>(x, __qn_rz);                     \
  }                                                                            \
  __QN_HD F __##from##2##to##_ru(I x) {                                        \
    return __qn_from_integer<F, B, precision>(x, __qn_ru);                     \
  }                                                                            \
  __QN_HD F __##from##2##to##_rd(I x) {                                        \
    return __qn_from_integer<F, B, precision>(x, __qn_rd);                     \
  }
__QN_FROM_INT(int, int, float, float, unsigned, 24)
__QN_FROM_INT(uint, unsigned, float, float, unsigned, 24)
__QN_FROM_INT(ll, long long, float, float, unsigned, 24)
__QN_FROM_INT(ull, unsigned long long, float, float, unsigned, 24)
__QN_FROM_INT(ll, long long, double, double, unsigned long long, 53)
__QN_FROM_INT(ull, unsigned long long, double, double, unsigned long long, 53)
#undef __QN_FROM_INT
__QN_HD double __int2double_rn(int x) { return (double)x; }
__QN_HD double __uint2double_rn(unsigned x) { return (double)x; }

// ---- Double to float ---------------------------------------------------------------------

__QN_HD float __qn_double2float(double x, __qn_rounding mode) {
  const float nearest = (float)x;
  return __qn_directed<unsigned>(nearest, x - (double)nearest, mode);
}
__QN_HD float __double2float_rn(double x) { return (float)x; }
__QN_HD float __double2float_rz(double x) {
  return __qn_double2float(x, __qn_rz);
}
__QN_HD float __double2float_ru(double x) {
  return __qn_double2float(x, __qn_ru);
}
__QN_HD float __double2float_rd(double x) {
  return __qn_double2float(x, __qn_rd);
}

// Rounds to odd in float, so that rounding the result again to a shorter type
// is the same as rounding x.
__QN_HD float __qn_double2float_odd(double x) {
  const float truncated = __qn_double2float(x, __qn_rz);
  if ((double)truncated == x || x != x)
    return truncated;
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, truncated) | 1u);
}

#endif
