// SPDX-License-Identifier: Apache-2.0
// What the formulas of vector.def use; included by vector_ops.c only, after
// its types.
#ifndef QN_AMDSIM_ISA_VECTOR_MATH_H
#define QN_AMDSIM_ISA_VECTOR_MATH_H

#include <stdbool.h>
#include <stdlib.h>

#include "amdsim/isa/floats.h"

// ---- Integers

INLINE uint32_t reverse(uint32_t x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
INLINE uint32_t leading(uint32_t x) {
  return x ? (uint32_t)__builtin_clz(x) : UINT32_MAX;
}
INLINE uint32_t trailing(uint32_t x) {
  return x ? (uint32_t)__builtin_ctz(x) : UINT32_MAX;
}
// Bits in front of the first that differs from the sign.
INLINE uint32_t leading_signed(uint32_t x) {
  const uint32_t y = x ^ (uint32_t)((int32_t)x >> 31);
  return y ? (uint32_t)__builtin_clz(y) : UINT32_MAX;
}
INLINE uint32_t bits_set(uint32_t x) { return (uint32_t)__builtin_popcount(x); }
INLINE uint32_t field(uint32_t x, uint32_t from, uint32_t size) {
  return size ? x >> from & ((UINT32_C(1) << size) - 1) : 0;
}
INLINE int32_t field_signed(uint32_t x, uint32_t from, uint32_t size) {
  if (!size)
    return 0;
  const uint32_t sign = UINT32_C(1) << (size - 1);
  return (int32_t)((field(x, from, size) ^ sign) - sign);
}
INLINE uint64_t wide(uint32_t high, uint32_t low) {
  return low | (uint64_t)high << 32;
}
INLINE int32_t low24(uint32_t x) { return (int32_t)(x << 8) >> 8; }
INLINE uint32_t larger_u(uint32_t a, uint32_t b) { return a > b ? a : b; }
INLINE uint32_t smaller_u(uint32_t a, uint32_t b) { return a < b ? a : b; }
INLINE int32_t larger_i(int32_t a, int32_t b) { return a > b ? a : b; }
INLINE int32_t smaller_i(int32_t a, int32_t b) { return a < b ? a : b; }
INLINE uint32_t clamp16(int32_t x) {
  return (uint16_t)larger_i(smaller_i(x, INT16_MAX), INT16_MIN);
}
INLINE int32_t clamp32(int64_t x) {
  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}
INLINE uint32_t permute_byte(uint64_t bytes, uint32_t sel) {
  if (sel < 8)
    return bytes >> (8 * sel) & 255;
  if (sel < 12) // the sign of one of four
    return bytes >> (16 * (sel - 8) + 15) & 1 ? 255 : 0;
  return sel == 12 ? 0 : 255;
}
INLINE uint32_t permute_bytes(uint32_t a, uint32_t b, uint32_t sel) {
  const uint64_t bytes = wide(a, b);
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k += 8)
    r |= permute_byte(bytes, sel >> k & 255) << k;
  return r;
}
INLINE uint32_t saturate_pair(uint32_t x) {
  const int32_t low = (int16_t)x, high = (int16_t)(x >> 16);
  return (uint32_t)larger_i(smaller_i(low, 255), 0) |
         (uint32_t)larger_i(smaller_i(high, 255), 0) << 8;
}
INLINE uint32_t lerp(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k += 8)
    r |= (((a >> k & 255) + (b >> k & 255) + (c >> k & 1)) >> 1) << k;
  return r;
}
INLINE uint32_t sad_bytes(uint32_t a, uint32_t b) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k += 8) {
    const uint32_t x = a >> k & 255, y = b >> k & 255;
    r += x > y ? x - y : y - x;
  }
  return r;
}
INLINE uint32_t sad_halves(uint32_t a, uint32_t b) {
  const int low = (int)(a & 0xffff) - (int)(b & 0xffff);
  const int high = (int)(a >> 16) - (int)(b >> 16);
  return (uint32_t)abs(low) + (uint32_t)abs(high);
}
INLINE uint32_t saturate_u(uint32_t a, uint32_t b) {
  return a + b < a ? UINT32_MAX : a + b;
}
INLINE uint32_t dot4_u(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 8)
    c += (a >> k & 255) * (b >> k & 255);
  return c;
}
INLINE uint32_t dot4_i(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 8)
    c += (uint32_t)((int8_t)(a >> k) * (int8_t)(b >> k));
  return c;
}
INLINE uint32_t dot8_u(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 4)
    c += (a >> k & 15) * (b >> k & 15);
  return c;
}
INLINE uint32_t dot8_i(uint32_t a, uint32_t b, uint32_t c) {
  for (unsigned k = 0; k < 32; k += 4)
    c += (uint32_t)(field_signed(a, k, 4) * field_signed(b, k, 4));
  return c;
}
INLINE uint32_t dot2_u(uint32_t a, uint32_t b, uint32_t c) {
  return (a & 0xffff) * (b & 0xffff) + (a >> 16) * (b >> 16) + c;
}
INLINE uint32_t dot2_i(uint32_t a, uint32_t b, uint32_t c) {
  return (uint32_t)((int16_t)a * (int16_t)b) +
         (uint32_t)((int16_t)(a >> 16) * (int16_t)(b >> 16)) + c;
}
INLINE float dot2_f16(uint32_t a, uint32_t b, float c) {
  return (float)((double)from_half(a & 0xffff) * from_half(b & 0xffff) +
                 (double)from_half(a >> 16) * from_half(b >> 16) + c);
}
INLINE float dot2_bf16(uint32_t a, uint32_t b, float c) {
  return (float)((double)from_brain(a) * from_brain(b) +
                 (double)from_brain(a >> 16) * from_brain(b >> 16) + c);
}

