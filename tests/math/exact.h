// SPDX-License-Identifier: Apache-2.0
//
// Exact results of functions that C does not have, as precise as the host's long
// double is, and rounded to the type asked for.
#ifndef QUERN_TESTS_MATH_EXACT_H
#define QUERN_TESTS_MATH_EXACT_H

#include <cmath>
#include <limits>

typedef long double wide;
static const wide PI = 3.14159265358979323846264338327950288L;
static const wide ROOT_HALF = 0.707106781186547524400844362104849039L;

template <typename R> R exact_exp10(R x) {
  // A whole power is exact where it can be; else the error of x * log(10) has to
  // be carried along.
  const wide log10_hi = 2.302585092994045684L;
  const wide log10_lo = -1.834740662695737210458948e-20L;
  if (std::isinf(x))
    return x < 0 ? (R)0 : x;
  const wide whole = std::rint((wide)x), part = (wide)x - whole;
  return (R)(std::pow((wide)10, whole) *
             std::exp(part * log10_hi + part * log10_lo));
}
template <typename R> R exact_sinpi(R x) {
  if (std::isinf(x))
    return std::numeric_limits<R>::quiet_NaN();
  if (x == std::trunc(x)) // CUDA: a zero of the argument's sign
    return std::copysign((R)0, x);
  const wide r = std::remainder((wide)x, 2.0L), a = std::fabs(r);
  const wide s = a <= 0.25L   ? std::sin(PI * a)
                 : a <= 0.75L ? std::cos(PI * (a - 0.5L))
                              : std::sin(PI * (1 - a));
  return (R)std::copysign(s, r);
}
template <typename R> R exact_cospi(R x) {
  if (std::isinf(x))
    return std::numeric_limits<R>::quiet_NaN();
  const wide a = std::fabs(std::remainder((wide)x, 2.0L));
  if (a == 0.5L)
    return 0;
  return (R)(a <= 0.25L   ? std::cos(PI * a)
             : a <= 0.75L ? std::sin(PI * (0.5L - a))
                          : -std::cos(PI * (1 - a)));
}

// x * x exactly, as a sum of two.
static inline void exact_square(wide x, wide *hi, wide *lo) {
  *hi = x * x;
  *lo = std::fma(x, x, -*hi);
}
static inline wide wide_erfcx(wide x) {
  wide hi, lo;
  if (x < 40) {
    exact_square(x, &hi, &lo);
    return std::exp(hi) * (1 + lo) * std::erfc(x);
  }
  wide sum = 1;
  const wide z = -0.5L / (x * x);
  for (int k = 12; k > 0; --k)
    sum = 1 + (2 * k - 1) * z * sum;
  return 0.564189583547756286948079451560772586L / x * sum;
}
template <typename R> R exact_erfcx(R x) {
  if (std::isinf(x))
    return x > 0 ? (R)0 : -x;
  return x < -120 ? std::numeric_limits<R>::infinity() : (R)wide_erfcx(x);
}
template <typename R> R exact_normcdf(R x) {
  if (std::isinf(x) || std::isnan(x))
    return x < 0 ? (R)0 : x > 0 ? (R)1 : x;
  if (x < -50)
    return 0;
  // erfc of the rounded quotient, corrected for its rounding.
  const wide a = -(wide)x * ROOT_HALF;
  const wide rest = std::fma(-(wide)x, ROOT_HALF, -a) -
                    (wide)x * 1.895032558893257079655062e-20L;
  const wide tail = std::erfc(a);
  return (R)(0.5L *
             (tail - 1.1283791670955125738961589L * std::exp(-a * a) * rest));
}
// y with erfc(y) = p, p <= 1, by Newton's method on log(erfc).
static inline wide wide_erfcinv(wide p) {
  wide y = p > 0.5L ? (1 - p) * 0.886L
                    : std::sqrt(-std::log(p * std::sqrt(-std::log(p) + 0.5L)));
  for (int i = 0; i < 60; ++i) {
    const wide e = std::erfc(y);
    const wide step =
        std::log(e / p) * e / (1.1283791670955125738961589L * std::exp(-y * y));
    y += step;
    if (std::fabs(step) <= 1e-19L * std::fabs(y))
      break;
  }
  return y;
}
static inline wide wide_erfinv(wide x) {
  const wide a = std::fabs(x);
  if (a > 0.5L)
    return std::copysign(wide_erfcinv(1 - a), x);
  wide y = x * 0.886226925452758L;
  for (int i = 0; i < 60; ++i) {
    const wide step = (std::erf(y) - x) * 0.886226925452758013649083741670573L *
                      std::exp(y * y);
    y -= step;
    if (std::fabs(step) <= 1e-19L * std::fabs(y))
      break;
  }
  return y;
}
template <typename R> R exact_erfinv(R x) {
  if (!(std::fabs(x) < 1))
    return std::fabs(x) == 1 ? x * std::numeric_limits<R>::infinity()
                             : std::numeric_limits<R>::quiet_NaN();
  return x == 0 ? x : (R)wide_erfinv(x);
}
template <typename R> R exact_erfcinv(R p) {
  if (!(p > 0 && p < 2))
    return p == 0   ? std::numeric_limits<R>::infinity()
           : p == 2 ? -std::numeric_limits<R>::infinity()
                    : std::numeric_limits<R>::quiet_NaN();
  if (p > (R)0.5 && p < (R)1.5)
    return (R)wide_erfinv(1 - (wide)p);
  return p < 1 ? (R)wide_erfcinv(p) : (R)-wide_erfcinv(2 - (wide)p);
}
template <typename R> R exact_normcdfinv(R p) {
  if (!(p > 0 && p < 1))
    return p == 0   ? -std::numeric_limits<R>::infinity()
           : p == 1 ? std::numeric_limits<R>::infinity()
                    : std::numeric_limits<R>::quiet_NaN();
  const wide root2 = 2 * ROOT_HALF;
  if (p > (R)0.25 && p < (R)0.75)
    return (R)(root2 * wide_erfinv(2 * (wide)p - 1));
  return p < (R)0.5 ? (R)(-root2 * wide_erfcinv(2 * (wide)p))
                    : (R)(root2 * wide_erfcinv(2 * (1 - (wide)p)));
}
template <typename R> R exact_tgamma(R x) { return std::tgamma(x); }

