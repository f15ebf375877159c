// SPDX-License-Identifier: Apache-2.0
//
// Error and gamma functions of float.
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

EXPORT(float, "_Z3erff", qn_erff, float x) {
  const float a = abs_f(x), z = x * x;
  const float small = x + x * poly_erff(z);
  // 1 - erfc(a), for which low precision is enough.
  const float held = pick(a > 4.0f, 4.0f, a);
  const float l = poly_erff_tail(held);
#ifdef QN_GPU
  const float tail = estimate_exp2(l);
#else
  i32 n;
  const float r = l - nearest(l, &n);
  const float tail = (1.0f + r * poly_exp2f(r)) * FLOAT((u32)(n + 127) << 23);
#endif
  const float large = pick(a > 3.95f, 1.0f, 1.0f - tail);
  return pick(a < 1.0f, small, pick(x != x, x, __builtin_copysignf(large, x)));
}
// exp(-a^2) / 2^n, with the square in two parts, the first exact.
INLINE float exp_of_square(float a, i32 *n) {
#pragma clang fp contract(off)
  const float a1 = FLOAT(BITS(a) & 0xfffff000u), a2 = a - a1;
  const float r = exp_reduce(-a1 * a1, n) - a2 * (a + a1);
  return 1.0f + (r + r * r * poly_expf(r));
}
BY_DOUBLE(float, "_Z4erfcf", qn_erfcf, float x) {
  const float a = abs_f(x);
  const float held = pick(a > 10.1f, 10.1f, a);
  const double t = ((double)held - 4.0) / ((double)held + 4.0);
  const float p = poly_erfcf((float)t);
  i32 n;
  const float e = exp_of_square(held, &n);
  const float g = (float)((double)e * (double)p / (1.0 + 2.0 * (double)held));
  const float tail = scale(g, n);
  const float y = pick(a < 0.5f, 1.0f - (a + a * poly_erff(a * a)), tail);
  return pick(x != x, x, pick(x < 0.0f, 2.0f - y, y));
}
EXPORT(double, "_Z4erfcd", qn_erfc, double x) {
  const double a = abs_d(x), held = pick_d(a > 28.0, 28.0, a);
  const double t = quotient_d(held - 4.0, held + 4.0);
  // exp(-a^2) from the square in two parts.
  const pair square = two_product(held, held);
  i64 n;
  pair r = exp_reduce_d(-square.hi, &n);
  r.lo -= square.lo;
  const pair e = exp_pair(r);
  const double g = quotient_d(poly_erfc(t), 1.0 + 2.0 * held);
  const double tail = scale_d((e.hi + e.lo) * g, n);
  const double y = pick_d(a < 0.5, 1.0 - (a + a * poly_erf(a * a)), tail);
  return pick_d(x != x, x, pick_d(x < 0.0, 2.0 - y, y));
}
// erfc(x) exp(x^2)
EXPORT(double, "__qn_cpu_erfcx", qn_erfcx, double x) {
  const double held = pick_d(x < 28.0, x, 28.0), a = abs_d(held);
  const double g = poly_erfc((a - 4.0) / (a + 4.0)) / (1.0 + 2.0 * a);
  // Below 1/2: by exp; beyond -26.7 the result is infinite.
  const double down = pick_d(held < -27.0, -27.0, held);
  const pair square = two_product(down, down);
  i64 n;
  pair r = exp_reduce_d(square.hi, &n);
  r.lo += square.lo;
  const pair e = exp_pair(r);
  const double c =
      pick_d(a < 0.5, 1.0 - (held + held * poly_erf(a * a)), qn_erfc(held));
  const double near = scale_d((e.hi + e.lo) * c, n);
  // The asymptotic series, for large ones.
  const double i = 1.0 / x, z = -0.5 * i * i;
  const double sum =
      1.0 +
      z * (1.0 +
           3.0 * z *
               (1.0 +
                5.0 * z *
                    (1.0 +
                     7.0 * z *
                         (1.0 +
                          9.0 * z * (1.0 + 11.0 * z * (1.0 + 13.0 * z))))));
  const double far = 0x1.20dd750429b6dp-1 * i * sum;
  double y = pick_d(x < 0.5, near, pick_d(x < 28.0, g, far));
  y = pick_d(x < -26.7, INFINITY_D, y);
  return pick_d(x != x, x, y);
}
EXPORT(double, "_Z3erfd", qn_erf, double x) {
  const double a = abs_d(x);
  const double y = pick_d(a < 1.0, a + a * poly_erf(a * a), 1.0 - qn_erfc(a));
  return pick_d(x != x, x, __builtin_copysign(y, x));
}

// ---- Inverse error functions

