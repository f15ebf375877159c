// SPDX-License-Identifier: Apache-2.0
//
// Trigonometric functions. The argument is reduced by subtracting multiples of
// pi / 2 in parts; large arguments, which are rare, by multiplying with those
// bits of 1 / (2 pi) that matter.
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

// ---- Float

#ifdef QN_FMA
#define FAST_MAX_F 100000.0f
INLINE float minus_half_pi(float x, float k) {
  x = __builtin_fmaf(k, -0x1.921fb6p0f, x);
  x = __builtin_fmaf(k, 0x1.777a5cp-25f, x);
  return __builtin_fmaf(k, 0x1.ee59dap-50f, x);
}
#else
#define FAST_MAX_F 1000000.0f
INLINE float minus_half_pi(float x, float k) {
  const double most = (double)x - (double)k * 0x1.921fb544p0;
  return (float)(most - (double)k * 0x1.0b4611a626331p-34);
}
#endif

// x modulo pi / 2, and the number of quarter turns modulo 4; |x| up to
// FAST_MAX_F.
INLINE float trig_reduce(float x, u32 *quarters) {
  i32 k;
  const float r = minus_half_pi(x, nearest(x * 0x1.45f306p-1f, &k));
  *quarters = (u32)k;
  return r;
}
INLINE float sine(float r, float z) { return r + r * z * poly_sinf(z); }
INLINE float cosine(float z) {
  return 1.0f - (0.5f * z - z * z * poly_cosf(z));
}
// sin(quarters pi / 2 + r)
INLINE float turned_sine(float r, u32 quarters) {
  const float z = r * r;
  const float y = pick(quarters & 1, cosine(z), sine(r, z));
  return FLOAT(BITS(y) ^ (quarters & 2) << 30);
}
INLINE float turned_tangent(float r, u32 quarters) {
  const float z = r * r, t = r + r * z * poly_tanf(z);
  return pick((quarters & 1) != 0, quotient(-1.0f, t), t);
}

// ---- Float, large arguments

// Bits of 1 / (2 pi), after 32 zeros.
static const u32 turns[] = {0,           0x28be60dbu, 0x9391054au, 0x7f09d5f4u,
                            0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau};

// |x| >= 2^-7 as a fraction of a turn, in units of 2^-64.
INLINE u64 phase(float x) {
  const u32 bits = BITS(x) & 0x7fffffffu;
  const u64 m = (bits & 0x7fffffu) | 0x800000u;
  // x = m 2^(at - 32); more than 7 words would be infinity.
  const u32 at = ((bits >> 23) - 150u + 32u) & 255u;
  const u32 i = at >> 5 < 5 ? at >> 5 : 4, s = at & 31;
  const u64 w0 = turns[i], w1 = turns[i + 1], w2 = turns[i + 2],
            w3 = turns[i + 3];
  const u64 first = (w0 << 32 | w1) << s >> 32,
            second = (w1 << 32 | w2) << s >> 32,
            third = (w2 << 32 | w3) << s >> 32;
  const u64 p = m * (first << 32 | (second & 0xffffffffu)) +
                (m * (third & 0xffffffffu) >> 32);
  return BITS(x) >> 31 ? 0 - p : p;
}
#define TURN 0x1.921fb54442d18p-62 // 2 pi 2^-64

// The same as trig_reduce, for any x.
INLINE float trig_reduce_rare(float x, u32 *quarters) {
  const u64 p = phase(x);
  *quarters = (u32)((p + (1ull << 61)) >> 62);
  const float r = (float)((double)(i64)(p - ((u64)*quarters << 62)) * TURN);
  return pick(abs_f(x) < INFINITY_F, r, NAN_F);
}
RARE(float, sinef, float x, u32 shift) {
  u32 quarters;
  const float r = trig_reduce_rare(x, &quarters);
  return turned_sine(r, quarters + shift);
}
RARE(float, tangentf, float x) {
  u32 quarters;
  const float r = trig_reduce_rare(x, &quarters);
  return turned_tangent(r, quarters);
}

// ---- Float

