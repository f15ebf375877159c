// SPDX-License-Identifier: Apache-2.0
//
// Approximations for CUDA's intrinsics and -ffast-math: shorter polynomials, no
// extra precision, no branch for large arguments.
#include "math.h"
#include "polynomials.h"

EXPORT(float, "__qn_cpu_fast_log2f", qn_fast_log2f, float x) {
  float k;
  const float f = log_reduce(x, &k);
  return log_special(x, k + f * poly_fast_log2f(f));
}
INLINE float fast_sine(float x, u32 shift) {
  i32 k;
  const float r = minus_half_pi(x, nearest(x * 0x1.45f306p-1f, &k));
  return pick(x == 0.0f && shift == 0, x, turned_sine(r, (u32)k + shift));
}
EXPORT(float, "__qn_cpu_fast_sinf", qn_fast_sinf, float x) {
  return fast_sine(x, 0);
}
EXPORT(float, "__qn_cpu_fast_cosf", qn_fast_cosf, float x) {
  return fast_sine(x, 1);
}
