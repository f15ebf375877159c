// SPDX-License-Identifier: Apache-2.0
//
// Logarithms. x = 2^k m with m from sqrt(1/2) to sqrt(2), f = m - 1; with
// s = f / (2 + f), log(m) = 2 atanh(s).
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

// ---- Float

#define ROOT_HALF_BITS 0x3f3504f3u

// f and k of a positive number.
INLINE float log_reduce(float x, float *k) {
  const _Bool tiny = x < 0x1p-126f;
  const u32 bits = BITS(pick(tiny, x * 0x1p23f, x));
  const i32 e = (i32)(bits - ROOT_HALF_BITS) >> 23;
  *k = (float)(e - (tiny ? 23 : 0));
  return FLOAT(bits - ((u32)e << 23)) - 1.0f;
}
// y, or the logarithm of a number that is not positive and finite.
INLINE float log_special(float x, float y) {
  y = pick(x == INFINITY_F, x, y);
  y = pick(x == 0.0f, -INFINITY_F, y);
  return pick(x < 0.0f || x != x, NAN_F, y);
}
INLINE float log_parts(float f, float k) {
  return k * 0x1.62e4p-1f + (f + (k * 0x1.7f7d1cp-20f + f * f * poly_logf(f)));
}
EXPORT(float, "_Z3logf", qn_logf, float x) {
  float k;
  const float f = log_reduce(x, &k);
  return log_special(x, log_parts(f, k));
}
EXPORT(float, "_Z4log2f", qn_log2f, float x) {
  float k;
  const float f = log_reduce(x, &k);
  // log2(e) f = f + 0.44 f: the whole part is exact.
  const float more = 0x1.c551dap-2f + f * poly_log2f(f);
  return log_special(x, k + (f + f * more));
}
EXPORT(float, "_Z5log10f", qn_log10f, float x) {
  float k;
  const float f = log_reduce(x, &k);
  const float low =
      k * 0x1.3509f8p-18f + (-0x1.0d2136p-4f * f + f * f * poly_log10f(f));
  return log_special(x, k * 0x1.344p-2f + (0.5f * f + low));
}
// log(1 + x) for x > -1
#ifdef QN_GPU
INLINE float log1p_core(float x) {
#pragma clang fp contract(off)
  const i32 e = (i32)(BITS(1.0f + x) - ROOT_HALF_BITS) >> 23;
  const u32 up = (u32)e << 23;
  // 2^-e - 1, and x 2^-e; their sum, and what it loses.
  const float a = 0.25f * FLOAT(0x40800000u - up) - 1.0f,
              b = FLOAT(BITS(x) - up);
  const float f = a + b, part = f - a;
  const float rest = (a - (f - part)) + (b - part), k = (float)e;
  const float low = __builtin_fmaf(f * f, poly_logf(f),
                                   k * 0x1.7f7d1cp-20f + (rest - rest * f));
  return __builtin_fmaf(k, 0x1.62e4p-1f, f + low);
}
#else
INLINE float log1p_core(float x) {
#pragma clang fp contract(off)
  const u32 bits = BITS(1.0f + x);
  const i32 e = (i32)(bits - ROOT_HALF_BITS) >> 23;
  const _Bool large = e > 60;
  const float s = FLOAT((u32)(127 - (large ? 60 : e)) << 23);
  const float a = s - 1.0f, b = s * x, sum = a + b, part = sum - a;
  const float rest = (a - (sum - part)) + (b - part);
  const float f = pick(large, FLOAT(bits - ((u32)e << 23)) - 1.0f, sum);
  const float correction = pick(large || e == 0, 0.0f, rest);
  const float k = (float)e;
  const float low = f * f * poly_logf(f) +
                    (k * 0x1.7f7d1cp-20f + (correction - correction * f));
  return k * 0x1.62e4p-1f + (f + low);
}
#endif
EXPORT(float, "_Z5log1pf", qn_log1pf, float x) {
  float y = log1p_core(x);
  y = pick(x == 0.0f || x == INFINITY_F, x, y);
  y = pick(x == -1.0f, -INFINITY_F, y);
  return pick(x < -1.0f || x != x, NAN_F, y);
}

// Inverse hyperbolic functions.
EXPORT(float, "_Z5asinhf", qn_asinhf, float x) {
  const float a = abs_f(x), a2 = a * a;
  const _Bool large = a > 0x1p30f;
  const float u = a + quotient(a2, 1.0f + root(1.0f + a2));
  const float y = log1p_core(pick(large, a, u)) + pick(large, 0x1.62e43p-1f, 0);
  return pick(x == 0.0f || !(a < INFINITY_F), x, __builtin_copysignf(y, x));
}
EXPORT(float, "_Z5acoshf", qn_acoshf, float x) {
  const float t = x - 1.0f;
  const _Bool large = x > 0x1p30f;
  const float u = t + root(t * t + 2.0f * t);
  const float y = log1p_core(pick(large, x, u)) + pick(large, 0x1.62e43p-1f, 0);
  return pick(x == INFINITY_F, x, pick(!(x >= 1.0f), NAN_F, y));
}
EXPORT(float, "_Z5atanhf", qn_atanhf, float x) {
  const float a = abs_f(x);
  float y = 0.5f * log1p_core(quotient(2.0f * a, 1.0f - a));
  y = pick(a == 1.0f, INFINITY_F, pick(a > 1.0f, NAN_F, y));
  return pick(x == 0.0f || x != x, x, __builtin_copysignf(y, x));
}

