// SPDX-License-Identifier: Apache-2.0
//
// CUDA's special functions that no device library has: inverse error functions,
// the normal distribution, scaled erfc, norms. The float versions are computed in
// double, so their error is about half an ulp.
#ifndef QUERN_DEVICE_MATH_SPECIAL_H
#define QUERN_DEVICE_MATH_SPECIAL_H
#pragma clang system_header

#include "math_c.h"
#include "series.h"

#define __QN_VIA_DOUBLE(name)                                                  \
  __QN_FN float name##f(float x) { return (float)name((double)x); }            \
  __QN_FN float name(float x) { return (float)name((double)x); }

// ---- Inverse error functions ---------------------------------------------------------

__QN_FN double erfcx(double x);
// y with erfc(y) = p for a p so small that erfc(y) has lost digits: Newton's
// method on log(erfc(y)) = log(erfcx(y)) - y * y from y.
__QN_FN double __qn_erfcinv_tiny(double p, double y) {
  const double l = log(p);
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    const double e = erfcx(y);
    const double rest = __builtin_fma(-y, y, log(e) - l);
    y += rest * e * 0.88622692545275801;
  }
  return y;
}
// y >= 0 with erfc(y) = p, for 0 < p <= 1: a rough start (Abramowitz and Stegun,
// 26.2.22), then Halley's method, which triples the digits with each step.
__QN_FN double __qn_erfcinv_tail(double p) {
  const double t = __builtin_sqrt(1.3862943611198906 - 2.0 * log(p));
  double y = 0.70710678118654752 *
             (t - (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t)));
  if (p < 0x1p-900)
    return __qn_erfcinv_tiny(p, y);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const double error = erfc(y) - p;
    const double step = error / (1.1283791670955126 * exp(-y * y));
    y += step / (1.0 - y * step);
  }
  return y;
}
#ifdef __QN_OWN_MATHS
__QN_FN double erfcinv(double p) {
  return p > 0.0 && p < 0x1p-900 ? __qn_erfcinv_tail(p) : __qn_cpu_erfcinv(p);
}
#else
__QN_FN double erfinv(double x) {
  const double a = __builtin_fabs(x);
  if (!(a < 1.0))
    return a == 1.0 ? x * __builtin_inf() : __builtin_nan("");
  if (a > 0.5)
    return __builtin_copysign(__qn_erfcinv_tail(1.0 - a), x);
  // The beginning of the power series.
  const double s = 0.78539816339744831 * x * x;
  double y = 0.88622692545275801 * x *
             (1.0 + s * (1.0 / 3 + s * (7.0 / 30 + s * (127.0 / 630 +
                                                        s * 4369.0 / 22680))));
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const double error = erf(y) - x;
    const double step = error / (1.1283791670955126 * exp(-y * y));
    y -= step / (1.0 + y * step);
  }
  return x == 0.0 ? x : y;
}
__QN_FN double erfcinv(double p) {
  if (!(p > 0.0 && p < 2.0))
    return p == 0.0   ? __builtin_inf()
           : p == 2.0 ? -__builtin_inf()
                      : __builtin_nan("");
  if (p > 0.5 && p < 1.5)
    return erfinv(1.0 - p);
  return p < 1.0 ? __qn_erfcinv_tail(p) : -__qn_erfcinv_tail(2.0 - p);
}
__QN_VIA_DOUBLE(erfinv)
__QN_VIA_DOUBLE(erfcinv)
#endif

// ---- The normal distribution -----------------------------------------------------------

// erfc(-x / sqrt(2)) / 2, corrected for the rounding of the quotient, which the
// far tail would magnify.
__QN_FN double normcdf(double x) {
#pragma clang fp contract(off)
  if (x < -39.0)
    return 0.0;
  const double a = -x * 0.70710678118654757;
  const double rest = __builtin_fma(-x, 0.70710678118654757, -a) -
                      x * -4.8336466567264567e-17;
  const double tail = erfc(a);
  if (!(a > 1.0))
    return 0.5 * tail;
  return 0.5 * (tail - 1.1283791670955126 * exp(-a * a) * rest);
}
#ifdef __QN_OWN_MATHS
__QN_FN double normcdfinv(double p) {
  return 0.0 - 1.4142135623730951 * erfcinv(2.0 * p);
}
#else
__QN_FN double normcdfinv(double p) {
  if (p > 0.25 && p < 0.75)
    return 1.4142135623730951 * erfinv(2.0 * p - 1.0);
  return p < 0.5 ? -1.4142135623730951 * erfcinv(2.0 * p)
                 : 1.4142135623730951 * erfcinv(2.0 * (1.0 - p));
}
__QN_VIA_DOUBLE(normcdfinv)
#endif

