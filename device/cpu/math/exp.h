// SPDX-License-Identifier: Apache-2.0
//
// Exponential and hyperbolic functions. exp(x) = 2^n exp(r) with n the nearest
// whole number to x / log(2).
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

// ---- Float

// log(2) in two parts; the first has few enough bits for exact multiples.
#define LN2_HI_F 0x1.62e4p-1f
#define LN2_LO_F 0x1.7f7d1cp-20f

INLINE float clamp(float x, float least, float most) {
  // Keeps NaN.
  x = pick(x < least, least, x);
  return pick(x > most, most, x);
}
// r and n of x = n log(2) + r.
INLINE float exp_reduce(float x, i32 *n) {
  const float whole = nearest(x * 0x1.715476p0f, n);
  return (x - whole * LN2_HI_F) - whole * LN2_LO_F;
}

#ifdef QN_GPU
EXPORT(float, "_Z3expf", qn_expf, float x) { return power_of_e(x); }
EXPORT(float, "_Z4exp2f", qn_exp2f, float x) { return power_of_two(x); }
EXPORT(float, "_Z5exp10f", qn_exp10f, float x) { return power_of_ten(x); }
#else
// With an even n, the two factors of 2^n are equal: that saves more than a
// shorter polynomial would.
EXPORT(float, "_Z3expf", qn_expf, float x) {
  x = clamp(x, -105.0f, 90.0f);
  const float shifted = x * 0x1.715476p-1f + SHIFT_F; // n / 2
  const float whole = shifted - SHIFT_F;
  const float r = (x - whole * (2 * LN2_HI_F)) - whole * (2 * LN2_LO_F);
  const float s = FLOAT((BITS(shifted) << 23) + (127u << 23));
  const float t = r + r * (r * poly_expf_even(r));
  return (s + s * t) * s;
}
EXPORT(float, "_Z4exp2f", qn_exp2f, float x) {
  i32 n;
  x = clamp(x, -160.0f, 130.0f);
  const float r = x - nearest(x, &n);
  return scale(1.0f + r * poly_exp2f(r), n);
}
EXPORT(float, "_Z5exp10f", qn_exp10f, float x) {
  i32 n;
  x = clamp(x, -46.0f, 39.0f);
  const float whole = nearest(x * 0x1.a934fp1f, &n);
  const float r = (x - whole * 0x1.344p-2f) - whole * 0x1.3509f8p-18f;
  return scale(1.0f + r * poly_exp10f(r), n);
}
#endif

// exp(r + rest) - 1 - r.
INLINE float expm1_tail(float r, float rest) {
  return r * r * poly_expm1f(r) + rest;
}
EXPORT(float, "_Z5expm1f", qn_expm1f, float x) {
#pragma clang fp contract(off)
  i32 n;
  const float whole = nearest(clamp(x, -25.0f, 89.0f) * 0x1.715476p0f, &n);
  const float most = clamp(x, -25.0f, 89.0f) - whole * LN2_HI_F;
  const float low = whole * LN2_LO_F;
  const float r = most - low, rest = (most - r) - low;
  // 2^n (1 + r + ...) - 1; 2^128 is too large.
  const i32 held = n > 127 ? 127 : n;
  const float s = FLOAT((u32)(held + 127) << 23);
  const float a = s - 1.0f, b = s * r, sum = a + b, part = sum - a;
  const float lost = (a - (sum - part)) + (b - part) + ((s - a) - 1.0f);
  const float y = sum + (lost + s * expm1_tail(r, rest));
  return pick(x == 0.0f, x, pick(n > 127, y + y, y));
}

