// SPDX-License-Identifier: Apache-2.0
//
// The table of the device's mathematical functions of one or two arguments, in
// float and double. Generated from it: declarations, names in namespace std,
// calls of the library, the host's versions, and what tests/math measures.
//
// M(arguments, kind, name, its length, float_by, double_by, has_host,
//   host, group, float_bound, double_bound, exact)
//   kind      LIBRARY: OpenCL's built-in of that name; OWN: C has it, and these
//             headers or clang define it; EXTRA: as OWN, but C does not have it
//   *_by      CPU: on CPUs __qn_cpu_<name>[f] of device/cpu/math, elsewhere
//             these headers; PART: the headers, which call it on CPUs; HERE:
//             the headers for all; DOUBLE: the function of double, rounded
//   host      HOST and a double of the double x, where the host's C library has
//             no such function and programs call it there; else NONE, 0
//   group     the kernel of tests/math/measure.cu that it is in; 0: none
//   *_bound   CUDA's largest errors in ulps
//   exact     the result in a wider type, for the test
#ifndef QUERN_DEVICE_MATH_FUNCTIONS_H
#define QUERN_DEVICE_MATH_FUNCTIONS_H

// clang-format off
#define __QN_MATH_LIBRARY(M) \
  M(ONE, LIBRARY, acos, 4, HERE, HERE, NONE, 0, 2, 2, 2, std::acos(x)) \
  M(ONE, LIBRARY, asin, 4, HERE, HERE, NONE, 0, 2, 2, 2, std::asin(x)) \
  M(ONE, LIBRARY, atan, 4, HERE, HERE, NONE, 0, 2, 2, 2, std::atan(x)) \
  M(ONE, LIBRARY, acosh, 5, HERE, HERE, NONE, 0, 2, 4, 3, std::acosh(x)) \
  M(ONE, LIBRARY, asinh, 5, HERE, HERE, NONE, 0, 2, 3, 3, std::asinh(x)) \
  M(ONE, LIBRARY, atanh, 5, HERE, HERE, NONE, 0, 2, 3, 2, std::atanh(x)) \
  M(ONE, LIBRARY, sin, 3, HERE, HERE, NONE, 0, 1, 2, 2, std::sin(x)) \
  M(ONE, LIBRARY, cos, 3, HERE, HERE, NONE, 0, 1, 2, 2, std::cos(x)) \
  M(ONE, LIBRARY, tan, 3, HERE, HERE, NONE, 0, 1, 4, 2, std::tan(x)) \
  M(ONE, LIBRARY, sinh, 4, HERE, HERE, NONE, 0, 1, 3, 2, std::sinh(x)) \
  M(ONE, LIBRARY, cosh, 4, HERE, HERE, NONE, 0, 1, 2, 1, std::cosh(x)) \
  M(ONE, LIBRARY, tanh, 4, HERE, HERE, NONE, 0, 1, 2, 1, std::tanh(x)) \
  M(ONE, LIBRARY, exp, 3, HERE, HERE, NONE, 0, 1, 2, 1, std::exp(x)) \
  M(ONE, LIBRARY, exp2, 4, HERE, HERE, NONE, 0, 1, 2, 1, std::exp2(x)) \
  M(ONE, LIBRARY, exp10, 5, HERE, HERE, NONE, 0, 1, 2, 1, exact_exp10(x)) \
  M(ONE, LIBRARY, expm1, 5, HERE, HERE, NONE, 0, 1, 1, 1, std::expm1(x)) \
  M(ONE, LIBRARY, log, 3, HERE, HERE, NONE, 0, 2, 1, 1, std::log(x)) \
  M(ONE, LIBRARY, log2, 4, HERE, HERE, NONE, 0, 2, 1, 1, std::log2(x)) \
  M(ONE, LIBRARY, log10, 5, HERE, HERE, NONE, 0, 2, 2, 1, std::log10(x)) \
  M(ONE, LIBRARY, log1p, 5, HERE, HERE, NONE, 0, 2, 1, 1, std::log1p(x)) \
  M(ONE, LIBRARY, cbrt, 4, HERE, HERE, NONE, 0, 2, 1, 1, std::cbrt(x)) \
  M(ONE, LIBRARY, erf, 3, HERE, HERE, NONE, 0, 3, 2, 2, std::erf(x)) \
  M(ONE, LIBRARY, erfc, 4, HERE, HERE, NONE, 0, 3, 4, 5, std::erfc(x)) \
  M(ONE, LIBRARY, lgamma, 6, HERE, HERE, NONE, 0, 4, 6, 4, std::lgamma(x)) \
  M(ONE, LIBRARY, sinpi, 5, HERE, HERE, HOST, ::sin(__QN_PI * ::remainder(x, 2.0)), 1, 1, 2, exact_sinpi(x)) \
  M(ONE, LIBRARY, cospi, 5, HERE, HERE, HOST, ::cos(__QN_PI * ::remainder(x, 2.0)), 1, 1, 2, exact_cospi(x)) \
  M(TWO, LIBRARY, pow, 3, HERE, HERE, NONE, 0, 7, 4, 2, std::pow(x, y)) \
  M(TWO, LIBRARY, atan2, 5, HERE, HERE, NONE, 0, 7, 3, 2, std::atan2(x, y)) \
  M(TWO, LIBRARY, fmod, 4, HERE, HERE, NONE, 0, 8, 0, 0, std::fmod(x, y)) \
  M(TWO, LIBRARY, hypot, 5, HERE, HERE, NONE, 0, 7, 3, 2, std::hypot(x, y)) \
  M(TWO, LIBRARY, remainder, 9, HERE, HERE, NONE, 0, 8, 0, 0, std::remainder(x, y)) \
  M(TWO, LIBRARY, nextafter, 9, HERE, HERE, NONE, 0, 0, 0, 0, 0)

