// SPDX-License-Identifier: Apache-2.0
//
// PTX's arithmetic on floating-point numbers, and what it shares with integers.
#ifndef QUERN_DEVICE_PTX_ARITHMETIC_H
#define QUERN_DEVICE_PTX_ARITHMETIC_H
#pragma clang system_header

#include "values.h"

namespace __qn_ptx {

// An operation in each of the four rounding modes.
#define QN_PTX_ROUNDED(M, name, ...)                                           \
  ((M) & RZ   ? name##_rz(__VA_ARGS__)                                         \
   : (M) & RM ? name##_rd(__VA_ARGS__)                                         \
   : (M) & RP ? name##_ru(__VA_ARGS__)                                         \
              : name##_rn(__VA_ARGS__))

template <u64 M, typename T> __QN_FN T saturate(T x) {
  if constexpr (M & SAT) { // NaN gives 0
    const T zero = (T)0.0f, one = (T)1.0f;
    return x > zero ? (x < one ? x : one) : zero;
  }
  return x;
}
template <u64 M> __QN_FN f16x2 saturate(f16x2 x) {
  if constexpr (M & SAT)
    return __halves2half2(saturate<M>(__low2half(x)),
                          saturate<M>(__high2half(x)));
  return x;
}
template <u64 M, typename T> __QN_FN T relu(T x) {
  if constexpr (M & RELU)
    return x > (T)0.0f || x != x ? x : (T)0.0f;
  return x;
}
template <u64 M> __QN_FN f16x2 relu(f16x2 x) {
  if constexpr (M & RELU)
    return __halves2half2(relu<M>(__low2half(x)), relu<M>(__high2half(x)));
  return x;
}
template <u64 M> __QN_FN bf16x2 relu(bf16x2 x) {
  if constexpr (M & RELU)
    return __halves2bfloat162(relu<M>(__low2bfloat16(x)),
                              relu<M>(__high2bfloat16(x)));
  return x;
}

// ---- add, sub, mul, fma of floating-point types

template <u64 M> __QN_FN f32 float_add(f32 a, f32 b) {
  return QN_PTX_ROUNDED(M, __fadd, a, b);
}
template <u64 M> __QN_FN f64 float_add(f64 a, f64 b) {
  return QN_PTX_ROUNDED(M, __dadd, a, b);
}
template <u64 M> __QN_FN f32 float_sub(f32 a, f32 b) {
  return QN_PTX_ROUNDED(M, __fsub, a, b);
}
template <u64 M> __QN_FN f64 float_sub(f64 a, f64 b) {
  return QN_PTX_ROUNDED(M, __dsub, a, b);
}
template <u64 M> __QN_FN f32 float_mul(f32 a, f32 b) {
  return QN_PTX_ROUNDED(M, __fmul, a, b);
}
template <u64 M> __QN_FN f64 float_mul(f64 a, f64 b) {
  return QN_PTX_ROUNDED(M, __dmul, a, b);
}
template <u64 M> __QN_FN f32 float_fma(f32 a, f32 b, f32 c) {
  return QN_PTX_ROUNDED(M, __fmaf, a, b, c);
}
template <u64 M> __QN_FN f64 float_fma(f64 a, f64 b, f64 c) {
  return QN_PTX_ROUNDED(M, __fma, a, b, c);
}
#define QN_PTX_SMALL(T)                                                        \
  template <u64 M> __QN_FN T float_add(T a, T b) { return __hadd(a, b); }      \
  template <u64 M> __QN_FN T float_sub(T a, T b) { return __hsub(a, b); }      \
  template <u64 M> __QN_FN T float_mul(T a, T b) { return __hmul(a, b); }      \
  template <u64 M> __QN_FN T float_fma(T a, T b, T c) { return __hfma(a, b, c); }
#define QN_PTX_SMALL2(T)                                                       \
  template <u64 M> __QN_FN T float_add(T a, T b) { return __hadd2(a, b); }     \
  template <u64 M> __QN_FN T float_sub(T a, T b) { return __hsub2(a, b); }     \
  template <u64 M> __QN_FN T float_mul(T a, T b) { return __hmul2(a, b); }     \
  template <u64 M> __QN_FN T float_fma(T a, T b, T c) {                        \
    return __hfma2(a, b, c);                                                   \
  }
QN_PTX_SMALL(f16)
QN_PTX_SMALL(bf16)
QN_PTX_SMALL2(f16x2)
QN_PTX_SMALL2(bf16x2)
#undef QN_PTX_SMALL
#undef QN_PTX_SMALL2

// ---- Division and functions of one argument

template <typename T, u64 M> __QN_FN T rcp(T x) {
  const T a = flush<M>(x);
  if constexpr (!same<T, f32>)
    return QN_PTX_ROUNDED(M, __drcp, a);
  else
    return flush<M>(M & APPROX ? 1.0f / a : QN_PTX_ROUNDED(M, __frcp, a));
}
template <typename T, u64 M> __QN_FN T sqrt(T x) {
  const T a = flush<M>(x);
  if constexpr (!same<T, f32>)
    return QN_PTX_ROUNDED(M, __dsqrt, a);
  else
    return flush<M>(M & APPROX ? ::sqrtf(a) : QN_PTX_ROUNDED(M, __fsqrt, a));
}
template <typename T, u64 M> __QN_FN T rsqrt(T x) {
  if constexpr (!same<T, f32>)
    return ::rsqrt(x);
  else
    return flush<M>(::rsqrtf(flush<M>(x)));
}
template <typename T, u64 M> __QN_FN T sin(T x) { return __sinf(flush<M>(x)); }
template <typename T, u64 M> __QN_FN T cos(T x) { return __cosf(flush<M>(x)); }
template <typename T, u64 M> __QN_FN T lg2(T x) {
  return flush<M>(__log2f(flush<M>(x)));
}
template <typename T, u64 M> __QN_FN T ex2(T x) {
  if constexpr (same<T, f16>)
    return __float2half_rn(::exp2f(__half2float(x)));
  else if constexpr (same<T, bf16>)
    return __float2bfloat16_rn(::exp2f(__bfloat162float(x)));
  else if constexpr (same<T, f16x2>)
    return __floats2half2_rn(::exp2f(__low2float(x)), ::exp2f(__high2float(x)));
  else if constexpr (same<T, bf16x2>)
    return __floats2bfloat162_rn(::exp2f(__low2float(x)),
                                 ::exp2f(__high2float(x)));
  else
    return flush<M>(::exp2f(flush<M>(x)));
}
template <typename T, u64 M> __QN_FN T tanh(T x) {
  if constexpr (same<T, f16>)
    return __float2half_rn(::tanhf(__half2float(x)));
  else if constexpr (same<T, bf16>)
    return __float2bfloat16_rn(::tanhf(__bfloat162float(x)));
  else if constexpr (same<T, f16x2>)
    return __floats2half2_rn(::tanhf(__low2float(x)), ::tanhf(__high2float(x)));
  else if constexpr (same<T, bf16x2>)
    return __floats2bfloat162_rn(::tanhf(__low2float(x)),
                                 ::tanhf(__high2float(x)));
  else
    return ::tanhf(x);
}
template <typename T, u64 M> __QN_FN T copysign(T sign, T size) {
  if constexpr (same<T, f32>)
    return __builtin_copysignf(size, sign);
  else
    return __builtin_copysign(size, sign);
}
template <typename T, u64 M> __QN_FN pred testp(T x) {
  const T size = x < 0 ? -x : x;
  const T tiny = same<T, f32> ? (T)0x1p-126 : (T)0x1p-1022;
  const bool is_nan = x != x, is_infinite = !is_nan && size - size != 0;
  if constexpr (M & FINITE)
    return !is_nan && !is_infinite;
  if constexpr (M & INFINITE)
    return is_infinite;
  if constexpr (M & NUMBER)
    return !is_nan;
  if constexpr (M & NOTANUMBER)
    return is_nan;
  if constexpr (M & NORMAL)
    return !is_nan && !is_infinite && size >= tiny;
  return size > 0 && size < tiny;
}

// ---- min, max, abs, neg

template <u64 M, typename T> __QN_FN T extreme(T a, T b, bool largest) {
  const bool a_nan = a != a, b_nan = b != b;
  if (a_nan || b_nan)
    return (M & NAN_) || (a_nan && b_nan) ? (a_nan ? a : b) : a_nan ? b : a;
  if (a == b) { // +0 is above -0
    const bool negative = to_register(a) >> (8 * sizeof(T) - 1) & 1;
    return negative == largest ? b : a;
  }
  return (a < b) == largest ? b : a;
}
template <u64 M, typename T> __QN_FN T limit(T x, T y, bool largest) {
  if constexpr (is_integer<T>) {
    const T result = (x < y) == largest ? y : x;
    return M & RELU && result < 0 ? (T)0 : result;
  } else {
    T a = flush<M>(x), b = flush<M>(y);
    if constexpr (M & XORSIGN) {
      const bits<T> top = (bits<T>)1 << (8 * sizeof(T) - 1);
      const bits<T> p = to_register(a), q = to_register(b);
      const T result = extreme<M>(from_register<T>((bits<T>)(p & ~top)),
                                  from_register<T>((bits<T>)(q & ~top)),
                                  largest);
      return from_register<T>(
          (bits<T>)((to_register(result) & ~top) | ((p ^ q) & top)));
    }
    return extreme<M>(a, b, largest);
  }
}
// On pairs of halves, element by element.
template <typename T> constexpr bool is_pair = same<T, f16x2> || same<T, bf16x2>;
template <u64 M, typename T> __QN_FN T limit2(T a, T b, bool largest) {
  T result;
  result.x = limit<M>(a.x, b.x, largest);
  result.y = limit<M>(a.y, b.y, largest);
  return result;
}
template <typename T, u64 M> __QN_FN T min(T a, T b) {
  if constexpr (is_pair<T>)
    return limit2<M>(a, b, false);
  else
    return limit<M>(a, b, false);
}
template <typename T, u64 M> __QN_FN T max(T a, T b) {
  if constexpr (is_pair<T>)
    return limit2<M>(a, b, true);
  else
    return limit<M>(a, b, true);
}
template <typename T, u64 M> __QN_FN T min(T a, T b, T c) {
  return min<T, M>(min<T, M>(a, b), c);
}
template <typename T, u64 M> __QN_FN T max(T a, T b, T c) {
  return max<T, M>(max<T, M>(a, b), c);
}

// The sign bits of a value that is not an integer.
template <typename T>
constexpr bits<T> sign_bits = is_pair<T> ? (bits<T>)0x80008000u
                                         : (bits<T>)((bits<T>)1
                                                     << (8 * sizeof(T) - 1));
template <typename T, u64 M> __QN_FN T abs(T x) {
  if constexpr (is_integer<T>)
    return x < 0 ? (T)(0 - (bits<T>)x) : x;
  else
    return from_register<T>(
        (bits<T>)(to_register(flush<M>(x)) & (bits<T>)~sign_bits<T>));
}
template <typename T, u64 M> __QN_FN T neg(T x) {
  if constexpr (is_integer<T>)
    return (T)(0 - (bits<T>)x);
  else
    return from_register<T>(
        (bits<T>)(to_register(flush<M>(x)) ^ sign_bits<T>));
}

// Applies the modifiers to a floating-point sum, difference or product.
template <typename T, u64 M> __QN_FN T finish(T x) {
  if constexpr (same<T, f32> || same<T, f16> || same<T, f16x2>)
    return flush<M>(relu<M>(saturate<M>(x)));
  else if constexpr (same<T, f64>)
    return x;
  else
    return relu<M>(x);
}
template <typename T, u64 M> __QN_FN T div(T a, T b) {
  if constexpr (is_integer<T>)
    return b == 0 ? (T)-1 : is_signed<T> && b == (T)-1 ? (T)(0 - (bits<T>)a)
                                                       : (T)(a / b);
  else if constexpr (same<T, f64>)
    return QN_PTX_ROUNDED(M, __ddiv, a, b);
  else if constexpr ((M & (APPROX | FULL)) != 0)
    return flush<M>(flush<M>(a) / flush<M>(b));
  else
    return flush<M>(QN_PTX_ROUNDED(M, __fdiv, flush<M>(a), flush<M>(b)));
}
template <typename T, u64 M> __QN_FN T rem(T a, T b) {
  return b == 0 ? a : is_signed<T> && b == (T)-1 ? (T)0 : (T)(a % b);
}

} // namespace __qn_ptx

#endif