// exp(a) / 2 without premature overflow, a >= 0.
INLINE float half_exp(float a) {
  i32 n;
  const float r = exp_reduce(clamp(a, 0.0f, 91.0f), &n);
  return scale(1.0f + (r + r * r * poly_expf(r)), n - 1);
}
// exp(2 a) of a >= 0, roughly where that is large.
INLINE float exp_of_twice(float a) {
#ifdef QN_GPU
  return estimate_exp2(a * (2.0f * LOG2_E));
#else
  i32 n;
  const float r = exp_reduce(clamp(2.0f * a, 0.0f, 40.0f), &n);
  return (1.0f + (r + r * r * poly_expf(r))) * FLOAT((u32)(n + 127) << 23);
#endif
}
EXPORT(float, "_Z4sinhf", qn_sinhf, float x) {
  const float a = abs_f(x), e = half_exp(a), z = x * x;
  const float large = __builtin_copysignf(e - 0.25f * inverse(e), x);
  return pick(a < 1.0f, x + x * z * poly_sinhf(z), large);
}
EXPORT(float, "_Z4coshf", qn_coshf, float x) {
  const float e = half_exp(abs_f(x));
  return e + 0.25f * inverse(e);
}
EXPORT(float, "_Z4tanhf", qn_tanhf, float x) {
  const float a = abs_f(x), z = x * x;
  const float large = 1.0f - 2.0f * inverse(exp_of_twice(a) + 1.0f);
  const float y = pick(a < 0.6f, a + a * z * poly_tanhf(z), large);
  return __builtin_copysignf(y, x);
}

// ---- Double

#define LN2_HI 0x1.62e42fee00000p-1
#define LN2_LO 0x1.a39ef35793c76p-33

INLINE double clamp_d(double x, double least, double most) {
  x = pick_d(x < least, least, x);
  return pick_d(x > most, most, x);
}
// x = n log(2) + the pair, |x| < 2^20 log(2).
INLINE pair exp_reduce_d(double x, i64 *n) {
  const double whole = nearest_d(x * 0x1.71547652b82fep0, n);
  const double r = x - whole * LN2_HI;
  const double low = whole * LN2_LO;
  const double hi = r - low;
  return (pair){hi, (r - hi) - low};
}
// exp of the reduced pair, as a pair.
INLINE pair exp_pair(pair r) {
  const double x = r.hi;
  const double more = x * x * (0.5 + x * poly_exp(x));
  const pair one = fast_sum(1.0, x);
  return (pair){one.hi, one.lo + (more + r.lo * (one.hi + more))};
}

#ifdef QN_GPU
// Rare numbers by a branch that the others of a warp need not take.
EXPORT(double, "_Z3expd", qn_exp, double x) {
  i64 n;
  double held = x;
  if (__builtin_expect(!(abs_d(x) < 708.0), 0))
    held = clamp_d(x, -750.0, 711.0);
  const double whole = nearest_d(held * 0x1.71547652b82fep0, &n);
  const double most = __builtin_fma(whole, -0x1.62e42fefa39efp-1, held);
  const double r = __builtin_fma(whole, -0x1.abc9e3b39803fp-56, most);
  const double y = 1.0 + (r + r * r * (0.5 + r * poly_exp(r)));
  if (__builtin_expect(!(abs_d(x) < 708.0), 0))
    return scale_d(y, n);
  return DOUBLE(BITS64(y) + ((u64)n << 52));
}
#elif !defined(QN_SOFT_DOUBLE) // which has these in soft.h
EXPORT(double, "_Z3expd", qn_exp, double x) {
  i64 n;
  const pair e = exp_pair(exp_reduce_d(clamp_d(x, -750.0, 711.0), &n));
  return scale_d(e.hi + e.lo, n);
}
#endif
#ifndef QN_SOFT_DOUBLE
EXPORT(double, "_Z4exp2d", qn_exp2, double x) {
  i64 n;
  x = clamp_d(x, -1100.0, 1026.0);
  const double r = x - nearest_d(x, &n);
  // log(2) r in two parts, of which the first is exact.
  const pair one = fast_sum(1.0, 0.6875 * r);
  const double y = one.lo + (0x1.7217f7d1cf79bp-8 * r + r * r * poly_exp2(r));
  return scale_d(one.hi + y, n);
}
EXPORT(double, "_Z5exp10d", qn_exp10, double x) {
  i64 n;
  x = clamp_d(x, -330.0, 310.0);
  const double whole = nearest_d(x * 0x1.a934f0979a371p1, &n);
  const double part = x - whole * 0x1.34413509p-2;
  const double r = part - whole * 0x1.ef3fde623e256p-35;
  const pair one = fast_sum(1.0, 2.0 * r);
  const double y = one.lo + (0x1.35d8dddaaa8acp-2 * r + r * r * poly_exp10(r));
  return scale_d(one.hi + y, n);
}
#endif

