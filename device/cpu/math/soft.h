// SPDX-License-Identifier: Apache-2.0
//
// The commonest functions of double for machines that have none, by integers of
// 64 bits from end to end: right to 2^-61 or so before the one rounding, and a
// fifth of the instructions of the same by operations of double.
#ifndef QUERN_CPU_MATH_SOFT_H
#define QUERN_CPU_MATH_SOFT_H
#include "math.h"

// 2^64 / n
#define OVER(n) (~0ull / (n##ull))
#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

INLINE u64 soft_mantissa(double x) { return BITS64(x) << 11 | 1ull << 63; }
INLINE i32 soft_exponent(double x) {
  return (i32)((u32)(BITS64(x) >> 52) & 0x7ff) - 1023;
}
// m * 2^(e - 63) of a normal result; m's top bit is set.
INLINE double soft_value(u64 sign, u64 m, i32 e) {
  const u64 rounded = (m >> 11) + (m >> 10 & 1);
  return DOUBLE(sign + ((u64)(u32)(e + 1022) << 52) + rounded);
}

// ---- Sine and cosine

// Quarter turns, and m * 2^(e - 63) radians more, or less, up to pi / 4; m's
// top bit is set unless it is 0.
typedef struct angle {
  u64 m, quarters;
  i32 e;
  _Bool negative;
} angle;

// A size of less than an eighth of a turn, high:low * 2^(e - 128) turns.
INLINE void soft_set_turn(angle *a, u64 high, u64 low, i32 e) {
  if (!high) {
    high = low;
    low = 0;
    e -= 64;
  }
  const i32 zeros = high ? __builtin_clzll(high) : 0;
  // 2 pi = 4 times this
  const u64 m = upper_product(high << zeros | low >> 1 >> (63 - zeros),
                              0xc90fdaa22168c235ull);
  const i32 top = (i32)(m >> 63);
  a->m = top ? m : m << 1;
  a->e = e - zeros + 1 + top;
}
// From a part of a turn, high:low * 2^-128.
INLINE angle soft_turn(u64 high, u64 low) {
  angle a;
  a.quarters = (high + (1ull << 61)) >> 62;
  high -= a.quarters << 62;
  a.negative = high >> 63;
  soft_set_turn(&a, a.negative ? ~high : high, a.negative ? ~low : low, 0);
  return a;
}
// Below a quarter of pi, but not below 2^-27.
INLINE angle soft_small(double x) {
  return (angle){soft_mantissa(x), 0, soft_exponent(x), 0};
}
// By its m times 192 bits of 1 / (2 pi), of which the first 64 make whole
// turns.
INLINE angle soft_reduce(double x) {
  if (soft_exponent(x) < -1)
    return soft_small(x);
  const u64 m = soft_mantissa(x) >> 11;
  const u32 at = (u32)(soft_exponent(x) - 52 + 64);
  const u64 d1 = digits(at + 64);
  u64 low = m * d1, high = m * digits(at) + upper_product(m, d1);
  const u64 rest = upper_product(m, digits(at + 128));
  low += rest;
  high += low < rest;
  return soft_turn(high, low);
}

// a[0] - z (a[1] - z (a[2] ...)), all times 2^64
INLINE u64 soft_alternating(const u64 *a, int count, u64 z) {
  u64 sum = a[count - 1];
#pragma clang loop unroll(full)
  for (int k = count - 2; k >= 0; --k)
    sum = a[k] - upper_product(z, sum);
  return sum;
}
INLINE u64 soft_square(angle a) {
  const i32 shift = -2 * a.e - 2;
  return shift > 63 ? 0 : upper_product(a.m, a.m) >> shift;
}
INLINE double soft_sine(angle a, u64 sign) {
  static const u64 terms[] = {OVER(6),
                              OVER(120),
                              OVER(5040),
                              OVER(362880),
                              OVER(39916800),
                              OVER(6227020800),
                              OVER(1307674368000),
                              OVER(355687428096000)};
  const u64 z = soft_square(a);
  const u64 less = upper_product(z, soft_alternating(terms, COUNT(terms), z));
  const u64 m = a.m - upper_product(a.m, less), top = m >> 63;
  if (!m)
    return DOUBLE(sign);
  return soft_value(sign, top ? m : m << 1, a.e - !top);
}
INLINE double soft_cosine(angle a, u64 sign) {
  static const u64 terms[] = {OVER(2),
                              OVER(24),
                              OVER(720),
                              OVER(40320),
                              OVER(3628800),
                              OVER(479001600),
                              OVER(87178291200),
                              OVER(20922789888000),
                              OVER(6402373705728000)};
  const u64 z = soft_square(a);
  const u64 m = 0 - upper_product(z, soft_alternating(terms, COUNT(terms), z));
  return m ? soft_value(sign, m, -1) : DOUBLE(sign | BITS64(1.0));
}
// The sine of the angle and `more` quarter turns; negative: of minus the angle.
INLINE double soft_turned(angle a, u64 more, _Bool negative) {
  const u64 quarters = (negative ? 0 - a.quarters : a.quarters) + more;
  const u64 sign = (quarters & 2) << 62;
  if (quarters & 1)
    return soft_cosine(a, sign);
  return soft_sine(a, sign ^ (u64)(a.negative != negative) << 63);
}

