// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic with a given rounding mode: __fadd_rn, __dmul_ru and so on.
// Rounding to nearest is a plain operation that is never fused. The others
// correct that result by the sign of its error, from the usual error-free
// transformations (results near the underflow limit may keep the nearest
// rounding).
#ifndef QUERN_DEVICE_ROUNDING_H
#define QUERN_DEVICE_ROUNDING_H
#pragma clang system_header

#include "../types/convert.h"

__QN_FN float __qn_fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
__QN_FN double __qn_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
__QN_FN float __qn_sqrt(float x) { return __builtin_sqrtf(x); }
__QN_FN double __qn_sqrt(double x) { return __builtin_sqrt(x); }

// An infinite sum or product of finite numbers is too large in magnitude.
template <typename T> __QN_FN T __qn_overflow_error(T result, T error) {
  return __builtin_isinf(result) ? -result : error;
}
// a + b - (a + b rounded)
template <typename T> __QN_FN T __qn_add_error(T a, T b, T sum) {
#pragma clang fp contract(off)
  const T b_part = sum - a;
  return (a - (sum - b_part)) + (b - b_part);
}

template <typename B, typename T>
__QN_FN T __qn_add_mode(T a, T b, __qn_rounding mode) {
#pragma clang fp contract(off)
  const T sum = a + b;
  if (mode == __qn_rn || __builtin_isinf(a) || __builtin_isinf(b))
    return sum;
  return __qn_directed<B>(
      sum, __qn_overflow_error(sum, __qn_add_error(a, b, sum)), mode);
}
template <typename B, typename T>
__QN_FN T __qn_mul_mode(T a, T b, __qn_rounding mode) {
#pragma clang fp contract(off)
  const T product = a * b;
  if (mode == __qn_rn || __builtin_isinf(a) || __builtin_isinf(b))
    return product;
  return __qn_directed<B>(
      product, __qn_overflow_error(product, __qn_fma(a, b, -product)), mode);
}
template <typename B, typename T>
__QN_FN T __qn_div_mode(T a, T b, __qn_rounding mode) {
#pragma clang fp contract(off)
  const T quotient = a / b;
  if (mode == __qn_rn || b == (T)0 || __builtin_isinf(a) || __builtin_isinf(b))
    return quotient;
  const T rest = __qn_fma(-quotient, b, a);
  return __qn_directed<B>(
      quotient, __qn_overflow_error(quotient, b < (T)0 ? -rest : rest), mode);
}
template <typename B, typename T>
__QN_FN T __qn_sqrt_mode(T a, __qn_rounding mode) {
#pragma clang fp contract(off)
  const T root = __qn_sqrt(a);
  if (mode == __qn_rn || __builtin_isinf(a))
    return root;
  return __qn_directed<B>(root, __qn_fma(-root, root, a), mode);
}
template <typename B, typename T>
__QN_FN T __qn_fma_mode(T a, T b, T c, __qn_rounding mode) {
#pragma clang fp contract(off)
  const T result = __qn_fma(a, b, c);
  if (mode == __qn_rn || __builtin_isinf(a) || __builtin_isinf(b) ||
      __builtin_isinf(c))
    return result;
  const T product = a * b;
  const T product_error = __qn_fma(a, b, -product);
  const T low = c + product_error;
  const T low_error = __qn_add_error(c, product_error, low);
  const T high = product + low;
  const T high_error = __qn_add_error(product, low, high);
  const T error = ((high - result) + high_error) + low_error;
  return __qn_directed<B>(result, __qn_overflow_error(result, error), mode);
}

#define __QN_ROUNDED(p, T, B, mode)                                            \
  __QN_FN T __##p##add_##mode(T a, T b) {                                      \
    return __qn_add_mode<B>(a, b, __qn_##mode);                                \
  }                                                                            \
  __QN_FN T __##p##sub_##mode(T a, T b) {                                      \
    return __qn_add_mode<B>(a, -b, __qn_##mode);                               \
  }                                                                            \
  __QN_FN T __##p##mul_##mode(T a, T b) {                                      \
    return __qn_mul_mode<B>(a, b, __qn_##mode);                                \
  }                                                                            \
  __QN_FN T __##p##div_##mode(T a, T b) {                                      \
    return __qn_div_mode<B>(a, b, __qn_##mode);                                \
  }                                                                            \
  __QN_FN T __##p##sqrt_##mode(T a) {                                          \
    return __qn_sqrt_mode<B>(a, __qn_##mode);                                  \
  }                                                                            \
  __QN_FN T __##p##rcp_##mode(T a) {                                           \
    return __qn_div_mode<B>((T)1, a, __qn_##mode);                             \
  }
#define __QN_ROUNDED_FMA(name, T, B, mode)                                     \
  __QN_FN T __##name##_##mode(T a, T b, T c) {                                 \
    return __qn_fma_mode<B>(a, b, c, __qn_##mode);                             \
  }
#define __QN_ROUNDED_ALL(mode)                                                 \
  __QN_ROUNDED(f, float, unsigned, mode)                                       \
  __QN_ROUNDED(d, double, unsigned long long, mode)                            \
  __QN_ROUNDED_FMA(fmaf, float, unsigned, mode)                                \
  __QN_ROUNDED_FMA(fmaf_ieee, float, unsigned, mode)                           \
  __QN_ROUNDED_FMA(fma, double, unsigned long long, mode)
__QN_ROUNDED_ALL(rn)
__QN_ROUNDED_ALL(rz)
__QN_ROUNDED_ALL(ru)
__QN_ROUNDED_ALL(rd)
#undef __QN_ROUNDED
#undef __QN_ROUNDED_FMA
#undef __QN_ROUNDED_ALL

// The nearest float to 1 / sqrt(x): the double result is close enough.
__QN_FN float __frsqrt_rn(float x) {
  return (float)(1.0 / __builtin_sqrt((double)x));
}

#endif