INLINE _Bool is_rare(float x) {
  return __builtin_expect(!(abs_f(x) <= FAST_MAX_F), 0);
}
EXPORT(float, "_Z3sinf", qn_sinf, float x) {
  u32 quarters;
  const float r = trig_reduce(x, &quarters);
  float y = pick(x == 0.0f, x, turned_sine(r, quarters));
  if (is_rare(x))
    y = qn_math_rare_sinef(x, 0);
  return y;
}
EXPORT(float, "_Z3cosf", qn_cosf, float x) {
  u32 quarters;
  const float r = trig_reduce(x, &quarters);
  float y = turned_sine(r, quarters + 1);
  if (is_rare(x))
    y = qn_math_rare_sinef(x, 1);
  return y;
}
EXPORT(void, "__qn_cpu_sincosf", qn_sincosf, float x, float *s, float *c) {
  u32 quarters;
  const float r = trig_reduce(x, &quarters);
  float sine_x = pick(x == 0.0f, x, turned_sine(r, quarters));
  float cosine_x = turned_sine(r, quarters + 1);
  if (is_rare(x)) {
    sine_x = qn_math_rare_sinef(x, 0);
    cosine_x = qn_math_rare_sinef(x, 1);
  }
  *s = sine_x;
  *c = cosine_x;
}
EXPORT(float, "_Z3tanf", qn_tanf, float x) {
  u32 quarters;
  const float r = trig_reduce(x, &quarters);
  float y = pick(x == 0.0f, x, turned_tangent(r, quarters));
  if (is_rare(x))
    y = qn_math_rare_tangentf(x);
  return y;
}

// sin(pi r) and cos(pi r) of |r| <= 1/4.
#ifdef QN_GPU
INLINE float sine_of_pi(float r) {
  return __builtin_fmaf(r, 3.125f, r * poly_sinpif(r * r));
}
INLINE float cosine_of_pi(float r) {
  const float z = r * r, z_lo = __builtin_fmaf(r, r, -z);
  const float c = 0x1.3bd3ccp2f, most = __builtin_fmaf(z, -c, 1.0f);
  const float lost = __builtin_fmaf(z, -c, 1.0f - most);
  const float low = z_lo * c + z * 0x1.37c8bcp-23f - lost;
  return most + (z * z * poly_cospif(z) - low);
}
#else
INLINE float sine_of_pi(float r) {
  // In double: each rounding of a subnormal number matters.
  return (float)((double)r * (3.125 + (double)poly_sinpif(r * r)));
}
INLINE float cosine_of_pi(float r) {
  const float z = r * r;
  const double rest = (double)(z * z * poly_cospif(z));
  return (float)(1.0 - (0x1.3bd3cc9be45dep2 * ((double)r * r) - rest));
}
#endif
EXPORT(float, "_Z5sinpif", qn_sinpif, float x) {
  // Even multiples make no difference; from 2^24 on all numbers are even.
  const float a = x - 2.0f * __builtin_rintf(0.5f * x);
  i32 k;
  const float r = a - 0.5f * nearest(2.0f * a, &k);
  const float y = pick(k & 1, cosine_of_pi(r), sine_of_pi(r));
  const float sign = FLOAT(BITS(y) ^ ((u32)k & 2) << 30);
  return pick(__builtin_truncf(x) == x && abs_f(x) < INFINITY_F,
              __builtin_copysignf(0.0f, x), sign);
}
EXPORT(float, "_Z5cospif", qn_cospif, float x) {
  const float a = x - 2.0f * __builtin_rintf(0.5f * x);
  i32 k;
  const float r = a - 0.5f * nearest(2.0f * a, &k);
  const float y = pick(k & 1, sine_of_pi(r), cosine_of_pi(r));
  const float sign = FLOAT(BITS(y) ^ ((u32)(k + 1) & 2) << 30);
  return pick(r == 0.0f && (k & 1), 0.0f, sign);
}

