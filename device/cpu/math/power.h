// SPDX-License-Identifier: Apache-2.0
//
// Powers, cube roots, hypotenuses, remainders.
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

// ---- Powers of float, by way of double

// log2 of a positive float, to 2^-43 of itself.
INLINE double log2_of_float(double x) {
  const u64 bits = BITS64(x);
  const i32 e = (i32)(u32)((bits - ROOT_HALF_BITS_D) >> 32) >> 20;
  const double m = DOUBLE(bits - ((u64)(i64)e << 52));
  const double s = (m - 1.0) / (m + 1.0);
  return (double)e + s * poly_log2_float(s * s);
}
// 2^t as a float; t may be infinite.
INLINE double exp2_of_float(double t) {
  t = pick_d(t > 300.0, 300.0, t);
  t = pick_d(t < -300.0, -300.0, t);
  i64 n;
  const double r = t - nearest_d(t, &n);
  return DOUBLE(BITS64(poly_exp2_float(r)) + ((u64)n << 52));
}
// x^y from `power`, which is |x|^y: the sign and the special cases.
INLINE float power_special(float x, float y, float power, _Bool whole,
                           _Bool odd) {
  power = pick(x != x || y != y, NAN_F, power);
  const _Bool finite = abs_f(x) < INFINITY_F && x != 0.0f;
  power = pick(x < 0.0f && finite && !whole, NAN_F, power);
  power = pick((BITS(x) >> 31) != 0 && odd, -power, power);
  power = pick(abs_f(x) == 1.0f && abs_f(y) == INFINITY_F, 1.0f, power);
  return pick(x == 1.0f || y == 0.0f, 1.0f, power);
}
INLINE float power(float x, float y, double wide_y, _Bool whole, _Bool odd) {
  const float a = abs_f(x);
  double l = log2_of_float((double)a);
  l = pick_d(a == 0.0f, -INFINITY_D, pick_d(a == INFINITY_F, INFINITY_D, l));
  const float p = (float)exp2_of_float(wide_y * l);
  return power_special(x, y, p, whole, odd);
}
BY_DOUBLE(float, "_Z3powff", qn_powf, float x, float y) {
  const float half = 0.5f * y;
  const _Bool whole = __builtin_truncf(y) == y;
  const _Bool odd = whole && __builtin_truncf(half) != half;
  return power(x, y, y, whole, odd);
}
BY_DOUBLE(float, "_Z4pownfi", qn_pownf, float x, i32 n) {
  return power(x, (float)n, n, 1, n & 1);
}

#ifdef QN_GPU
// ---- The same without double

typedef struct float_pair {
  float hi, lo;
} float_pair;

