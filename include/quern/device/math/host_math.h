// SPDX-License-Identifier: Apache-2.0
//
// Mathematical functions of CUDA and HIP that C does not have, for host code,
// where both have them, too. Device passes also parse host code.
#ifndef QUERN_DEVICE_HOST_MATH_H
#define QUERN_DEVICE_HOST_MATH_H
#pragma clang system_header

#include "../qualifiers.h"
#include "functions.h"

#include <cmath>

#define __QN_HOST static __inline__ __attribute__((host))
// Overloads for double and float, and the function of float under C's name.
#define __QN_HOST_HOST(name, value)                                            \
  __QN_HOST double name(double x) { return (value); }                          \
  __QN_HOST float name##f(float y) { return (float)name((double)y); }          \
  __QN_HOST float name(float y) { return (float)name((double)y); }
#define __QN_PI 3.14159265358979323846

#define __QN_HOST_NONE(name, value)
#define __QN_MATH(arguments, kind, name, n, float_by, double_by, has, value,   \
                  ...)                                                         \
  __QN_HOST_##has(name, value)
__QN_MATH_LIBRARY(__QN_MATH)
__QN_MATH_EXTRA(__QN_MATH)
#undef __QN_MATH

__QN_HOST void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
__QN_HOST void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
__QN_HOST double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
__QN_HOST float rhypotf(float x, float y) { return (float)rhypot(x, y); }
__QN_HOST double norm3d(double x, double y, double z) {
  return ::sqrt(x * x + y * y + z * z);
}
__QN_HOST float norm3df(float x, float y, float z) {
  return (float)norm3d(x, y, z);
}
__QN_HOST double rnorm3d(double x, double y, double z) {
  return 1.0 / norm3d(x, y, z);
}
__QN_HOST float rnorm3df(float x, float y, float z) {
  return (float)rnorm3d(x, y, z);
}
__QN_HOST double norm4d(double x, double y, double z, double w) {
  return ::hypot(norm3d(x, y, z), w);
}
__QN_HOST float norm4df(float x, float y, float z, float w) {
  return (float)norm4d(x, y, z, w);
}

__QN_HOST void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
__QN_HOST void sincos(float x, float *s, float *c) { ::sincosf(x, s, c); }

// ---- Inverse error functions, and the scaled one, as math_special.h has them

#define __QN_HOST_FLOATS(name)                                                 \
  __QN_HOST float name##f(float x) { return (float)name((double)x); }          \
  __QN_HOST float name(float x) { return (float)name((double)x); }
__QN_HOST double __qn_host_exp_square(double x) {
  const double square = x * x, e = ::exp(square);
  return ::std::isinf(e) ? e : e + e * __builtin_fma(x, x, -square);
}
__QN_HOST double erfcx(double x) {
  if (x < -6.0)
    return 2.0 * __qn_host_exp_square(x);
  if (!(x >= 10.0))
    return __qn_host_exp_square(x) * ::erfc(x);
  const double z = -0.5 / (x * x);
  double sum = 1.0;
  for (int k = 12; k > 0; --k)
    sum = 1.0 + (2 * k - 1) * z * sum;
  return 0.56418958354775629 / x * sum;
}
// y >= 0 with erfc(y) = p, for 0 < p <= 1: a rough start (Abramowitz and
// Stegun, 26.2.22); then Halley's method, or Newton's on the logarithm where
// erfc has lost digits.
__QN_HOST double __qn_host_erfcinv(double p) {
  const double l = ::log(p), t = ::sqrt(1.3862943611198906 - 2.0 * l);
  double y =
      0.70710678118654752 *
      (t - (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t)));
  for (int i = 0; i < 4; ++i) {
    if (p < 0x1p-900) {
      const double e = erfcx(y);
      y += (__builtin_fma(-y, y, ::log(e) - l)) * e * 0.88622692545275801;
    } else {
      const double step =
          (::erfc(y) - p) / (1.1283791670955126 * ::exp(-y * y));
      y += step / (1.0 - y * step);
    }
  }
  return y;
}
__QN_HOST double erfinv(double x) {
  const double a = ::fabs(x);
  if (!(a < 1.0))
    return a == 1.0 ? x * __builtin_inf() : __builtin_nan("");
  if (a > 0.5)
    return ::copysign(__qn_host_erfcinv(1.0 - a), x);
  double y = x * 0.88622692545275801;
  for (int i = 0; i < 4; ++i) {
    const double step = (::erf(y) - x) / (1.1283791670955126 * ::exp(-y * y));
    y -= step / (1.0 + y * step);
  }
  return y;
}
__QN_HOST double erfcinv(double p) {
  if (!(p > 0.0 && p < 2.0))
    return p == 0.0   ? __builtin_inf()
           : p == 2.0 ? -__builtin_inf()
                      : __builtin_nan("");
  if (p > 0.5 && p < 1.5)
    return erfinv(1.0 - p);
  return p < 1.0 ? __qn_host_erfcinv(p) : -__qn_host_erfcinv(2.0 - p);
}
__QN_HOST double normcdfinv(double p) {
  return p < 0.5 ? -1.4142135623730951 * erfcinv(2.0 * p)
                 : 1.4142135623730951 * erfcinv(2.0 * (1.0 - p));
}
__QN_HOST_FLOATS(erfcx)
__QN_HOST_FLOATS(erfinv)
__QN_HOST_FLOATS(erfcinv)
__QN_HOST_FLOATS(normcdfinv)
#undef __QN_HOST_FLOATS

#undef __QN_PI
#undef __QN_HOST_HOST
#undef __QN_HOST_NONE
#undef __QN_HOST

#endif