EXPORT(float, "_Z4asinf", qn_asinf, float x) {
  const float a = abs_f(x);
  const _Bool small = a < 0.5f;
  const float half = 0.5f - 0.5f * a;
  const float z = pick(small, x * x, half);
  const float s = pick(small, a, root(half));
  const float tail = s * z * poly_asinf(z);
  const float first = 0x1.921fb6p0f - 2.0f * s;
  const float lost = (0x1.921fb6p0f - first) - 2.0f * s; // exactly
  const float large = first - ((2.0f * tail + 0x1.777a5cp-25f) - lost);
  return __builtin_copysignf(pick(small, s + tail, large), x);
}
EXPORT(float, "_Z4acosf", qn_acosf, float x) {
  const float a = abs_f(x);
  const _Bool small = a < 0.5f;
  const float half = 0.5f - 0.5f * a;
  const float z = pick(small, x * x, half);
  const float s = pick(small, x, root(half));
  const float p = s + s * z * poly_asinf(z);
  const float twice = 2.0f * p;
  const float large =
      pick(x < 0.0f, 0x1.921fb6p1f - (twice + 0x1.777a5cp-24f), twice);
  return pick(small, 0x1.921fb6p0f - (p + 0x1.777a5cp-25f), large);
}
EXPORT(float, "_Z4atanf", qn_atanf, float x) {
  const float a = abs_f(x);
  const _Bool large = a > 1.0f;
  const float t = pick(large, -inverse(a), a), z = t * t;
  const float p = t * z * poly_atanf(z);
  const float y =
      pick(large, 0x1.921fb6p0f + (t + (p - 0x1.777a5cp-25f)), t + p);
  return __builtin_copysignf(y, x);
}
EXPORT(float, "_Z5atan2ff", qn_atan2f, float y, float x) {
  const float ax = abs_f(x), ay = abs_f(y);
  const _Bool steep = ay > ax;
  const float num = pick(steep, ax, ay), den = pick(steep, ay, ax);
  float t = num / den;
  t = pick(den == 0.0f, 0.0f, t);
  t = pick(num == INFINITY_F, 1.0f, t);
  const float z = t * t, p = t + t * z * poly_atanf(z);
  // The angle is quarters * pi / 2 + or - p.
  const _Bool left = (BITS(x) >> 31) != 0;
  const float quarter = pick(steep, 1.0f, pick(left, 2.0f, 0.0f));
  const float signed_p = pick(steep != left, -p, p);
  float r = quarter * 0x1.921fb6p0f + (signed_p - quarter * 0x1.777a5cp-25f);
  r = pick(x != x || y != y, NAN_F, r);
  return __builtin_copysignf(r, y);
}

// ---- Double, large arguments

static const u64 turns_d[] = {0,
                              0x28be60db9391054au,
                              0x7f09d5f47d4d3770u,
                              0x36d8a5664f10e410u,
                              0x7f9458eaf7aef158u,
                              0x6dc91b8e909374b8u,
                              0x01924bba82746487u,
                              0x3f877ac72c4a69cfu,
                              0xba208d7d4baed121u,
                              0x3a671c09ad17df90u,
                              0x4e64758e60d4ce7du,
                              0x272117e2ef7e4a0eu,
                              0xc7fe25fff7816603u,
                              0xfbcbc462d6829b47u,
                              0xdb4d9fb3c9f2c26du,
                              0xd3d18fd9a797fa8bu,
                              0x5d49eeb1faf97c5eu,
                              0xcf41ce7de294a4bau,
                              0x9afed7ec47e35742u,
                              0x1580cc11bf1edaeau};

// The upper half of a product.
INLINE u64 upper_product(u64 a, u64 b) {
  const u64 a1 = a >> 32, a0 = (u32)a, b1 = b >> 32, b0 = (u32)b;
  const u64 low = a0 * b0 >> 32, m1 = a1 * b0 + low;
  const u64 m2 = a0 * b1 + (u32)m1;
  return a1 * b1 + (m1 >> 32) + (m2 >> 32);
}
INLINE u64 digits(u32 at) {
  const u32 i = at >> 6, s = at & 63;
  return turns_d[i] << s | turns_d[i + 1] >> 1 >> (63 - s);
}
// x modulo pi / 2, and the number of quarter turns modulo 4; |x| from 2^-11 on.
INLINE pair rare_reduce(double x, u64 *quarters) {
  const u64 bits = BITS64(x);
  const u64 m = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  u32 at = ((u32)(bits >> 52) & 2047) - 1075 + 64;
  at = at > 1040 ? 1040 : at;
  // m times 192 bits, of which the first 64 are whole turns.
  const u64 d0 = digits(at), d1 = digits(at + 64), d2 = digits(at + 128);
  u64 low = m * d1, high = m * d0 + upper_product(m, d1);
  const u64 rest = upper_product(m, d2);
  low += rest;
  high += low < rest;
  const u64 k = (high + (1ull << 61)) >> 62;
  high -= k << 62;
  *quarters = bits >> 63 ? 0 - k : k;
  // A signed fraction of a turn in 128 bits, times 2 pi.
  const _Bool negative = high >> 63;
  high = negative ? ~high : high;
  low = negative ? ~low : low;
  // 32 bits are left for the second number.
  const double h1 = (double)(high >> 11) * 0x1p11;
  const double h2 = (double)(high & 0x7ff) + (double)low * 0x1p-64;
  const pair h = fast_sum(h1, h2);
  const pair p = pair_product(h, (pair){TURN, 0x1.1a62633145c07p-116});
  const double sign = negative != (_Bool)(bits >> 63) ? -1.0 : 1.0;
  return (pair){sign * p.hi, sign * p.lo};
}

// ---- Double

#define FAST_MAX 3000000.0

