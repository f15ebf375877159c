// SPDX-License-Identifier: Apache-2.0
//
// Half-precision arithmetic on machines that can only convert it.
#ifndef QUERN_CPU_HALF_H
#define QUERN_CPU_HALF_H

#include "math.h"

// p + c, rounded to odd: the value if it is one of float, else the one of its
// two neighbours whose last bit is set. Rounded again, to a format two bits or
// more shorter, it is what p + c would be rounded to at once (Boldo, Melquiond,
// "Emulation of a FMA and correctly-rounded sums", 2008).
INLINE float add_odd(float p, float c) {
  const float s = p + c, added = s - p;
  const float rest = (p - (s - added)) + (c - added); // exact (Knuth's TwoSum)
  const u32 bits = BITS(s);
  const i32 away = (i32)(BITS(rest) ^ bits) >> 31 | 1;
  // With infinity and NaN the comparison is false. The last bit is tested by
  // arithmetic: a select would need two masks, which machines without mask
  // registers pack to bytes and unpack.
  const i32 even = ~((i32)(bits << 31) >> 31);
  const i32 step = __builtin_islessgreater(rest, 0.0f) ? away : 0;
  return FLOAT(bits + (u32)(step & even));
}

// a * b + c of three halves, which is then rounded to half
// (src/compiler/cpu/half.c): the product of two has 22 bits, from 2^-48 on, and
// is exact in float.
EXPORT(float, "qn_math_fma_half", fma_half, float a, float b, float c) {
  const float p = a * b;
  return add_odd(p, c);
}

#endif // QUERN_CPU_HALF_H
