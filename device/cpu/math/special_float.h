// SPDX-License-Identifier: Apache-2.0
//
// For GPUs, without double: the complementary error function, the normal
// distribution, and their inverses.
#include "estimate.h"
#include "math.h"
#include "polynomials.h"

// ---- What is left to 1

// erfc(a) of a from 0.45 to 10.1, whose square is `square` + `square_lo`.
INLINE float erfc_tail(float a, float square, float square_lo) {
  const float p = poly_erfcf(quotient(a - 4.0f, a + 4.0f));
  i32 n;
  const float r = exp_reduce(-square, &n) - square_lo;
  const float e = 1.0f + (r + r * r * poly_expf(r));
  return scale(e * quotient(p, 1.0f + 2.0f * a), n);
}
INLINE float erfc_by(float x, float a, float tail) {
  const float y = pick(a < 0.5f, 1.0f - (a + a * poly_erff(a * a)), tail);
  return pick(x != x, x, pick(x < 0.0f, 2.0f - y, y));
}
EXPORT(float, "_Z4erfcf", qn_erfcf_float, float x) {
  const float a = abs_f(x), held = __builtin_fminf(a, 10.1f);
  const float h = held * held;
  return erfc_by(x, a, erfc_tail(held, h, __builtin_fmaf(held, held, -h)));
}
// erfc(-x / sqrt(2)) / 2
EXPORT(float, "__qn_cpu_normcdff", qn_normcdff, float x) {
  const float held = __builtin_fminf(abs_f(x), 14.28f);
  const float a = held * 0x1.6a09e6p-1f, half = 0.5f * held, h = half * held;
  const float tail = erfc_tail(a, h, __builtin_fmaf(half, held, -h));
  return 0.5f * erfc_by(-x, a, tail);
}

// ---- Inverses

// -log2(x), to 2^-22 or so: estimates of what is far from 1 are off by more.
INLINE float minus_log2(float x) {
  const i32 e = (i32)(BITS(x) - ROOT_HALF_BITS) >> 23;
  const float rest = estimate_log2(FLOAT(BITS(x) - ((u32)e << 23)));
  const float l = pick(x == 0.0f, INFINITY_F, -(float)e - rest);
  return pick(x >= 0.0f, l, NAN_F);
}
// The inverse error function of x, where l is -log2(1 - x^2).
INLINE float erf_inverse_by(float x, float l) {
  if (l < 6.0f) // mostly
    return __builtin_fmaf(x, 0.875f, x * poly_erfinvf(l));
  const float tail = root(l) * poly_erfinvf_tail(estimate_rsqrt(l));
  return __builtin_copysignf(pick(l == INFINITY_F, l, tail), x);
}
EXPORT(float, "__qn_cpu_erfinvf", qn_erfinvf, float x) {
  return erf_inverse_by(x, minus_log2((1.0f - x) * (1.0f + x)));
}
EXPORT(float, "__qn_cpu_erfcinvf", qn_erfcinvf, float p) {
  // A product that is too small to be estimated is taken 2^64 times.
  const _Bool small = p < 0x1p-60f;
  const float product = pick(small, p * 0x1p64f, p) * (2.0f - p);
  const float l = pick(small, 64.0f, 0.0f) + minus_log2(product);
  return erf_inverse_by(1.0f - p, l);
}
EXPORT(float, "__qn_cpu_normcdfinvf", qn_normcdfinvf, float p) {
  return 0.0f - 0x1.6a09e6p0f * qn_erfcinvf(2.0f * p); // 0 of 1/2
}