// log2(a) of a positive, finite number to 2^-33 or so of itself. With m between
// the roots of 1/2 and 2, log(m) is 2 atanh(s) of s = (m - 1) / (m + 1).
INLINE float_pair log2_wide(float a) {
  const _Bool small = a < 0x1p-126f;
  const u32 bits = BITS(pick(small, a * 0x1p24f, a));
  const i32 e = (i32)(bits - 0x3f3504f3u) >> 23;
  const float m = FLOAT(bits - ((u32)e << 23));
  const float f = m - 1.0f, g = m + 1.0f, g_lo = m - (g - 1.0f);
  const float i = inverse(g), s = f * i;
  const float s_lo = (__builtin_fmaf(-s, g, f) - s * g_lo) * i;
  // atanh(s) = s + s^3 (1/3 + tail), all but the tail in two parts.
  const float z = s * s, z_lo = __builtin_fmaf(s, s, -z);
  float tail = __builtin_fmaf(z, 0x1.745d18p-4f, 0x1.c71c72p-4f);
  tail = __builtin_fmaf(z, tail, 0x1.24924ap-3f);
  tail = z * __builtin_fmaf(z, tail, 0x1.99999ap-3f);
  const float third = 0x1.555556p-2f, third_lo = -0x1.555556p-27f;
  const float sum = third + tail, sum_lo = (tail - (sum - third)) + third_lo;
  const float cube = s * z;
  const float cube_lo =
      __builtin_fmaf(s, z, -cube) + (s * z_lo + 3.0f * z * s_lo);
  const float p = cube * sum;
  const float p_lo =
      __builtin_fmaf(cube, sum, -p) + (cube * sum_lo + (cube_lo * sum + s_lo));
  const float t = s + p, t_lo = (p - (t - s)) + p_lo;
  // 2 / log(2) in two parts.
  const float c = 0x1.715476p+1f, c_lo = 0x1.4ae0cp-25f;
  const float l = c * t;
  const float l_lo = __builtin_fmaf(c, t, -l) + (c_lo * t + c * t_lo);
  const float whole = (float)(small ? e - 24 : e), hi = whole + l;
  return (float_pair){hi, (l - (hi - whole)) + l_lo};
}
// `y_lo` is what the exponent has beyond `y`.
INLINE float power_float(float x, float y, float y_lo, _Bool whole, _Bool odd) {
  const float a = abs_f(x);
  const _Bool edge = a == 0.0f || !(a < INFINITY_F);
  const float_pair l = log2_wide(pick(edge, 1.0f, a));
  const float w = y * l.hi;
  const _Bool far = !(abs_f(w) < 200.0f);
  const float w_lo = __builtin_fmaf(y, l.hi, -w) + (y * l.lo + y_lo * l.hi);
  const float held = pick(far, __builtin_copysignf(200.0f, w), w);
  i32 n;
  const float r = (held - nearest(held, &n)) + pick(far, 0.0f, w_lo);
  float p = scale(1.0f + r * poly_exp2f(r), n);
  p = pick(edge, pick((a == 0.0f) == (y < 0.0f), INFINITY_F, 0.0f), p);
  return power_special(x, y, p, whole, odd);
}
EXPORT(float, "_Z3powff", qn_powf_float, float x, float y) {
  const float half = 0.5f * y;
  const _Bool whole = __builtin_truncf(y) == y;
  return power_float(x, y, 0.0f, whole,
                     whole && __builtin_truncf(half) != half);
}
EXPORT(float, "_Z4pownfi", qn_pownf_float, float x, i32 n) {
  const float y = (float)n;
  const float y_lo = (float)((long long)n - (long long)y);
  return power_float(x, y, y_lo, 1, n & 1);
}
#endif

// ---- Powers of double

