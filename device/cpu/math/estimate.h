// SPDX-License-Identifier: Apache-2.0
//
// Divisions and roots inside functions. GPUs divide as the standard says by
// some ten instructions and a branch for rare numbers, but estimate inverses,
// roots, powers and logarithms in one, which takes numbers below 2^-126 for 0:
// there these are made of estimates, for numbers of which each says what they
// may be.
#ifndef QUERN_CPU_MATH_ESTIMATE_H
#define QUERN_CPU_MATH_ESTIMATE_H
#include "math.h"

#ifdef QN_GPU
#if defined(QN_GPU_NVIDIA)
#define ESTIMATE(nvidia, amd) __asm__("llvm.nvvm." nvidia)
#elif defined(QN_GPU_AMD)
#define ESTIMATE(nvidia, amd) __asm__("llvm.amdgcn." amd)
#else // whoever includes this defines them: tests/math/gpu.c
#define ESTIMATE(nvidia, amd)
#endif
// Powers are off by 1.3 units of the last place, 2.06 at most, logarithms by
// 2^-22 of themselves and at least of 1, the others by 2^-22.9 of the result
// (all floats on an H200; AMD's documents say one unit).
float estimate_exp2(float) ESTIMATE("ex2.approx.ftz.f", "exp2.f32");
float estimate_log2(float) ESTIMATE("lg2.approx.ftz.f", "log.f32");
float estimate_inverse(float) ESTIMATE("rcp.approx.ftz.f", "rcp.f32");
float estimate_rsqrt(float) ESTIMATE("rsqrt.approx.ftz.f", "rsq.f32");
// Off by up to 2^-19.9, AMD's by 2^-14.
double estimate_inverse_d(double) ESTIMATE("rcp.approx.ftz.d", "rcp.f64");
double estimate_rsqrt_d(double) ESTIMATE("rsqrt.approx.ftz.d", "rsq.f64");
#ifdef QN_GPU_NVIDIA
float saturate(float) ESTIMATE("saturate.f", "");
#else
INLINE float saturate(float x) {
  return __builtin_fmaxf(__builtin_fminf(x, 1.0f), 0.0f);
}
#endif
#endif

// 1 / x, off by up to two units of the last place; 0 from 2^126 on.
INLINE float inverse(float x) {
#ifdef QN_GPU
  return estimate_inverse(x);
#else
  return 1.0f / x;
#endif
}
// x / y of a finite y from 2^-126 to 2^126, off by less than a unit of the last
// place.
INLINE float quotient(float x, float y) {
#ifdef QN_GPU
  const float i = estimate_inverse(y), q = x * i;
  return __builtin_fmaf(__builtin_fmaf(-q, y, x), i, q);
#else
  return x / y;
#endif
}
// The same of doubles, of y from 2^-1022 to 2^1022; 0 beyond.
INLINE double quotient_d(double x, double y) {
#ifdef QN_GPU
  double i = estimate_inverse_d(y);
  i = __builtin_fma(__builtin_fma(-y, i, 1.0), i, i);
  i = __builtin_fma(__builtin_fma(-y, i, 1.0), i, i);
  const double q = x * i;
  return __builtin_fma(__builtin_fma(-q, y, x), i, q);
#else
  return x / y;
#endif
}
// The root of 0, or of a number from 2^-126 on, off by less than a unit of the
// last place; NaN of infinity on GPUs.
INLINE float root(float x) {
#ifdef QN_GPU
  const float i = estimate_rsqrt(x), y = x * i;
  const float near = __builtin_fmaf(__builtin_fmaf(-y, y, x), 0.5f * i, y);
  return pick(x == 0.0f, 0.0f, near);
#else
  return __builtin_sqrtf(x);
#endif
}

#ifdef QN_GPU
// y, about 1 / sqrt(x), with three times as many digits.
INLINE double better_rsqrt(double x, double y) {
  const double rest = __builtin_fma(-(x * y), y, 1.0);
  return __builtin_fma(y * rest, __builtin_fma(rest, 0.375, 0.5), y);
}
INLINE double rsqrt_from(double x, double estimate) {
  const double y = better_rsqrt(x, estimate);
#ifdef QN_GPU_NVIDIA // whose estimates have twenty bits
  return y;
#else
  return better_rsqrt(x, y);
#endif
}
#endif
// The root of 0, or of a number from 2^-1000 to 2^1000, and what is left.
INLINE pair root_pair(double x) {
#ifdef QN_GPU
  const double i = rsqrt_from(x, estimate_rsqrt_d(x)), y = x * i;
  const pair r = fast_sum(y, __builtin_fma(-y, y, x) * (0.5 * i));
  return (pair){pick_d(x == 0.0, 0.0, r.hi), pick_d(x == 0.0, 0.0, r.lo)};
#else
  const double r = __builtin_sqrt(x);
  const pair square = two_product(r, r);
  const double rest = ((x - square.hi) - square.lo) / (r + r);
  return (pair){r, pick_d(r > 0.0, rest, 0.0)};
#endif
}

#ifdef QN_GPU
// Powers of two are taken as 2^n 2^r with n from -126 to 127, so that r is as
// large as it takes for what is nearly 0, 0, or infinite. Here n of x c;
// `scale` is 2^n.
INLINE float whole_power(float x, float c, u32 *scale) {
  const float bias = 127.0f, span = 253.0f;
  const float place = saturate(__builtin_fmaf(x, c / span, 126.0f / span));
  const float shifted = place * span + (SHIFT_F + bias - 126.0f);
  *scale = BITS(shifted) << 23;
  return shifted - (SHIFT_F + bias);
}
#define LOG2_E 0x1.715476p0f
#define LOG2_E_LO 0x1.4ae0cp-26f
#define LOG2_10 0x1.a934fp1f
#define LOG2_10_LO 0x1.2f346ep-24f
INLINE float power_of_two(float x) {
  u32 scale;
  const float n = whole_power(x, 1.0f, &scale);
  return estimate_exp2(x - n) * FLOAT(scale);
}
// 2^(x (c + low)); of infinity, too, where both parts are positive.
INLINE float power_of(float x, float c, float low) {
  u32 scale;
  const float n = whole_power(x, c, &scale);
  const float r = __builtin_fmaf(x, low, __builtin_fmaf(x, c, -n));
  return estimate_exp2(r) * FLOAT(scale);
}
INLINE float power_of_e(float x) { return power_of(x, LOG2_E, LOG2_E_LO); }
INLINE float power_of_ten(float x) { return power_of(x, LOG2_10, LOG2_10_LO); }
#endif

#endif