// ---- exp(x * x) * erfc(x) ------------------------------------------------------------------

#ifndef __QN_OWN_MATHS
__QN_FN double __qn_exp_square(double x) {
#pragma clang fp contract(off)
  const double square = x * x;
  const double e = exp(square);
  return __builtin_isinf(e) ? e : e + e * __builtin_fma(x, x, -square);
}
__QN_FN double erfcx(double x) {
  if (x < 0.0) {
    const double e = __qn_exp_square(x);
    return x < -6.0 ? 2.0 * e : e * erfc(x);
  }
  if (x < 10.0)
    return __qn_exp_square(x) * erfc(x);
  // The asymptotic series; its 12th term is below 1e-16 here.
  const double z = -0.5 / (x * x);
  double sum = 1.0;
#pragma unroll
  for (int k = 12; k > 0; --k)
    sum = 1.0 + (2 * k - 1) * z * sum;
  return 0.56418958354775629 / x * sum;
}
#endif

// ---- The gamma function ----------------------------------------------------------------

#ifndef __QN_OWN_MATHS
// On [1, 2], where it is 1 at both ends.
__QN_FN double __qn_tgamma_core(double x) {
  return __builtin_fma((x - 1.0) * (x - 2.0),
                       __QN_SERIES(__QN_GAMMA, 2.0 * x - 3.0), 1.0);
}
// The core's value, multiplied up or down with compensated products; above 20
// Stirling's series.
__QN_FN double __qn_tgamma_positive(double x) {
#pragma clang fp contract(off)
  if (x > 171.7)
    return __builtin_inf();
  if (x > 20.0) {
    const double z = 1.0 / x, s = z * z;
    const double series =
        z * (1.0 / 12 -
             s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188))));
    // x^(x - 1/2) in two equal parts, whose exponent is exact.
    const double power = pow(x, 0.5 * x - 0.25);
    const double scaled = power * (exp(-x) * 2.5066282746310002);
      return (scaled + scaled * expm1(series)) * power;
  }
  double product = 1.0, rest = 0.0;
  while (x > 2.0) {
    x -= 1.0;
    const double p = product * x;
    rest = rest * x + __builtin_fma(product, x, -p);
    product = p;
  }
  if (x < 1.0)
    return __qn_tgamma_core(x + 1.0) / x;
  const double g = __qn_tgamma_core(x);
  return product * g + rest * g;
}
__QN_FN double tgamma(double x) {
  if (x > 0.0)
    return __qn_tgamma_positive(x);
  if (x == 0.0)
    return 1.0 / x;
  if (x != x || x == __builtin_floor(x))
    return __builtin_nan("");
  if (__builtin_fabs(x) < 0x1p-60)
    return 1.0 / x;
  // Reflection; gamma(1 - x) overflows where gamma(x) is subnormal or zero.
  const double s = sinpi(x), a = __builtin_fabs(x);
  if (a > 170.0) {
    if (a > 185.0)
      return s < 0.0 ? -0.0 : 0.0;
    const double half = __qn_tgamma_positive(a - 20.0);
    double r = 3.1415926535897931 / (s * half);
    for (int k = 0; k <= 20; ++k)
      r /= a - k;
    return r;
  }
  return 3.1415926535897931 / (s * a * __qn_tgamma_positive(a));
}
__QN_VIA_DOUBLE(tgamma)
#endif

// ---- Norms ---------------------------------------------------------------------------------