// x - k pi / 2; k has 21 bits.
INLINE pair minus_half_pi_d(double x, double k) {
#pragma clang fp contract(off)
  const double most = x - k * 0x1.921fb544p0;
  const double next = k * 0x1.0b4611a6p-34;
  const double hi = most - next;
  const double lo = ((most - hi) - next) - k * 0x1.3198a2e037073p-69;
  return fast_sum(hi, lo);
}
INLINE double sine_d(pair r) {
  const double z = r.hi * r.hi;
  return r.hi + (r.lo - 0.5 * z * r.lo + r.hi * z * poly_sin(z));
}
INLINE double cosine_d(pair r) {
  const pair h = two_product(r.hi, 0.5 * r.hi);
  const pair one = fast_sum(1.0, -h.hi);
  const double z = h.hi + h.hi;
  return one.hi + (one.lo - h.lo - r.hi * r.lo + z * z * poly_cos(z));
}
INLINE double turned_sine_d(pair r, u64 quarters) {
  const double y = PICK_LONG(quarters & 1, cosine_d(r), sine_d(r));
  return DOUBLE(BITS64(y) ^ (quarters & 2) << 62);
}
INLINE double turned_tangent_d(pair r, u64 quarters) {
  const double z = r.hi * r.hi;
  const double t = r.hi + (r.lo + r.lo * z + r.hi * z * poly_tan(z));
  return PICK_LONG((quarters & 1) != 0, quotient_d(-1.0, t), t);
}
RARE(double, sine, double x, u64 shift) {
  u64 quarters;
  const pair r = rare_reduce(x, &quarters);
  return pick_d(abs_d(x) < INFINITY_D, turned_sine_d(r, quarters + shift),
                NAN_D);
}
RARE(double, tangent, double x) {
  u64 quarters;
  const pair r = rare_reduce(x, &quarters);
  return pick_d(abs_d(x) < INFINITY_D, turned_tangent_d(r, quarters), NAN_D);
}
INLINE _Bool is_rare_d(double x) {
  return __builtin_expect(!(abs_d(x) <= FAST_MAX), 0);
}
INLINE pair trig_reduce_d(double x, u64 *quarters) {
  i64 k;
  const pair r = minus_half_pi_d(x, nearest_d(x * 0x1.45f306dc9c883p-1, &k));
  *quarters = (u64)k;
  return r;
}
#ifdef QN_SOFT_DOUBLE
#include "soft.h"
#elif defined(QN_GPU)
#include "trig_gpu.h"
#else
EXPORT(double, "_Z3sind", qn_sin, double x) {
  u64 quarters;
  const pair r = trig_reduce_d(x, &quarters);
  double y = pick_d(x == 0.0, x, turned_sine_d(r, quarters));
  if (is_rare_d(x))
    y = qn_math_rare_sine(x, 0);
  return y;
}
EXPORT(double, "_Z3cosd", qn_cos, double x) {
  u64 quarters;
  const pair r = trig_reduce_d(x, &quarters);
  double y = turned_sine_d(r, quarters + 1);
  if (is_rare_d(x))
    y = qn_math_rare_sine(x, 1);
  return y;
}
EXPORT(void, "__qn_cpu_sincos", qn_sincos, double x, double *s, double *c) {
  u64 quarters;
  const pair r = trig_reduce_d(x, &quarters);
  double sine_x = pick_d(x == 0.0, x, turned_sine_d(r, quarters));
  double cosine_x = turned_sine_d(r, quarters + 1);
  if (is_rare_d(x)) {
    sine_x = qn_math_rare_sine(x, 0);
    cosine_x = qn_math_rare_sine(x, 1);
  }
  *s = sine_x;
  *c = cosine_x;
}
#endif
EXPORT(double, "_Z3tand", qn_tan, double x) {
  u64 quarters;
  const pair r = trig_reduce_d(x, &quarters);
  double y = pick_d(x == 0.0, x, turned_tangent_d(r, quarters));
  if (is_rare_d(x))
    y = qn_math_rare_tangent(x);
  return y;
}

// pi r of |r| <= 1/4
INLINE pair times_pi(double r) {
  const pair p = two_product(r, 0x1.921fb54442d18p1);
  return (pair){p.hi, p.lo + r * 0x1.1a62633145c07p-53};
}
#ifndef QN_SOFT_DOUBLE
EXPORT(double, "_Z5sinpid", qn_sinpi, double x) {
  const double a = x - 2.0 * __builtin_rint(0.5 * x);
  i64 k;
  const double r = a - 0.5 * nearest_d(2.0 * a, &k);
  const double y = turned_sine_d(times_pi(r), (u64)k);
  return pick_d(__builtin_trunc(x) == x && abs_d(x) < INFINITY_D,
                __builtin_copysign(0.0, x), y);
}
EXPORT(double, "_Z5cospid", qn_cospi, double x) {
  const double a = x - 2.0 * __builtin_rint(0.5 * x);
  i64 k;
  const double r = a - 0.5 * nearest_d(2.0 * a, &k);
  const double y = turned_sine_d(times_pi(r), (u64)k + 1);
  return pick_d(r == 0.0 && (k & 1) != 0, 0.0, y);
}
#endif

