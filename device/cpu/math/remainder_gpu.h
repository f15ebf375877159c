// SPDX-License-Identifier: Apache-2.0
//
// For GPUs: remainders by estimates of quotients, and hypotenuses of doubles.
// An estimate is never too small, and too large by less than one, so that what
// is left is exact.
#include "estimate.h"
#include "math.h"

// ---- Remainders of float

// The exponent's field, as it would be if there were no subnormal numbers.
INLINE i32 exponent_of(float x) {
  const _Bool small = x < 0x1p-126f;
  return (i32)(BITS(pick(small, x * 0x1p24f, x)) >> 23) - (small ? 24 : 0);
}
// x mod y of 0 <= x < infinity, y > 0. A step removes up to 20 bits of the
// quotient.
INLINE float modulo_float(float x, float y) {
  const _Bool small = y < 0x1p-126f;
  const float normal = pick(small, y * 0x1p24f, y);
  const i32 least = small ? -24 : 0, base = exponent_of(normal) + 19;
  while (x >= y) {
    const i32 up = exponent_of(x) - base;
    const float b = scale(normal, up > least ? up : least);
    // To where inverses are neither 0 nor infinite.
    const float s = b < 1.0f ? 0x1p64f : 0x1p-64f;
    const float i = estimate_inverse(b * s) * (1.0f + 0x1p-21f);
    const float q = __builtin_truncf(x * s * i);
    x = __builtin_fmaf(-q, b, x);
    x = pick(x < 0.0f, x + b, x);
  }
  return x;
}
// |x| mod n |y|, or 0 where there is no remainder.
INLINE float part_of(float x, float y, float n) {
  const _Bool valid = divides(x, y);
  return modulo_float(pick(valid, abs_f(x), 0.0f),
                      pick(valid, n * abs_f(y), 1.0f));
}
EXPORT(float, "_Z4fmodff", qn_fmodf_float, float x, float y) {
  const float r = __builtin_copysignf(part_of(x, y, 1.0f), x);
  return pick(divides(x, y), r, NAN_F);
}
// x - n y with n the nearest integer to x / y, and n's lowest bits. Multiples
// of y that are infinite are larger than all that is left.
INLINE float nearest_part(float x, float y, i32 *quotient) {
  const float b = abs_f(y);
  float r = part_of(x, y, 8.0f);
  i32 n = 0;
  for (i32 bit = 4; bit > 0; bit >>= 1) {
    const _Bool more = r >= (float)bit * b && b > 0.0f;
    r -= more ? (float)bit * b : 0.0f;
    n += more ? bit : 0;
  }
  const _Bool up = r + r > b || (r + r == b && (n & 1) != 0);
  r -= up ? b : 0.0f;
  n += up;
  const _Bool opposed = ((BITS(x) ^ BITS(y)) >> 31) != 0;
  *quotient = opposed ? -(n & 7) : n & 7;
  const float rest = FLOAT(BITS(r) ^ (BITS(x) & 0x80000000u));
  return pick(divides(x, y), rest, NAN_F);
}
EXPORT(float, "_Z9remainderff", qn_remainderf_float, float x, float y) {
  i32 quotient;
  return nearest_part(x, y, &quotient);
}
EXPORT(float, "_Z6remquoffPi", qn_remquof_float, float x, float y,
       i32 *quotient) {
  return nearest_part(x, y, quotient);
}

// ---- Of double

INLINE i32 exponent_of_d(double x) {
  const _Bool small = x < 0x1p-1022;
  return (i32)(u32)(BITS64(pick_d(small, x * 0x1p54, x)) >> 52) -
         (small ? 54 : 0);
}
// A step removes up to 46 bits.
INLINE double modulo_double(double x, double y) {
  const _Bool small = y < 0x1p-1022;
  const double normal = pick_d(small, y * 0x1p54, y);
  const i32 least = small ? -54 : 0, base = exponent_of_d(normal) + 45;
  while (x >= y) {
    const i32 up = exponent_of_d(x) - base;
    const double b = scale_d(normal, up > least ? up : least);
    const double s = b < 1.0 ? 0x1p512 : 0x1p-512;
    const double q =
        __builtin_trunc(quotient_d(x * s, b * s) * (1.0 + 0x1p-49));
    x = __builtin_fma(-q, b, x);
    x = pick_d(x < 0.0, x + b, x);
  }
  return x;
}
EXPORT(double, "_Z4fmoddd", qn_fmod, double x, double y) {
  const _Bool valid = abs_d(x) < INFINITY_D && y == y && y != 0.0;
  const double r =
      modulo_double(pick_d(valid, abs_d(x), 0.0), pick_d(valid, abs_d(y), 1.0));
  return pick_d(valid, __builtin_copysign(r, x), NAN_D);
}

// ---- Hypotenuses of double, to somewhat more than one unit of the last place

EXPORT(double, "_Z5hypotdd", qn_hypot_gpu, double x, double y) {
  const double a = abs_d(x), b = abs_d(y), most = __builtin_fmax(a, b);
  // To where squares are neither 0 nor infinite.
  const i32 field = (i32)(u32)(BITS64(most) >> 52) - 1023;
  const i32 e = field < -1000 ? -1000 : field > 1000 ? 1000 : field;
  const double s = DOUBLE((u64)(i64)(1023 - e) << 52), c = a * s, d = b * s;
  const double r = __builtin_sqrt(__builtin_fma(c, c, d * d)) *
                   DOUBLE((u64)(i64)(1023 + e) << 52);
  return pick_d(a == INFINITY_D || b == INFINITY_D, INFINITY_D, r);
}