#ifdef __QN_OWN_MATHS
__QN_FN double __qn_norm(double a, double b, double c, double d) {
  return __qn_cpu_norm(a, b, c, d);
}
__QN_FN double __qn_rnorm(double a, double b, double c, double d) {
  return __qn_cpu_rnorm(a, b, c, d);
}
#else
// The norm of up to four numbers, scaled by the largest one's exponent.
__QN_FN double __qn_norm(double a, double b, double c, double d) {
  a = __builtin_fabs(a), b = __builtin_fabs(b);
  c = __builtin_fabs(c), d = __builtin_fabs(d);
  if (__builtin_isinf(a) || __builtin_isinf(b) || __builtin_isinf(c) ||
      __builtin_isinf(d))
    return __builtin_inf();
  const double m = __builtin_fmax(__builtin_fmax(a, b), __builtin_fmax(c, d));
  if (m == 0.0)
    return a + b + c + d;
  const int e = __qn_exponent(m);
  // 2^-e in two factors, either of which is a normal number.
  const int e1 = e / 2, e2 = e - e1;
  const double f1 = __longlong_as_double((long long)(1023 - e1) << 52);
  const double f2 = __longlong_as_double((long long)(1023 - e2) << 52);
  a = a * f1 * f2, b = b * f1 * f2, c = c * f1 * f2, d = d * f1 * f2;
  const double root = __builtin_sqrt(__builtin_fma(
      a, a, __builtin_fma(b, b, __builtin_fma(c, c, d * d))));
  return root * __longlong_as_double((long long)(1023 + e1) << 52) *
         __longlong_as_double((long long)(1023 + e2) << 52);
}
__QN_FN double __qn_rnorm(double a, double b, double c, double d) {
  return 1.0 / __qn_norm(a, b, c, d);
}
#endif
__QN_FN double norm3d(double a, double b, double c) {
  return __qn_norm(a, b, c, 0.0);
}
__QN_FN double norm4d(double a, double b, double c, double d) {
  return __qn_norm(a, b, c, d);
}
__QN_FN double rnorm3d(double a, double b, double c) {
  return __qn_rnorm(a, b, c, 0.0);
}
__QN_FN double rnorm4d(double a, double b, double c, double d) {
  return __qn_rnorm(a, b, c, d);
}
__QN_FN double rhypot(double a, double b) {
  return __qn_rnorm(a, b, 0.0, 0.0);
}
// Squares of floats are exact in double. An infinity takes precedence over a
// NaN.
__QN_FN double __qn_sum_squares(float a, float b, float c, float d) {
  if (__builtin_isinf(a) || __builtin_isinf(b) || __builtin_isinf(c) ||
      __builtin_isinf(d))
    return __builtin_inf();
  return (double)a * a + (double)b * b + (double)c * c + (double)d * d;
}
__QN_FN float norm3df(float a, float b, float c) {
  return (float)__builtin_sqrt(__qn_sum_squares(a, b, c, 0.0f));
}
__QN_FN float norm4df(float a, float b, float c, float d) {
  return (float)__builtin_sqrt(__qn_sum_squares(a, b, c, d));
}
__QN_FN float rnorm3df(float a, float b, float c) {
  return (float)(1.0 / __builtin_sqrt(__qn_sum_squares(a, b, c, 0.0f)));
}
__QN_FN float rnorm4df(float a, float b, float c, float d) {
  return (float)(1.0 / __builtin_sqrt(__qn_sum_squares(a, b, c, d)));
}
__QN_FN float rhypotf(float a, float b) { return rnorm3df(a, b, 0.0f); }
__QN_FN float rhypot(float a, float b) { return rnorm3df(a, b, 0.0f); }
__QN_FN double norm(int n, const double *x) {
  double largest = 0.0, sum = 0.0;
  for (int i = 0; i < n; ++i)
    largest = __builtin_fmax(largest, __builtin_fabs(x[i]));
  if (largest == 0.0 || __builtin_isinf(largest))
    return largest;
  for (int i = 0; i < n; ++i) {
    const double v = x[i] / largest;
    sum = __builtin_fma(v, v, sum);
  }
  return largest * __builtin_sqrt(sum);
}
__QN_FN float normf(int n, const float *x) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += (double)x[i] * x[i];
  return (float)__builtin_sqrt(sum);
}
__QN_FN double rnorm(int n, const double *x) { return 1.0 / norm(n, x); }
__QN_FN float rnormf(int n, const float *x) { return 1.0f / normf(n, x); }

#include "bessel.h"

#endif