EXPORT(double, "_Z3sind", qn_sin, double x) {
  if (soft_exponent(x) < -27)
    return x;
  if (soft_exponent(x) > 1023)
    return NAN_D;
  return soft_turned(soft_reduce(x), 0, BITS64(x) >> 63);
}
EXPORT(double, "_Z3cosd", qn_cos, double x) {
  if (soft_exponent(x) < -27)
    return 1.0;
  if (soft_exponent(x) > 1023)
    return NAN_D;
  return soft_turned(soft_reduce(x), 1, BITS64(x) >> 63);
}
EXPORT(void, "__qn_cpu_sincos", qn_sincos, double x, double *s, double *c) {
  double sine_x = x, cosine_x = 1.0;
  if (soft_exponent(x) > 1023) {
    sine_x = cosine_x = NAN_D;
  } else if (soft_exponent(x) >= -27) {
    const angle a = soft_reduce(x);
    sine_x = soft_turned(a, 0, BITS64(x) >> 63);
    cosine_x = soft_turned(a, 1, BITS64(x) >> 63);
  }
  *s = sine_x;
  *c = cosine_x;
}

// pi x is half of x turns, of which those behind the point count.
INLINE angle soft_reduce_pi(double x) {
  const u64 m = soft_mantissa(x) >> 11;
  const i32 shift = soft_exponent(x) - 52 - 1 + 128;
  if (soft_exponent(x) < -3) {
    angle a = {.quarters = 0};
    soft_set_turn(&a, m << 11, 0, soft_exponent(x));
    return a;
  }
  if (shift >= 128)
    return (angle){.e = -1};
  return shift >= 64 ? soft_turn(m << (shift - 64), 0)
                     : soft_turn(m >> 1 >> (63 - shift), m << shift);
}
EXPORT(double, "_Z5sinpid", qn_sinpi, double x) {
  if (soft_exponent(x) < -60) // also subnormal
    return x * 0x1.921fb54442d18p1 + x * 0x1.1a62633145c07p-53;
  if (soft_exponent(x) > 1023)
    return NAN_D;
  const angle a = soft_reduce_pi(x);
  if (!a.m && !(a.quarters & 1))
    return __builtin_copysign(0.0, x);
  return soft_turned(a, 0, BITS64(x) >> 63);
}
EXPORT(double, "_Z5cospid", qn_cospi, double x) {
  if (soft_exponent(x) < -60)
    return 1.0;
  if (soft_exponent(x) > 1023)
    return NAN_D;
  const angle a = soft_reduce_pi(x);
  return !a.m && a.quarters & 1 ? 0.0 : soft_turned(a, 1, BITS64(x) >> 63);
}

// ---- Powers of constants

// 2^(j / 8 + 63)
static const u64 eighths[] = {0x8000000000000000ull, 0x8b95c1e3ea8bd6e6ull,
                              0x9837f0518db8a96full, 0xa5fed6a9b15138eaull,
                              0xb504f333f9de6484ull, 0xc5672a115506daddull,
                              0xd744fccad69d6af4ull, 0xeac0c6e7dd24392eull};

// 2^(n + f / 2^64). All is cut, so that no sum comes to 2^64.
INLINE double soft_power(i32 n, u64 f) {
  static const u64 terms[] = {
      OVER(2),    OVER(6),     OVER(24),     OVER(120),     OVER(720),
      OVER(5040), OVER(40320), OVER(362880), OVER(3628800), OVER(39916800)};
  const u64 r = upper_product(f << 3 >> 3, 0xb17217f7d1cf79abull); // log(2)
  u64 sum = terms[COUNT(terms) - 1];
#pragma clang loop unroll(full)
  for (int k = COUNT(terms) - 2; k >= 0; --k)
    sum = terms[k] + upper_product(r, sum);
  const u64 more = r + upper_product(r, upper_product(r, sum));
  const u64 first = eighths[f >> 61], m = first + upper_product(first, more);
  if (n > 1023)
    return INFINITY_D;
  if (n >= -1022)
    return soft_value(0, m, n);
  return n < -1080 ? 0.0 : soft_value(0, m, n + 1000) * 0x1p-1000;
}
// c^x; log2(c) is l:l2 * 2^(more - 127).
INLINE double soft_exp(double x, u64 l, u64 l2, i32 more) {
  const i32 e = soft_exponent(x);
  if (e < -60)
    return 1.0;
  if (e > 10)
    return x != x ? x : BITS64(x) >> 63 ? 0.0 : INFINITY_D;
  const u64 m = soft_mantissa(x);
  u64 high = upper_product(m, l), low = m * l;
  const u64 rest = upper_product(m, l2);
  low += rest;
  high += low < rest;
  // n whole and the 64 bits behind the point.
  const u32 shift = (u32)(62 - e - more);
  u64 f = shift < 64 ? low >> shift | high << 1 << (63 - shift)
                     : high >> (shift - 64);
  i32 n = shift < 64 ? (i32)(high >> shift) : 0;
  if (BITS64(x) >> 63) {
    n = -n - (f != 0);
    f = 0 - f;
  }
  return soft_power(n, f);
}
EXPORT(double, "_Z3expd", qn_exp, double x) {
  return soft_exp(x, 0xb8aa3b295c17f0bbull, 0xbe87fed0691d3e88ull, 0);
}
EXPORT(double, "_Z4exp2d", qn_exp2, double x) {
  return soft_exp(x, 0x8000000000000000ull, 0, 0);
}
EXPORT(double, "_Z5exp10d", qn_exp10, double x) {
  return soft_exp(x, 0xd49a784bcd1b8afeull, 0x492bf6ff4dafdb4cull, 1);
}

#endif