// 2 / sqrt(pi) e^(-y^2) = the derivative of erf.
INLINE double erf_slope(double y) {
  return 0x1.20dd750429b6dp0 * qn_exp(-y * y);
}
// y >= 0 with erf(y) = x, or with erfc(y) = p where x is above 1/2: a rough
// start (the power series; Abramowitz and Stegun, 26.2.22), then `steps` of
// Halley's method, each of which triples the digits.
INLINE double erf_inverse(double x, double p, i32 steps) {
  const _Bool small = x <= 0.5;
  const double s = 0x1.921fb54442d18p-1 * x * x;
  const double series =
      0x1.c5bf891b4ef6ap-1 * x *
      (1.0 + s * (1.0 / 3 +
                  s * (7.0 / 30 + s * (127.0 / 630 + s * (4369.0 / 22680)))));
  const double t = __builtin_sqrt(2 * 0x1.62e42fefa39efp-1 - 2.0 * qn_log(p));
  const double tail =
      0x1.6a09e667f3bcdp-1 *
      (t - (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t)));
  double y = pick_d(small, series, tail);
#pragma clang loop unroll(disable)
  for (i32 i = 0; i < steps; ++i) {
    const double near = (y + y * poly_erf(y * y)) - x;
    const double error = pick_d(small, near, p - qn_erfc(y));
    const double step = error / erf_slope(y);
    y -= step / (1.0 + y * step);
  }
  return y;
}
INLINE double erfinv_by(double x, i32 steps) {
  const double a = abs_d(x);
  const _Bool inside = a < 1.0;
  double y =
      erf_inverse(pick_d(inside, a, 0.0), pick_d(inside, 1.0 - a, 1.0), steps);
  y = pick_d(a == 1.0, INFINITY_D, pick_d(a < 1.0, y, NAN_D));
  return __builtin_copysign(pick_d(a < 0x1p-500, a * 0x1.c5bf891b4ef6ap-1, y),
                            x);
}
INLINE double erfcinv_by(double p, i32 steps) {
  const _Bool low = p <= 1.0, inside = p > 0.0 && p < 2.0;
  const double q = pick_d(low, p, 2.0 - p), x = 1.0 - q;
  double y = erf_inverse(pick_d(inside, x, 0.0), pick_d(inside, q, 1.0), steps);
  y = pick_d(p == 0.0 || p == 2.0, INFINITY_D, pick_d(inside, y, NAN_D));
  return pick_d(low, y, -y);
}
EXPORT(double, "__qn_cpu_erfinv", qn_erfinv, double x) {
  return erfinv_by(x, 2);
}
#ifndef QN_GPU // special_float.h
EXPORT(float, "__qn_cpu_erfinvf", qn_erfinvf, float x) {
  return (float)erfinv_by(x, 1);
}
#endif
// For p from 2^-900 on.
EXPORT(double, "__qn_cpu_erfcinv", qn_erfcinv, double p) {
  return erfcinv_by(p, 2);
}
#ifndef QN_GPU
EXPORT(float, "__qn_cpu_erfcinvf", qn_erfcinvf, float p) {
  return (float)erfcinv_by(p, 1);
}
EXPORT(float, "__qn_cpu_normcdfinvf", qn_normcdfinvf, float p) {
  return (float)(0.0 - 0x1.6a09e667f3bcdp0 * erfcinv_by(2.0 * p, 1));
}
#endif

// ---- The gamma function, by Stirling's series from 8 on

