// SPDX-License-Identifier: Apache-2.0
//
// Polynomials of double by integers, for machines that have no doubles: a step
// is some 25 instructions, where a product and a sum by integers are 200.
// Arguments outside of a polynomial's interval give any number, but
// not-a-number none.
#ifndef QUERN_CPU_MATH_FIXED_H
#define QUERN_CPU_MATH_FIXED_H
#include "math.h"

// x / 2^(k + 1) in units of 2^-64, for |x| < 2^k.
INLINE i64 fixed_argument(double x, i32 k) {
  const u64 bits = BITS64(x), mantissa = bits << 11 >> 1 | 1ull << 62;
  const u32 shift = (u32)(k + 1022) - ((u32)(bits >> 52) & 0x7ff);
  const i64 size = shift > 63 ? 0 : (i64)(mantissa >> shift);
  const i64 sign = (i64)bits >> 63;
  return (size ^ sign) - sign;
}
// a * b / 2^64, or less by 2 at most.
INLINE i64 fixed_product(i64 a, i64 b) {
  const i64 ah = a >> 32, bh = b >> 32, al = (u32)a, bl = (u32)b;
  return ah * bh + (ah * bl >> 32) + (bh * al >> 32);
}
// y * 2^-scale
INLINE double fixed_value(i64 y, i32 scale) {
  const u64 bits = BITS64((double)y) - ((u64)(u32)scale << 52);
  return y ? DOUBLE(bits) : 0.0;
}

#endif