// ---- Double

#define ROOT_HALF_BITS_D 0x3fe6a09e667f3bcdull

INLINE double log_reduce_d(double x, double *k) {
  const _Bool tiny = x < 0x1p-1022;
  const u64 bits = BITS64(PICK_LONG(tiny, x * 0x1p52, x));
  const i32 e = (i32)(u32)((bits - ROOT_HALF_BITS_D) >> 32) >> 20;
  *k = (double)(e - (tiny ? 52 : 0));
  return DOUBLE(bits - ((u64)(i64)e << 52)) - 1.0;
}
INLINE double log_special_d(double x, double y) {
  y = pick_d(x == INFINITY_D, x, y);
  y = pick_d(x == 0.0, -INFINITY_D, y);
  return pick_d(x < 0.0 || x != x, NAN_D, y);
}
// log(1 + f) - f + f^2 / 2.
INLINE double log_rest(double f, double half_square) {
  const double s = quotient_d(f, 2.0 + f), z = s * s;
  return s * (half_square + z * poly_log(z));
}
INLINE double log_parts_d(double f, double k, double correction) {
  const double h = 0.5 * f * f;
  const double low = log_rest(f, h) + (k * LN2_LO + correction);
  return k * LN2_HI + (f - (h - low));
}
// log(1 + f) with some extra precision.
INLINE pair log_pair(double f) {
  const pair h = two_product(0.5 * f, f);
  const pair most = fast_sum(f, -h.hi);
  return fast_sum(most.hi, most.lo - h.lo + log_rest(f, h.hi));
}
EXPORT(double, "_Z3logd", qn_log, double x) {
  double k;
  const double f = log_reduce_d(x, &k);
  return log_special_d(x, log_parts_d(f, k, 0.0));
}
EXPORT(double, "_Z4log2d", qn_log2, double x) {
  double k;
  const double f = log_reduce_d(x, &k);
  const pair l = log_pair(f);
  const pair p =
      pair_product(l, (pair){0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56});
  const pair sum = two_sum(k, p.hi);
  return log_special_d(x, sum.hi + (sum.lo + p.lo));
}
EXPORT(double, "_Z5log10d", qn_log10, double x) {
  double k;
  const double f = log_reduce_d(x, &k);
  const pair l = log_pair(f);
  const pair p =
      pair_product(l, (pair){0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57});
  const pair sum = two_sum(k * 0x1.34413509p-2, p.hi);
  return log_special_d(x,
                       sum.hi + (sum.lo + (p.lo + k * 0x1.ef3fde623e256p-35)));
}
INLINE double log1p_core_d(double x) {
  const u64 bits = BITS64(1.0 + x);
  const i32 e = (i32)(u32)((bits - ROOT_HALF_BITS_D) >> 32) >> 20;
  const _Bool large = e > 200;
  const double s = DOUBLE((u64)(i64)(1023 - (large ? 200 : e)) << 52);
  const pair sum = two_sum(s - 1.0, s * x);
  const double f =
      pick_d(large, DOUBLE(bits - ((u64)(i64)e << 52)) - 1.0, sum.hi);
  const double rest = pick_d(large || e == 0, 0.0, sum.lo);
  return log_parts_d(f, (double)e, rest - rest * f);
}
EXPORT(double, "_Z5log1pd", qn_log1p, double x) {
  double y = log1p_core_d(x);
  y = pick_d(x == 0.0 || x == INFINITY_D, x, y);
  y = pick_d(x == -1.0, -INFINITY_D, y);
  return pick_d(x < -1.0 || x != x, NAN_D, y);
}
EXPORT(double, "_Z5asinhd", qn_asinh, double x) {
  const double a = abs_d(x), a2 = a * a;
  const _Bool large = a > 0x1p60;
  const double u = a + a2 / (1.0 + __builtin_sqrt(1.0 + a2));
  const double y = log1p_core_d(pick_d(large, a, u)) +
                   pick_d(large, 0x1.62e42fefa39efp-1, 0);
  return pick_d(x == 0.0 || !(a < INFINITY_D), x, __builtin_copysign(y, x));
}
EXPORT(double, "_Z5acoshd", qn_acosh, double x) {
  const double t = x - 1.0;
  const _Bool large = x > 0x1p60;
  const double u = t + __builtin_sqrt(t * t + 2.0 * t);
  const double y = log1p_core_d(pick_d(large, x, u)) +
                   pick_d(large, 0x1.62e42fefa39efp-1, 0);
  return pick_d(x == INFINITY_D, x, pick_d(!(x >= 1.0), NAN_D, y));
}
EXPORT(double, "_Z5atanhd", qn_atanh, double x) {
  const double a = abs_d(x);
  double y = 0.5 * log1p_core_d(quotient_d(2.0 * a, 1.0 - a));
  y = pick_d(a == 1.0, INFINITY_D, pick_d(a > 1.0, NAN_D, y));
  return pick_d(x == 0.0 || x != x, x, __builtin_copysign(y, x));
}