#define HALF_LOG_2PI 0x1.d67f1c864beb5p-1
#define HALF_LOG_2PI_LO -0x1.65b5a1b7ff5dfp-55
// log(gamma(z)) - (z - 1/2) log(z) + z - log(2 pi) / 2, for z >= 8.
INLINE double stirling(double z) {
  const double i = 1.0 / z, s = i * i;
  double y = -3617.0 / 122400;
  y = y * s + 1.0 / 156;
  y = y * s - 691.0 / 360360;
  y = y * s + 1.0 / 1188;
  y = y * s - 1.0 / 1680;
  y = y * s + 1.0 / 1260;
  y = y * s - 1.0 / 360;
  y = y * s + 1.0 / 12;
  return y * i;
}
// a (a + 1) ... (a + 7)
INLINE double rising(double a) {
  const double p = a * (a + 7.0), q = p + 6.0, r = p + 10.0, s = p + 12.0;
  return (p * q) * (r * s);
}
INLINE pair rising_pair(double a) {
  const pair a7 = two_sum(a, 7.0);
  pair p = two_product(a, a7.hi);
  p.lo += a * a7.lo;
  pair q = two_sum(p.hi, 6.0), r = two_sum(p.hi, 10.0), s = two_sum(p.hi, 12.0);
  q.lo += p.lo;
  r.lo += p.lo;
  s.lo += p.lo;
  return pair_product(pair_product(p, q), pair_product(r, s));
}
// |sin(pi a)| / pi, a >= 0 and below 2^52
INLINE double sine_over_pi(double a) {
  i64 k;
  const double r = abs_d(a - nearest_d(a, &k));
  const double z = r * r;
  return r * (1.0 + z * poly_sinpi(z) * 0x1.45f306dc9c883p-2);
}
EXPORT(float, "_Z6lgammaf", qn_lgammaf, float x) {
  const double a = abs_f(x);
  const _Bool near = a < 32.0, negative = x < 0.0f;
  const double z = pick_d(near, a + 8.0, pick_d(a > 0x1p127, 0x1p127, a));
  const double shift = pick_d(near, rising(a), 1.0);
  // gamma(-a) = -pi / (a sin(pi a) gamma(a))
  const double other = 1.0 / (a * sine_over_pi(pick_d(a < 0x1p31, a, 0.0)));
  double k, k2;
  const double f = log_reduce_d(z, &k);
  const double most =
      (z - 0.5) * log_parts_d(f, k, 0.0) - z + (HALF_LOG_2PI + stirling(z));
  const double v = pick_d(negative, shift * other, shift);
  const double f2 = log_reduce_d(v, &k2);
  const double l = log_parts_d(f2, k2, 0.0);
  float y = (float)pick_d(negative, l - most, most - l);
  y = pick(x == 1.0f || x == 2.0f, 0.0f, y);
  y = pick(x <= 0.0f && __builtin_truncf(x) == x, INFINITY_F, y);
  return pick(x != x, x, pick(a == INFINITY_D, INFINITY_F, y));
}
EXPORT(float, "__qn_cpu_tgammaf", qn_tgammaf, float x) {
  const _Bool negative = x < 0.0f;
  double a = abs_f(x);
  a = pick_d(a > 60.0, 60.0, a);
  const double z = a + 8.0;
  const double t = (z - 0.5) * log2_of_float(z) +
                   (HALF_LOG_2PI + stirling(z) - z) * 0x1.71547652b82fep0;
  const double g = exp2_of_float(t) / rising(a);
  const double other = 1.0 / (a * g * sine_over_pi(a));
  float y = (float)pick_d(negative, other, g);
  // The sign of negative arguments depends on floor(x).
  i32 k = (i32)pick(abs_f(x) < 0x1p30f, __builtin_floorf(x), 0.0f);
  y = pick(negative && (k & 1) != 0, -y, y);
  y = pick(x < -45.0f, __builtin_copysignf(0.0f, y), y);
  y = pick(x > 36.0f, INFINITY_F, y);
  y = pick(x < 0.0f && (__builtin_floorf(x) == x), NAN_F, y);
  y = pick(x == 0.0f, 1.0f / x, y);
  return pick(x != x, x, y);
}

// Double: exp of (z - 1/2) log(z) - z + ... as a pair.
EXPORT(double, "__qn_cpu_tgamma", qn_tgamma, double x) {
  const _Bool negative = x < 0.0;
  double a = abs_d(x);
  a = pick_d(a > 190.0, 190.0, a);
  const _Bool near = a < 16.0;
  const double z = pick_d(near, a + 8.0, a);
  // The rounding error of a + 8.
  const double z_lo = pick_d(near, a - (z - 8.0), 0.0);
  const pair l = log_wide(z);
  const double w = z - 0.5;
  const pair p = two_product(w, l.hi);
  const pair less = fast_sum(p.hi, -z);
  const pair most = two_sum(less.hi, HALF_LOG_2PI);
  const double low = most.lo + (less.lo + HALF_LOG_2PI_LO) +
                     (p.lo + (w * l.lo + z_lo * l.hi)) + stirling(z);
  const double sign = negative ? -1.0 : 1.0;
  const pair t = fast_sum(sign * most.hi, sign * low);
  i64 n;
  pair r = exp_reduce_d(t.hi, &n);
  r.lo += t.lo;
  const pair e = exp_pair(r);
  const pair product = rising_pair(a);
  const double shift = pick_d(near, product.hi, 1.0);
  const double rest = pick_d(near, product.lo / product.hi, 0.0);
  const double rough =
      pick_d(negative, shift / (a * sine_over_pi(a)), 1.0 / shift);
  const double factor = rough + rough * (sign * -rest);
  double y = scale_d((e.hi + e.lo) * factor, n);
  const double below = __builtin_floor(x);
  const _Bool odd = __builtin_floor(0.5 * below) != 0.5 * below;
  y = pick_d(negative && odd, -y, y);
  y = pick_d(x < -186.0, odd ? -0.0 : 0.0, y);
  y = pick_d(x > 172.0, INFINITY_D, y);
  y = pick_d(x < 0.0 && below == x, NAN_D, y);
  y = pick_d(abs_d(x) < 0x1p-60, 1.0 / x, y);
  return pick_d(x != x, x, y);
}

#ifdef QN_GPU // elsewhere headers do the same, and normcdff
EXPORT(float, "__qn_cpu_erfcxf", qn_erfcxf, float x) {
  return (float)qn_erfcx(x);
}
#endif