// log(x) of a positive x to 2^-65 or so of itself.
INLINE pair log_wide(double x) {
  double k;
  const double f = log_reduce_d(x, &k);
  // s = f / (2 + f) as a pair
  const pair d = fast_sum(2.0, f);
  const double i = quotient_d(1.0, d.hi), s_hi = f * i;
  const pair back = two_product(s_hi, d.hi);
  const pair s = {s_hi, ((f - back.hi) - back.lo - s_hi * d.lo) * i};
  // 2 s + s^3 (2 / 3 + s^2 P)
  const pair z = pair_product(s, s);
  const double tail = z.hi * poly_pow_log(z.hi);
  pair c = fast_sum(0x1.5555555555555p-1, tail);
  c.lo += 0x1.5555555555555p-55;
  const pair cube = pair_product(pair_product(s, z), c);
  pair l = fast_sum(2.0 * s.hi, cube.hi);
  l = fast_sum(l.hi, l.lo + (cube.lo + 2.0 * s.lo));
  const pair whole = two_sum(k * LN2_HI, l.hi);
  const double low = k * LN2_LO;
  const double lowest =
      product_rest(k, LN2_LO, low) + k * 0x1.cc01f97b57a08p-87;
  const pair sum = two_sum(whole.hi, low);
  return fast_sum(sum.hi, sum.lo + (whole.lo + (l.lo + lowest)));
}
INLINE double exp_wide(pair t) {
  const double x =
      pick_d(t.hi < -800.0, -800.0, pick_d(t.hi > 800.0, 800.0, t.hi));
  i64 n;
  pair r = exp_reduce_d(x, &n);
  r.lo += pick_d(abs_d(t.hi) < 800.0, t.lo, 0.0);
  const pair e = exp_pair(r);
  return scale_d(e.hi + e.lo, n);
}
INLINE double power_d(double x, double y, _Bool whole, _Bool odd) {
  const double a = abs_d(x);
  const _Bool finite = a < INFINITY_D && a != 0.0;
  const pair l = log_wide(pick_d(finite, a, 1.0));
  // With larger ones the result overflows or is 1; products would be infinite.
  const double held =
      pick_d(y > 0x1p70, 0x1p70, pick_d(y < -0x1p70, -0x1p70, y));
  const pair p = two_product(held, l.hi);
  double r = exp_wide((pair){p.hi, p.lo + held * l.lo});
  r = pick_d((a == 0.0 && y > 0.0) || (a == INFINITY_D && y < 0.0), 0.0, r);
  r = pick_d((a == 0.0 && y < 0.0) || (a == INFINITY_D && y > 0.0), INFINITY_D,
             r);
  r = pick_d(x != x || y != y, NAN_D, r);
  r = pick_d(x < 0.0 && finite && !whole, NAN_D, r);
  r = pick_d((i64)BITS64(x) < 0 && odd, -r, r);
  r = pick_d(a == 1.0 && abs_d(y) == INFINITY_D, 1.0, r);
  return pick_d(x == 1.0 || y == 0.0, 1.0, r);
}
EXPORT(double, "_Z3powdd", qn_pow, double x, double y) {
  const double half = 0.5 * y;
  const _Bool whole = __builtin_trunc(y) == y;
  return power_d(x, y, whole, whole && __builtin_trunc(half) != half);
}
EXPORT(double, "_Z4powndi", qn_pown, double x, i32 n) {
  return power_d(x, n, 1, n & 1);
}

// ---- Cube roots