#define __QN_MATH_OWN(M) \
  M(ONE, OWN, fabs, 4, HERE, HERE, NONE, 0, 6, 0, 0, std::fabs(x)) \
  M(ONE, OWN, sqrt, 4, HERE, HERE, NONE, 0, 2, 0.5, 0.5, std::sqrt(x)) \
  M(ONE, OWN, floor, 5, HERE, HERE, NONE, 0, 6, 0, 0, std::floor(x)) \
  M(ONE, OWN, ceil, 4, HERE, HERE, NONE, 0, 6, 0, 0, std::ceil(x)) \
  M(ONE, OWN, trunc, 5, HERE, HERE, NONE, 0, 6, 0, 0, std::trunc(x)) \
  M(ONE, OWN, rint, 4, HERE, HERE, NONE, 0, 6, 0, 0, std::rint(x)) \
  M(ONE, OWN, nearbyint, 9, HERE, HERE, NONE, 0, 6, 0, 0, std::rint(x)) \
  M(ONE, OWN, round, 5, HERE, HERE, NONE, 0, 6, 0, 0, std::round(x)) \
  M(ONE, OWN, logb, 4, HERE, HERE, NONE, 0, 6, 0, 0, std::logb(x)) \
  M(ONE, OWN, tgamma, 6, CPU, CPU, NONE, 0, 3, 5, 10, exact_tgamma(x)) \
  M(TWO, OWN, fmin, 4, HERE, HERE, NONE, 0, 8, 0, 0, std::fmin(x, y)) \
  M(TWO, OWN, fmax, 4, HERE, HERE, NONE, 0, 8, 0, 0, std::fmax(x, y)) \
  M(TWO, OWN, copysign, 8, HERE, HERE, NONE, 0, 8, 0, 0, std::copysign(x, y)) \
  M(TWO, OWN, fdim, 4, HERE, HERE, NONE, 0, 8, 0.5, 0.5, std::fdim(x, y))

#define __QN_MATH_EXTRA(M) \
  M(ONE, EXTRA, rsqrt, 5, HERE, CPU, HOST, 1.0 / ::sqrt(x), 2, 2, 1, 1 / std::sqrt(x)) \
  M(ONE, EXTRA, rcbrt, 5, CPU, CPU, HOST, 1.0 / ::cbrt(x), 2, 1, 1, 1 / std::cbrt(x)) \
  M(ONE, EXTRA, erfcx, 5, DOUBLE, CPU, NONE, 0, 3, 4, 4, exact_erfcx(x)) \
  M(ONE, EXTRA, erfinv, 6, CPU, CPU, NONE, 0, 3, 2, 5, exact_erfinv(x)) \
  M(ONE, EXTRA, erfcinv, 7, CPU, PART, NONE, 0, 3, 4, 6, exact_erfcinv(x)) \
  M(ONE, EXTRA, normcdf, 7, DOUBLE, HERE, HOST, 0.5 * ::erfc(-x / ::sqrt(2.0)), 3, 5, 5, exact_normcdf(x)) \
  M(ONE, EXTRA, normcdfinv, 10, CPU, HERE, NONE, 0, 3, 5, 8, exact_normcdfinv(x)) \
  M(ONE, EXTRA, j0, 2, HERE, HERE, NONE, 0, 4, 9, 7, exact_j0(x)) \
  M(ONE, EXTRA, j1, 2, HERE, HERE, NONE, 0, 4, 9, 7, exact_j1(x)) \
  M(ONE, EXTRA, y0, 2, HERE, HERE, NONE, 0, 5, 9, 7, exact_y0(x)) \
  M(ONE, EXTRA, y1, 2, HERE, HERE, NONE, 0, 5, 9, 7, exact_y1(x)) \
  M(ONE, EXTRA, cyl_bessel_i0, 13, HERE, HERE, NONE, 0, 5, 6, 6, exact_i0(x)) \
  M(ONE, EXTRA, cyl_bessel_i1, 13, HERE, HERE, NONE, 0, 5, 6, 6, exact_i1(x))
// clang-format on

#define __QN_MATH_FUNCTIONS(M)                                                 \
  __QN_MATH_LIBRARY(M) __QN_MATH_OWN(M) __QN_MATH_EXTRA(M)

#endif