// ---- Floats

INLINE float flush(float x) {
  return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}
INLINE float max_f32(float a, float b) {
  if (a != a)
    return b + 0;
  if (b != b)
    return a;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
INLINE float min_f32(float a, float b) {
  if (a != a)
    return b + 0;
  if (b != b)
    return a;
  return a < b || (a == b && signbit(a)) ? a : b;
}
INLINE double max_f64(double a, double b) {
  if (a != a)
    return b + 0;
  if (b != b)
    return a;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
INLINE double min_f64(double a, double b) {
  if (a != a)
    return b + 0;
  if (b != b)
    return a;
  return a < b || (a == b && signbit(a)) ? a : b;
}
INLINE float maximum_f32(float a, float b) {
  return a != a ? a + b : b != b ? b + a : max_f32(a, b);
}
INLINE float minimum_f32(float a, float b) {
  return a != a ? a + b : b != b ? b + a : min_f32(a, b);
}
INLINE double maximum_f64(double a, double b) {
  return a != a ? a + b : b != b ? b + a : max_f64(a, b);
}
INLINE double minimum_f64(double a, double b) {
  return a != a ? a + b : b != b ? b + a : min_f64(a, b);
}
INLINE float med3_f32(float a, float b, float c) {
  if (a != a || b != b || c != c)
    return min_f32(min_f32(a, b), c);
  return max_f32(min_f32(max_f32(a, b), c), min_f32(a, b));
}
// Not fused, and subnormal numbers are zero, in and out.
INLINE float mad_f32(float a, float b, float c) {
  volatile float product = flush(flush(a) * flush(b));
  return flush(product + flush(c));
}
INLINE float rsq_f32(float a) { return (float)(1.0 / sqrt((double)a)); }
INLINE float log_f32(float a) { return (float)log2((double)a); }
// The argument counts turns; beyond 256 of them the answer is that of 0.
INLINE float sin_turns(float a) {
  if (!isfinite(a))
    return NAN;
  if (fabsf(a) > 256)
    return 0;
  const double turns = (double)a - rint((double)a);
  return (float)(fabs(turns) == 0.5 ? 0.0 : sin(turns * 6.283185307179586));
}
INLINE float cos_turns(float a) {
  if (!isfinite(a))
    return NAN;
  if (fabsf(a) > 256)
    return 1;
  const double turns = fabs((double)a - rint((double)a));
  return (float)(turns == 0.25 ? 0.0 : cos(turns * 6.283185307179586));
}
// To the nearest, whatever MODE says.
INLINE float even_f32(float a) {
  if (!(fabsf(a) < 0x1p23f))
    return a + 0;
  const float t = truncf(a), rest = fabsf(a - t);
  const float up = t + copysignf(1, a);
  const bool odd = ((int32_t)t & 1) != 0;
  return copysignf(rest > 0.5f || (rest == 0.5f && odd) ? up : t, a);
}
INLINE double even_f64(double a) {
  if (!(fabs(a) < 0x1p52))
    return a + 0;
  const double t = trunc(a), rest = fabs(a - t);
  const double up = t + copysign(1, a);
  const bool odd = ((int64_t)t & 1) != 0;
  return copysign(rest > 0.5 || (rest == 0.5 && odd) ? up : t, a);
}
INLINE float fract_f32(float a) {
  return !isfinite(a) ? NAN : min_f32(a - floorf(a), 0x1.fffffep-1f);
}
INLINE float fract_f16(float a) {
  return !isfinite(a) ? NAN : min_f32(a - floorf(a), 0x1.ffcp-1f);
}
INLINE double fract_f64(double a) {
  return !isfinite(a) ? (double)NAN
                      : min_f64(a - floor(a), 0x1.fffffffffffffp-1);
}
INLINE double mantissa_f64(double a) {
  int e;
  return !isfinite(a) ? a : frexp(a, &e);
}
INLINE int32_t exponent_f64(double a) {
  int e = 0;
  if (isfinite(a))
    (void)frexp(a, &e);
  return e;
}
INLINE float scale_f32(float a, int b) { return ldexpf(a, b); }
INLINE double scale_f64(double a, int b) { return ldexp(a, b); }

// `tiny`: the quotient is below all numbers. One that overflowed on the way may
// have become NaN; it is infinite.
INLINE float fixup(float q, float den, float num, bool tiny) {
  const float sign = (signbit(den) != 0) != (signbit(num) != 0) ? -1.0f : 1.0f;
  if (num != num)
    return num + 0;
  if (den != den)
    return den + 0;
  if ((den == 0 && num == 0) || (isinf(den) && isinf(num)))
    return NAN;
  if (den == 0 || isinf(num))
    return sign * INFINITY;
  if (isinf(den) || num == 0 || tiny)
    return sign * 0;
  return copysignf(q != q ? INFINITY : q, sign);
}
INLINE float fixup_f16(float q, float den, float num) {
  return fixup(q, den, num, false);
}
INLINE float fixup_f32(float q, float den, float num) {
  const int distance =
      (int)(bits_of(num) >> 23 & 255) - (int)(bits_of(den) >> 23 & 255);
  return fixup(q, den, num, distance < -150);
}
INLINE double fixup_f64(double q, double den, double num) {
  const double sign = (signbit(den) != 0) != (signbit(num) != 0) ? -1.0 : 1.0;
  if (num != num)
    return num + 0;
  if (den != den)
    return den + 0;
  if ((den == 0 && num == 0) || (isinf(den) && isinf(num)))
    return (double)NAN;
  if (den == 0 || isinf(num))
    return sign * (double)INFINITY;
  if (isinf(den) || num == 0)
    return sign * 0;
  const int distance = (int)(bits_of_double(num) >> 52 & 2047) -
                       (int)(bits_of_double(den) >> 52 & 2047);
  if (distance < -1075)
    return sign * 0;
  return copysign(q != q ? (double)INFINITY : q, sign);
}

// 53 bits of 2/pi, for reductions of large arguments.
INLINE double trig_preop(double a, uint32_t segment) {
  // The first 1201 bits behind the point.
  static const uint32_t digits[38] = {
      0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
      0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
      0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
      0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
      0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
      0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
      0x56033046, 0xfc7b6bab};
  const uint64_t bits = bits_of_double(a);
  const uint32_t exponent = bits >> 52 & 2047;
  uint32_t shift = (segment & 31) * 53;
  if (exponent > 1077)
    shift += exponent - 1077;
  uint64_t r = 0;
  for (uint32_t k = 0; k < 53; ++k) {
    const uint32_t at = shift + k;
    const uint32_t bit =
        at / 32 < 38 ? digits[at / 32] >> (31 - at % 32) & 1 : 0;
    r = r << 1 | bit;
  }
  int scale = -53 - (int)shift;
  if (exponent >= 1968)
    scale += 128;
  return ldexp((double)r, scale);
}

// ---- Cube maps

INLINE float cube_id(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  if (az >= ax && az >= ay)
    return z < 0 ? 5 : 4;
  if (ay >= ax)
    return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}
INLINE float cube_sc(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  if (az >= ax && az >= ay)
    return z < 0 ? -x : x;
  if (ay >= ax)
    return x;
  return x < 0 ? z : -z;
}
INLINE float cube_tc(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  if (az >= ax && az >= ay)
    return -y;
  if (ay >= ax)
    return y < 0 ? -z : z;
  return -y;
}
INLINE float cube_ma(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  if (az >= ax && az >= ay)
    return 2 * z;
  return ay >= ax ? 2 * y : 2 * x;
}

// ---- Conversions

INLINE int32_t to_i32(double x) {
  if (x != x)
    return 0;
  return x <= -2147483648.0  ? INT32_MIN
         : x >= 2147483647.0 ? INT32_MAX
                             : (int32_t)x;
}
INLINE uint32_t to_u32(double x) {
  if (!(x > 0))
    return 0;
  return x >= 4294967295.0 ? UINT32_MAX : (uint32_t)x;
}
INLINE uint16_t to_u16(float x) {
  return !(x > 0) ? 0 : x >= 65535 ? UINT16_MAX : (uint16_t)x;
}
INLINE int16_t to_i16(float x) {
  if (x != x)
    return 0;
  return x <= -32768 ? INT16_MIN : x >= 32767 ? INT16_MAX : (int16_t)x;
}
INLINE uint32_t pack_rtz(float a, float b) {
  return half_rtz(a) | half_rtz(b) << 16;
}
INLINE uint32_t norm_i16(float x) {
  x = x != x ? 0 : x < -1 ? -1 : x > 1 ? 1 : x;
  return (uint16_t)(int16_t)even_f32(x * 32767);
}
INLINE uint32_t norm_u16(float x) {
  x = !(x > 0) ? 0 : x > 1 ? 1 : x;
  return (uint32_t)even_f32(x * 65535);
}

#endif // QN_AMDSIM_ISA_VECTOR_MATH_H