// A polynomial and two steps of Halley's method: better than 2^-40, in double.
INLINE double cube_root(float x, double *inverse) {
  const u64 bits = BITS64((double)abs_f(x));
  const i32 e = (i32)(u32)(bits >> 52) - 1023;
  // e = 3 k + rest, with an e that is not negative.
  const i32 k = (i32)((u32)(e + 300) * 43691u >> 17) - 100, rest = e - 3 * k;
  const double m = DOUBLE((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  const double step = rest == 0   ? 1.0
                      : rest == 1 ? 0x1.428a2f98d728bp0
                                  : 0x1.965fea53d6e3dp0;
  const double size = rest == 0 ? 1.0 : rest == 1 ? 2.0 : 4.0;
  const double y = poly_cbrtf((float)m == 2.0f ? 1.0 : m) * step, v = m * size;
  const double y3 = y * y * y, twice = y3 + (y3 + v), mixed = y3 + (v + v);
  const double s = DOUBLE((u64)(i64)(k + 1023) << 52);
  const double is = DOUBLE((u64)(i64)(1023 - k) << 52);
  *inverse = twice / (y * mixed) * is;
  return y * mixed / twice * s;
}
BY_DOUBLE(float, "_Z4cbrtf", qn_cbrtf, float x) {
  double inverse;
  const float y = (float)cube_root(x, &inverse);
  return pick(x == 0.0f || !(abs_f(x) < INFINITY_F), x,
              __builtin_copysignf(y, x));
}
BY_DOUBLE(float, "__qn_cpu_rcbrtf", qn_rcbrtf, float x) {
  double inverse;
  cube_root(x, &inverse);
  const float a = abs_f(x);
  float y = pick(a == 0.0f, INFINITY_F, (float)inverse);
  y = pick(a == INFINITY_F, 0.0f, y);
  return pick(x != x, x, __builtin_copysignf(y, x));
}
#ifdef QN_GPU
// |x|, or 2^96 |x| where that is small, and about its inverse cube root.
INLINE float inverse_cube_root(float x, float *scaled) {
  const float a = abs_f(x);
  *scaled = pick(a < 0x1p-100f, a * 0x1p96f, a);
  return estimate_exp2(estimate_log2(*scaled) * -0x1.555556p-2f);
}
// Without double: one step of Newton's method, whose rest is exact enough.
EXPORT(float, "_Z4cbrtf", qn_cbrtf_float, float x) {
  float s;
  const float r = inverse_cube_root(x, &s), r2 = r * r, y = s * r2;
  const float t = y * y, t_lo = __builtin_fmaf(y, y, -t);
  const float rest = __builtin_fmaf(-t_lo, y, __builtin_fmaf(-t, y, s));
  const float root = __builtin_fmaf(rest, r2 * 0x1.555556p-2f, y);
  const float sized = pick(abs_f(x) < 0x1p-100f, root * 0x1p-32f, root);
  return pick(x == 0.0f || !(abs_f(x) < INFINITY_F), x,
              __builtin_copysignf(sized, x));
}
EXPORT(float, "__qn_cpu_rcbrtf", qn_rcbrtf_float, float x) {
  float s;
  const float r = inverse_cube_root(x, &s), u = s * r, v = r * r;
  const float u_lo = __builtin_fmaf(s, r, -u), v_lo = __builtin_fmaf(r, r, -v);
  const float rest = __builtin_fmaf(-u, v, 1.0f) - (u * v_lo + u_lo * v);
  const float root = __builtin_fmaf(r * 0x1.555556p-2f, rest, r);
  const float a = abs_f(x);
  float y = pick(a < 0x1p-100f, root * 0x1p32f, root);
  y = pick(a == 0.0f, INFINITY_F, pick(a == INFINITY_F, 0.0f, y));
  return pick(x != x, x, __builtin_copysignf(y, x));
}
#endif
// 1 / sqrt(x). On machines that estimate it another body takes its place
// (src/compiler/ir/roots.h).
EXPORT(float, "__qn_cpu_rsqrtf", qn_rsqrtf, float x) {
  return 1.0f / __builtin_sqrtf(x);
}
#ifdef QN_GPU
EXPORT(double, "__qn_cpu_rsqrt", qn_rsqrt, double x) {
  const _Bool tiny = x < 0x1p-1022;
  const double s = pick_d(tiny, x * 0x1p54, x), first = estimate_rsqrt_d(s);
  const double near = rsqrt_from(s, first);
  const double y = pick_d(x > 0.0 && x < INFINITY_D, near, first);
  return pick_d(tiny, y * 0x1p27, y);
}
#else // with one step of Newton's method for the last bit
EXPORT(double, "__qn_cpu_rsqrt", qn_rsqrt, double x) {
  const double y = 1.0 / __builtin_sqrt(x);
  const pair h = two_product(x, y);
  const pair one = two_product(h.hi, y);
  const double rest = ((1.0 - one.hi) - one.lo) - h.lo * y;
  return pick_d(x > 0.0 && x < INFINITY_D, y + 0.5 * y * rest, y);
}
#endif

// Double: v from 1 to 8 and s = 2^k of |x| = v s^3, and the root of v to 2^-40.
INLINE double cube_parts(double x, double *v, i32 *k) {
  double a = abs_d(x);
  const _Bool tiny = a < 0x1p-1022;
  const u64 bits = BITS64(pick_d(tiny, a * 0x1p54, a));
  const i32 e = (i32)(u32)(bits >> 52) - 1023;
  const i32 third = (i32)((u32)(e + 1200) * 43691u >> 17) - 400;
  const i32 rest = e - 3 * third;
  *k = third - (tiny ? 18 : 0);
  const double m = DOUBLE((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  const double step = rest == 0   ? 1.0
                      : rest == 1 ? 0x1.428a2f98d728bp0
                                  : 0x1.965fea53d6e3dp0;
  *v = m * (rest == 0 ? 1.0 : rest == 1 ? 2.0 : 4.0);
  const double y = poly_cbrtf(m) * step, y3 = y * y * y;
  return quotient_d(y * (y3 + (*v + *v)), y3 + (y3 + *v));
}
EXPORT(double, "_Z4cbrtd", qn_cbrt, double x) {
  double v;
  i32 k;
  const double y = cube_parts(x, &v, &k);
  const pair square = two_product(y, y);
  const pair cube = pair_product(square, (pair){y, 0.0});
  const double rest = (v - cube.hi) - cube.lo;
  const double near = y + quotient_d(rest, 3.0 * square.hi);
  const double r = near * DOUBLE((u64)(i64)(k + 1023) << 52);
  return pick_d(x == 0.0 || !(abs_d(x) < INFINITY_D), x,
                __builtin_copysign(r, x));
}
EXPORT(double, "__qn_cpu_rcbrt", qn_rcbrt, double x) {
  double v;
  i32 k;
  const double y = quotient_d(1.0, cube_parts(x, &v, &k));
  const pair cube = pair_product(two_product(y, y), two_product(v, y));
  const double rest = (1.0 - cube.hi) - cube.lo;
  double r = (y + y * rest * 0x1.5555555555555p-2) *
             DOUBLE((u64)(i64)(1023 - k) << 52);
  r = pick_d(x == 0.0, INFINITY_D, pick_d(abs_d(x) == INFINITY_D, 0.0, r));
  return pick_d(x != x, x, __builtin_copysign(r, x));
}

// ---- Hypotenuses

// 1 / sqrt(a^2 + b^2 + c^2 + d^2), and the root itself.
INLINE double norm_of(double a, double b, double c, double d, _Bool inverse) {
  a = abs_d(a), b = abs_d(b), c = abs_d(c), d = abs_d(d);
  const _Bool infinite =
      a == INFINITY_D || b == INFINITY_D || c == INFINITY_D || d == INFINITY_D;
  const double ab = a > b ? a : b, cd = c > d ? c : d;
  const double m = ab > cd ? ab : cd;
  // Scaled to near 1: neither squares nor their errors overflow or underflow.
  const i32 e = (i32)(u32)(BITS64(m) >> 52) - 1023;
  const i32 h = e >> 1, g = e - h;
  const double f1 = DOUBLE((u64)(i64)(1023 - h) << 52);
  const double f2 = DOUBLE((u64)(i64)(1023 - g) << 52);
  a = a * f1 * f2, b = b * f1 * f2, c = c * f1 * f2, d = d * f1 * f2;
  const pair s = two_sum(a * a, b * b), t = two_sum(c * c, d * d);
  const pair u = two_sum(s.hi, t.hi);
  const double low = s.lo + t.lo + u.lo + product_rest(a, a, a * a) +
                     product_rest(b, b, b * b) + product_rest(c, c, c * c) +
                     product_rest(d, d, d * d);
  double r;
  if (inverse) {
    const double y = 1.0 / __builtin_sqrt(u.hi);
    const pair p = two_product(u.hi, y), one = two_product(p.hi, y);
    const double rest = ((1.0 - one.hi) - one.lo) - (p.lo + low * y) * y;
    r = (y + 0.5 * y * rest) * f1 * f2;
  } else {
    const double y = __builtin_sqrt(u.hi);
    const pair p = two_product(y, y);
    const double rest = ((u.hi - p.hi) - p.lo) + low;
    r = (y + rest / (y + y)) * DOUBLE((u64)(i64)(1023 + h) << 52) *
        DOUBLE((u64)(i64)(1023 + g) << 52);
  }
  r = pick_d(m == 0.0, inverse ? INFINITY_D : 0.0, r);
  r = pick_d(a != a || b != b || c != c || d != d, NAN_D, r);
  return pick_d(infinite, inverse ? 0.0 : INFINITY_D, r);
}
#ifndef QN_GPU // remainder_gpu.h
EXPORT(double, "_Z5hypotdd", qn_hypot, double x, double y) {
  return norm_of(x, y, 0.0, 0.0, 0);
}
#endif
EXPORT(double, "__qn_cpu_norm", qn_norm, double a, double b, double c,
       double d) {
  return norm_of(a, b, c, d, 0);
}
EXPORT(double, "__qn_cpu_rnorm", qn_rnorm, double a, double b, double c,
       double d) {
  return norm_of(a, b, c, d, 1);
}
BY_DOUBLE(float, "_Z5hypotff", qn_hypotf, float x, float y) {
  const double a = x, b = y;
  const float r = (float)__builtin_sqrt(a * a + b * b);
  const _Bool infinite = abs_f(x) == INFINITY_F || abs_f(y) == INFINITY_F;
  return pick(infinite, INFINITY_F, r);
}

// ---- Remainders of float

// |x| mod |y| in double, exactly. Each step removes 27 bits of the quotient.
INLINE double modulo(double x, double y) {
  while (x >= y) {
    const i32 ex = (i32)(u32)(BITS64(x) >> 52),
              ey = (i32)(u32)(BITS64(y) >> 52);
    const i32 up = ex - ey > 27 ? ex - ey - 27 : 0;
    const double s = y * DOUBLE((u64)(i64)(up + 1023) << 52);
    const double q = __builtin_trunc(x / s);
    x -= q * s;
    x += x < 0.0 ? s : 0.0;
  }
  return x;
}
INLINE _Bool divides(float x, float y) {
  return abs_f(x) < INFINITY_F && y == y && y != 0.0f;
}
BY_DOUBLE(float, "_Z4fmodff", qn_fmodf, float x, float y) {
  const _Bool valid = divides(x, y);
  // Invalid arguments, and those that do not change, do not enter the loop.
  const _Bool stays = !valid || abs_f(y) == INFINITY_F;
  const double r = modulo(stays ? 0.0 : (double)abs_f(x), (double)abs_f(y));
  const float y1 = __builtin_copysignf((float)r, x);
  return pick(valid, pick(abs_f(y) == INFINITY_F, x, y1), NAN_F);
}
// x - n y with n the nearest integer to x / y, and n's lowest bits.
INLINE float nearest_rest(float x, float y, i32 *quotient) {
  const _Bool valid = divides(x, y);
  const _Bool stays = !valid || abs_f(y) == INFINITY_F;
  const double b = abs_f(y);
  double r = modulo(stays ? 0.0 : (double)abs_f(x), 8.0 * b);
  i32 n = 0;
  for (i32 bit = 4; bit > 0; bit >>= 1) {
    const _Bool more = r >= bit * b && !stays;
    r -= more ? bit * b : 0.0;
    n += more ? bit : 0;
  }
  const _Bool up = !stays && (r + r > b || (r + r == b && (n & 1) != 0));
  r -= up ? b : 0.0;
  n += up;
  const _Bool opposed = ((BITS(x) ^ BITS(y)) >> 31) != 0;
  *quotient = opposed ? -(n & 7) : n & 7;
  const float rest = FLOAT(BITS((float)r) ^ (BITS(x) & 0x80000000u));
  return pick(valid, pick(abs_f(y) == INFINITY_F, x, rest), NAN_F);
}
BY_DOUBLE(float, "_Z9remainderff", qn_remainderf, float x, float y) {
  i32 quotient;
  return nearest_rest(x, y, &quotient);
}
BY_DOUBLE(float, "_Z6remquoffPi", qn_remquof, float x, float y, i32 *quotient) {
  return nearest_rest(x, y, quotient);
}