// exp(x) - 1 as a pair, for x from -40 to 709.
INLINE pair expm1_pair(double x) {
  i64 n;
  const pair r = exp_reduce_d(x, &n);
  const double r2 = r.hi * r.hi;
  const double low = r.lo + r.lo * r.hi + r2 * (0.5 + r.hi * poly_expm1(r.hi));
  const double s = DOUBLE((u64)(n + 1023) << 52);
  const pair most = two_sum(s - 1.0, s * r.hi);
  // s - 1 is exact up to 2^53; beyond, 1 is less than the rounding error.
  return fast_sum(most.hi, most.lo + s * low);
}
EXPORT(double, "_Z5expm1d", qn_expm1, double x) {
  const pair e = expm1_pair(clamp_d(x, -40.0, 709.0));
  double y = e.hi;
  // The last binade before infinity.
  i64 n;
  const pair large = exp_pair(exp_reduce_d(clamp_d(x, 600.0, 711.0), &n));
  y = pick_d(x > 700.0, scale_d(large.hi + large.lo, n), y);
  return pick_d(x == 0.0, x, y);
}

// exp(a) / 2 as a pair, a >= 0, which still has to be multiplied by
// *rest_of_scale: above 709 the product may be too large.
INLINE pair half_exp_d(double a, double *rest_of_scale) {
  i64 n;
  const pair e = exp_pair(exp_reduce_d(clamp_d(a, 0.0, 712.0), &n));
  const i64 most = n > 1001 ? 1001 : n;
  const double s = DOUBLE((u64)(most - 1 + 1023) << 52);
  *rest_of_scale = DOUBLE((u64)(n - most + 1023) << 52);
  return fast_sum(e.hi * s, e.lo * s);
}
// 1 / (4 e) as a pair, to somewhat more than a double's precision.
INLINE pair quarter_over(pair e) {
  const double q = quotient_d(0.25, e.hi);
  const pair back = two_product(q, e.hi);
  return (pair){q, ((0.25 - back.hi) - back.lo - q * e.lo) * (4.0 * q)};
}
EXPORT(double, "_Z4sinhd", qn_sinh, double x) {
  const double a = abs_d(x), z = x * x;
  double more;
  const pair e = half_exp_d(a, &more), q = quarter_over(e);
  const pair most = fast_sum(e.hi, -q.hi);
  const double large = (most.hi + (most.lo + e.lo - q.lo)) * more;
  return pick_d(a < 1.0, x + x * z * poly_sinh(z),
                __builtin_copysign(pick_d(a > 712.0, INFINITY_D, large), x));
}
EXPORT(double, "_Z4coshd", qn_cosh, double x) {
  const double a = abs_d(x);
  double more;
  const pair e = half_exp_d(a, &more), q = quarter_over(e);
  const pair most = fast_sum(e.hi, q.hi);
  return pick_d(a > 712.0, INFINITY_D,
                (most.hi + (most.lo + e.lo + q.lo)) * more);
}
EXPORT(double, "_Z4tanhd", qn_tanh, double x) {
  const double a = abs_d(x), z = x * x;
  i64 n;
  const pair e = exp_pair(exp_reduce_d(clamp_d(2.0 * a, 0.0, 44.0), &n));
  const double s = DOUBLE((u64)(n + 1023) << 52);
  // 1 - 2 / (exp(2 a) + 1)
  const pair most_of_e = fast_sum(e.hi * s, e.lo * s);
  pair d = fast_sum(most_of_e.hi, 1.0);
  d.lo += most_of_e.lo;
  const double q = quotient_d(2.0, d.hi);
  const pair back = two_product(q, d.hi);
  const double q_lo = ((2.0 - back.hi) - back.lo - q * d.lo) * (0.5 * q);
  const pair most = fast_sum(1.0, -q);
  const double large = most.hi + (most.lo - q_lo);
  return __builtin_copysign(pick_d(a < 0.5, a + a * z * poly_tanh(z), large),
                            x);
}