EXPORT(double, "_Z4asind", qn_asin, double x) {
  const double a = abs_d(x);
  const _Bool small = a < 0.5;
  const double half = 0.5 - 0.5 * a;
  const double z = pick_d(small, x * x, half);
  const pair r = root_pair(half);
  const double s = pick_d(small, a, r.hi);
  const double tail = s * z * poly_asin(z);
  const pair most = fast_sum(0x1.921fb54442d18p0, -2.0 * s);
  const double large =
      most.hi + (most.lo + (0x1.1a62633145c07p-54 - 2.0 * (r.lo + tail)));
  return __builtin_copysign(pick_d(small, s + tail, large), x);
}
EXPORT(double, "_Z4acosd", qn_acos, double x) {
  const double a = abs_d(x);
  const _Bool small = a < 0.5;
  const double half = 0.5 - 0.5 * a;
  const double z = pick_d(small, x * x, half);
  const pair r = root_pair(half);
  const double s = pick_d(small, x, r.hi);
  const double tail = s * z * poly_asin(z);
  const double two = 2.0 * s + 2.0 * (r.lo + tail);
  const double left = 0x1.921fb54442d18p1 - (two - 0x1.1a62633145c07p-53);
  const pair most = fast_sum(0x1.921fb54442d18p0, -x);
  const double middle = most.hi + (most.lo + (0x1.1a62633145c07p-54 - tail));
  return pick_d(small, middle, pick_d(x < 0.0, left, two));
}

// atan(num / den), 0 <= num, den, from 0 to pi / 2, as a pair.
INLINE pair arc_tangent(double num, double den) {
  // tan(pi / 8) and its inverse separate three ranges.
  const _Bool high = num > 2.414213562373095 * den;
  const _Bool middle = !high && num > 0.41421356237309503 * den;
  const double above = pick_d(high, -den, pick_d(middle, num - den, num));
  const double below = pick_d(high, num, pick_d(middle, num + den, den));
  const double t = quotient_d(above, below), z = t * t;
  const double hi = pick_d(high, 0x1.921fb54442d18p0,
                           pick_d(middle, 0x1.921fb54442d18p-1, 0.0));
  const double lo = pick_d(high, 0x1.1a62633145c07p-54,
                           pick_d(middle, 0x1.1a62633145c07p-55, 0.0));
  const pair most = two_sum(hi, t);
  return (pair){most.hi, most.lo + (lo + t * z * poly_atan(z))};
}
EXPORT(double, "_Z4atand", qn_atan, double x) {
  const double a = abs_d(x);
  const pair p = arc_tangent(pick_d(a == INFINITY_D, 0x1p1000, a), 1.0);
  return __builtin_copysign(p.hi + p.lo, x);
}
EXPORT(double, "_Z5atan2dd", qn_atan2, double y, double x) {
  double ax = abs_d(x), ay = abs_d(y);
  const _Bool both = ax == INFINITY_D && ay == INFINITY_D;
  // Scales to avoid overflow, and loss of precision among subnormals.
  const double most = ax > ay ? ax : ay;
  const double s = most > 0x1p1000 ? 0x1p-8 : most < 0x1p-900 ? 0x1p120 : 1.0;
  ax = pick_d(both, 1.0, pick_d(ax == INFINITY_D, 0x1p1022, ax * s));
  ay = pick_d(both, 1.0, pick_d(ay == INFINITY_D, 0x1p1022, ay * s));
  ay = pick_d(abs_d(x) == INFINITY_D && !both, 0.0, ay);
  ax = pick_d(abs_d(y) == INFINITY_D && !both, 0.0, ax);
  ax = pick_d(ax == 0.0 && ay == 0.0, 1.0, ax);
  const pair p = arc_tangent(ay, ax);
  const _Bool left = BITS64(x) >> 63;
  const pair other = two_sum(0x1.921fb54442d18p1, -p.hi);
  const double r =
      pick_d(left, other.hi + (other.lo + (0x1.1a62633145c07p-53 - p.lo)),
             p.hi + p.lo);
  return pick_d(x != x || y != y, NAN_D, __builtin_copysign(r, y));
}