// Bessel functions below 8 by their power series, whose terms cancel, and which
// have to be right beside their zeros, too: in twice the digits. Above, errors are
// absolute, and the C library's are good enough.
#ifdef __SIZEOF_FLOAT128__
typedef __float128 widest;
#else
typedef long double widest;
#endif
static const widest WIDE_PI =
    (widest)3.14159265358979323851L - (widest)5.0165576126683320234517576e-20L;
static const widest EULER =
    (widest)0.57721566490153286061630736L -
    (widest)9.7952676215999254707228077e-21L;
static inline widest widest_exp(widest x) {
  widest sum = 1, term = 1;
  x /= 65536;
  for (int k = 1; k < 20; ++k)
    sum += term *= x / k;
  for (int i = 0; i < 16; ++i)
    sum *= sum;
  return sum;
}
static inline widest widest_log(widest x) {
  const widest y = std::log((wide)x), e = widest_exp(y);
  return y + 2 * (x - e) / (x + e);
}
// J of an order 0 or 1, and Y's part without a logarithm, to be scaled.
static inline widest bessel_series(widest x, int order, widest *rest) {
  const widest z = x * x / 4;
  widest term = order ? x / 2 : 1, sum = 0, harmonic = 0, more = 0;
  for (int k = 0; k < 60; ++k) {
    sum += term;
    // H(k) + H(k + order)
    more += term * (order ? 2 * harmonic + (widest)1 / (k + 1) : 2 * harmonic);
    term *= -z / ((widest)(k + 1) * (k + 1 + order));
    harmonic += (widest)1 / (k + 1);
  }
  *rest = more;
  return sum;
}
template <typename R> R exact_bessel_j(R x, int order) {
  widest rest;
  if (!(std::fabs(x) < 8))
    return (R)(order ? ::j1l((wide)x) : ::j0l((wide)x));
  return x == 0 && order ? x : (R)bessel_series(x, order, &rest);
}
template <typename R> R exact_bessel_y(R x, int order) {
  if (x < 0) // the C library raises an exception for it
    return std::numeric_limits<R>::quiet_NaN();
  if (!(x < 8) || x == 0)
    return (R)(order ? ::y1l((wide)x) : ::y0l((wide)x));
  widest rest;
  const widest j = bessel_series(x, order, &rest);
  widest y = 2 * (widest_log((widest)x / 2) + EULER) * j - rest;
  if (order)
    y -= 2 / (widest)x;
  return (R)(y / WIDE_PI);
}
template <typename R> R exact_j0(R x) { return exact_bessel_j(x, 0); }
template <typename R> R exact_j1(R x) { return exact_bessel_j(x, 1); }
template <typename R> R exact_y0(R x) { return exact_bessel_y(x, 0); }
template <typename R> R exact_y1(R x) { return exact_bessel_y(x, 1); }
// A series of positive terms, then the asymptotic one.
static inline wide wide_bessel_i(wide x, int order) {
  const wide a = std::fabs(x);
  if (a > 800)
    return std::numeric_limits<wide>::infinity();
  wide sum = 0;
  if (a < 50) {
    wide term = order ? a / 2 : 1;
    for (int k = 1; k < 200; ++k) {
      sum += term;
      term *= a * a / 4 / ((wide)k * (k + order));
    }
    return sum;
  }
  wide term = 1;
  const wide mu = 4 * order * order;
  for (int k = 1; k < 60; ++k) {
    sum += term;
    term *= -(mu - (wide)(2 * k - 1) * (2 * k - 1)) / (8 * a * k);
  }
  return std::exp(a) / std::sqrt(2 * PI * a) * sum;
}
template <typename R> R exact_i0(R x) {
  return std::isnan(x) ? x : (R)wide_bessel_i(x, 0);
}
template <typename R> R exact_i1(R x) {
  return std::isnan(x) || x == 0 ? x
                                 : (R)std::copysign(wide_bessel_i(x, 1), (wide)x);
}

#endif
