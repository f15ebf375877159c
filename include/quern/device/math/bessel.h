// SPDX-License-Identifier: Apache-2.0
//
// Bessel functions: Chebyshev series below 8, Hankel's form with fitted P and Q
// above. J and Y keep their relative precision at their zeros below 8; above the
// error is absolute, as CUDA documents it too. Float goes through double.
#ifndef QUERN_DEVICE_BESSEL_H
#define QUERN_DEVICE_BESSEL_H
#pragma clang system_header

#include "math_c.h"
#include "series.h"

// A function from `from` to `to`, where it has (or nearly has) the zero `k`.
#define __QN_NEAR(name, k, x, from, to)                                        \
  (((x - __QN_##name##_ZERO##k##_HI) - __QN_##name##_ZERO##k##_LO) *           \
   __QN_SERIES(__QN_##name##_NEAR##k,                                          \
               (x - 0.5 * (from + to)) * (2.0 / (to - from))))
// Before the first zero.
__QN_FN double __qn_j0_first(double x) {
  return __QN_SERIES(__QN_J0_SMALL, x * x * (2.0 / 2.56) - 1.0);
}
__QN_FN double __qn_j1_first(double x) {
  return x * __QN_SERIES(__QN_J1_SMALL, x * x * (2.0 / 6.25) - 1.0);
}
__QN_FN double __qn_j0_small(double x) {
  if (x >= 7.0)
    return __QN_NEAR(J0, 3, x, 7.0, 8.0);
  if (x >= 4.0)
    return __QN_NEAR(J0, 2, x, 4.0, 7.0);
  return x >= 1.6 ? __QN_NEAR(J0, 1, x, 1.6, 4.0) : __qn_j0_first(x);
}
__QN_FN double __qn_j1_small(double x) {
  if (x >= 5.4)
    return __QN_NEAR(J1, 2, x, 5.4, 8.0);
  return x >= 2.5 ? __QN_NEAR(J1, 1, x, 2.5, 5.4) : __qn_j1_first(x);
}

// For x >= 8. With u = sin(x) - cos(x) and v = sin(x) + cos(x) the shifts of the
// phase by quarters cost nothing: cos(x - pi/4) = v / sqrt(2) and so on.
__QN_FN double __qn_bessel_large(double x, int order, bool second) {
  const double z = 8.0 / x, t = 2.0 * z * z - 1.0;
  double sine, cosine;
  sincos(x, &sine, &cosine);
  const double u = sine - cosine, v = sine + cosine;
  const double scale = 0.56418958354775629 / __builtin_sqrt(x);
  double p, q, c, s;
  if (order == 0) {
    p = __QN_SERIES(__QN_P0_LARGE, t);
    q = __QN_SERIES(__QN_Q0_LARGE, t) * z;
    c = v, s = u;
  } else {
    p = __QN_SERIES(__QN_P1_LARGE, t);
    q = __QN_SERIES(__QN_Q1_LARGE, t) * z;
    c = u, s = -v;
  }
  return scale * (second ? p * s + q * c : p * c - q * s);
}

__QN_FN double j0(double x) {
  x = __builtin_fabs(x);
  if (__builtin_isinf(x))
    return 0.0;
  return x < 8.0 ? __qn_j0_small(x) : __qn_bessel_large(x, 0, false);
}
__QN_FN double j1(double x) {
  const double a = __builtin_fabs(x);
  if (__builtin_isinf(x))
    return __builtin_copysign(0.0, x);
  const double r = a < 8.0 ? __qn_j1_small(a) : __qn_bessel_large(a, 1, false);
  return __builtin_signbit(x) ? -r : r;
}
__QN_FN double y0(double x) {
  if (!(x > 0.0))
    return x == 0.0 ? -__builtin_inf() : __builtin_nan("");
  if (__builtin_isinf(x))
    return 0.0;
  if (x >= 8.0)
    return __qn_bessel_large(x, 0, true);
  if (x >= 5.5)
    return __QN_NEAR(Y0, 3, x, 5.5, 8.0);
  if (x >= 2.2)
    return __QN_NEAR(Y0, 2, x, 2.2, 5.5);
  if (x >= 0.5)
    return __QN_NEAR(Y0, 1, x, 0.5, 2.2);
  return 0.63661977236758134 * log(x) * __qn_j0_first(x) +
         __QN_SERIES(__QN_Y0_SMALL, x * x * (2.0 / 0.25) - 1.0);
}
__QN_FN double y1(double x) {
  if (!(x > 0.0))
    return x == 0.0 ? -__builtin_inf() : __builtin_nan("");
  if (__builtin_isinf(x))
    return 0.0;
  if (x >= 8.0)
    return __qn_bessel_large(x, 1, true);
  if (x >= 7.0)
    return __QN_NEAR(Y1, 3, x, 7.0, 8.0);
  if (x >= 3.8)
    return __QN_NEAR(Y1, 2, x, 3.8, 7.0);
  if (x >= 1.25)
    return __QN_NEAR(Y1, 1, x, 1.25, 3.8);
  return 0.63661977236758134 * (log(x) * __qn_j1_first(x) - 1.0 / x) +
         x * __QN_SERIES(__QN_Y1_SMALL, x * x * (2.0 / 1.5625) - 1.0);
}

// Forward recurrence where that is stable, else backward from far above
// (Miller's algorithm), scaled by the sum J0 + 2 J2 + 2 J4 + ... = 1.
__QN_FN double jn(int n, double x) {
  bool negate = false;
  if (n < 0) {
    n = -n;
    negate = n & 1;
  }
  if (x < 0.0) {
    x = -x;
    negate ^= n & 1;
  }
  double r;
  if (n == 0)
    r = j0(x);
  else if (n == 1)
    r = j1(x);
  else if (x == 0.0 || __builtin_isinf(x))
    r = 0.0;
  else if ((double)n <= x) {
    double before = j0(x);
    r = j1(x);
    for (int k = 1; k < n; ++k) {
      const double next = 2.0 * k / x * r - before;
      before = r;
      r = next;
    }
  } else {
    const int top = 2 * ((n + (int)__builtin_sqrt(160.0 * n)) / 2);
    double above = 0.0, here = 1e-30, sum = 0.0;
    r = 0.0;
    for (int k = top; k > 0; --k) {
      const double below = 2.0 * k / x * here - above;
      above = here;
      here = below;
      if (__builtin_fabs(here) > 1e200) {
        here *= 1e-200;
        above *= 1e-200;
        r *= 1e-200;
        sum *= 1e-200;
      }
      if (k & 1)
        sum += 2.0 * here;
      if (k == n)
        r = above;
    }
    r /= sum - here;
  }
  return negate ? -r : r;
}
__QN_FN double yn(int n, double x) {
  const bool negate = n < 0 && (n & 1);
  n = n < 0 ? -n : n;
  double before = y0(x), r = n == 0 ? before : y1(x);
  for (int k = 1; k < n && !__builtin_isinf(r); ++k) {
    const double next = 2.0 * k / x * r - before;
    before = r;
    r = next;
  }
  return negate ? -r : r;
}

// Modified functions.

// exp(x) / sqrt(x) * y without premature overflow.
__QN_FN double __qn_bessel_i_large(double x, double y) {
  const double e = exp(0.5 * x);
  return e * (y / __builtin_sqrt(x)) * e;
}
__QN_FN double cyl_bessel_i0(double x) {
  x = __builtin_fabs(x);
  if (x < 8.0)
    return exp(x) * __QN_SERIES(__QN_I0_SMALL, 0.25 * x - 1.0);
  if (__builtin_isinf(x))
    return x;
  return __qn_bessel_i_large(x, __QN_SERIES(__QN_I0_LARGE, 16.0 / x - 1.0));
}
__QN_FN double cyl_bessel_i1(double x) {
  const double a = __builtin_fabs(x);
  if (a < 8.0)
    return x / (1.0 + a) *
           (exp(a) * __QN_SERIES(__QN_I1_SMALL, 0.25 * a - 1.0));
  if (__builtin_isinf(x))
    return x;
  return __builtin_copysign(
      __qn_bessel_i_large(a, __QN_SERIES(__QN_I1_LARGE, 16.0 / a - 1.0)), x);
}

__QN_VIA_DOUBLE(j0)
__QN_VIA_DOUBLE(j1)
__QN_VIA_DOUBLE(y0)
__QN_VIA_DOUBLE(y1)
__QN_VIA_DOUBLE(cyl_bessel_i0)
__QN_VIA_DOUBLE(cyl_bessel_i1)
__QN_FN float jnf(int n, float x) { return (float)jn(n, (double)x); }
__QN_FN float ynf(int n, float x) { return (float)yn(n, (double)x); }

#endif
