// SPDX-License-Identifier: Apache-2.0
//
// Declarations of the device's mathematical functions, also in namespace std.
// They come before the standard library's: clang then takes <cmath>'s own
// constexpr overloads of the same signature for host functions, and device code
// that says std::exp(x) gets ours.
#ifndef QUERN_DEVICE_MATH_FORWARD_H
#define QUERN_DEVICE_MATH_FORWARD_H
#pragma clang system_header

#include "../qualifiers.h"

// ---- Tables: M(name, length of the name) -----------------------------------------

// One argument, from the device library (OpenCL's built-ins).
#define __QN_MATH_LIBRARY1(M)                                                  \
  M(acos, 4) M(asin, 4) M(atan, 4) M(acosh, 5) M(asinh, 5) M(atanh, 5)         \
  M(sin, 3) M(cos, 3) M(tan, 3) M(sinh, 4) M(cosh, 4) M(tanh, 4)               \
  M(exp, 3) M(exp2, 4) M(exp10, 5) M(expm1, 5)                                 \
  M(log, 3) M(log2, 4) M(log10, 5) M(log1p, 5)                                 \
  M(cbrt, 4) M(erf, 3) M(erfc, 4) M(lgamma, 6)                    \
  M(sinpi, 5) M(cospi, 5)
// Two arguments, from the device library.
#define __QN_MATH_LIBRARY2(M)                                                  \
  M(pow, 3) M(atan2, 5) M(fmod, 4) M(hypot, 5) M(remainder, 9) M(nextafter, 9)

// One and two arguments, written here or built in.
#define __QN_MATH_OWN1(M)                                                      \
  M(fabs, 4) M(sqrt, 4) M(floor, 5) M(ceil, 4) M(trunc, 5) M(rint, 4)          \
  M(nearbyint, 9) M(round, 5) M(logb, 4) M(tgamma, 6)
#define __QN_MATH_OWN2(M) M(fmin, 4) M(fmax, 4) M(copysign, 8) M(fdim, 4)

// Not in C: one argument, in the global namespace only.
#define __QN_MATH_EXTRA1(M)                                                    \
  M(rsqrt, 5) M(rcbrt, 5) M(erfcx, 5) M(erfinv, 6) M(erfcinv, 7)               \
  M(normcdf, 7) M(normcdfinv, 10) M(j0, 2) M(j1, 2) M(y0, 2) M(y1, 2)          \
  M(cyl_bessel_i0, 13) M(cyl_bessel_i1, 13)

// ---- Declarations ----------------------------------------------------------------

#define __QN_DECLARE1(name, n)                                                 \
  __QN_FN double name(double);                                                 \
  __QN_FN float name(float);                                                   \
  __QN_FN float name##f(float);                                                \
  template <typename T>                                                        \
  __QN_FN typename __qn_if_integer<T>::type name(T x) {                        \
    return name((double)x);                                                    \
  }
#define __QN_DECLARE2(name, n)                                                 \
  __QN_FN double name(double, double);                                         \
  __QN_FN float name(float, float);                                            \
  __QN_FN float name##f(float, float);

// Integer arguments are taken as double, as in C++.
template <typename T, bool = __is_integral(T)> struct __qn_if_integer {};
template <typename T> struct __qn_if_integer<T, true> { typedef double type; };

__QN_MATH_LIBRARY1(__QN_DECLARE1)
__QN_MATH_OWN1(__QN_DECLARE1)
__QN_MATH_EXTRA1(__QN_DECLARE1)
__QN_MATH_LIBRARY2(__QN_DECLARE2)
__QN_MATH_OWN2(__QN_DECLARE2)

#define __QN_DECLARE_OTHERS(T, f)                                              \
  __QN_FN T fma##f(T, T, T);                                                   \
  __QN_FN T frexp##f(T, int *);                                                \
  __QN_FN T ldexp##f(T, int);                                                  \
  __QN_FN T modf##f(T, T *);                                                   \
  __QN_FN T remquo##f(T, T, int *);                                            \
  __QN_FN T scalbn##f(T, int);                                                 \
  __QN_FN T scalbln##f(T, long);                                               \
  __QN_FN int ilogb##f(T);                                                     \
  __QN_FN long lrint##f(T);                                                    \
  __QN_FN long lround##f(T);                                                   \
  __QN_FN long long llrint##f(T);                                              \
  __QN_FN long long llround##f(T);                                             \
  __QN_FN T nan##f(const char *);                                              \
  __QN_FN void sincos##f(T, T *, T *);
__QN_DECLARE_OTHERS(double, )
__QN_DECLARE_OTHERS(float, f)

// The overloads for float of the same functions.
__QN_FN float fma(float, float, float);
__QN_FN float frexp(float, int *);
__QN_FN float ldexp(float, int);
__QN_FN float modf(float, float *);
__QN_FN float remquo(float, float, int *);
__QN_FN float scalbn(float, int);
__QN_FN float scalbln(float, long);
__QN_FN int ilogb(float);
__QN_FN long lrint(float);
__QN_FN long lround(float);
__QN_FN long long llrint(float);
__QN_FN long long llround(float);
__QN_FN void sincos(float, float *, float *);
__QN_FN float pow(float, int);
__QN_FN double pow(double, int);

__QN_FN int abs(int);
__QN_FN long abs(long);
__QN_FN long long abs(long long);
__QN_FN float abs(float);
__QN_FN double abs(double);
__QN_FN long labs(long);
__QN_FN long long llabs(long long);

#define __QN_CLASSIFY1(M)                                                      \
  M(isnan) M(isinf) M(isfinite) M(isnormal) M(signbit)
#define __QN_CLASSIFY2(M)                                                      \
  M(isgreater) M(isgreaterequal) M(isless) M(islessequal) M(islessgreater)     \
  M(isunordered)
#define __QN_DECLARE_CLASS1(name)                                              \
  __QN_FN bool name(float);                                                    \
  __QN_FN bool name(double);                                                   \
  template <typename T, typename = typename __qn_if_integer<T>::type>          \
  __QN_FN bool name(T x) {                                                     \
    return name((double)x);                                                    \
  }
#define __QN_DECLARE_CLASS2(name)                                              \
  __QN_FN bool name(float, float);                                             \
  __QN_FN bool name(double, double);
__QN_CLASSIFY1(__QN_DECLARE_CLASS1)
__QN_CLASSIFY2(__QN_DECLARE_CLASS2)
__QN_FN int fpclassify(float);
__QN_FN int fpclassify(double);

// ---- Namespace std ---------------------------------------------------------------

namespace std {
#define __QN_USING(name, n) using ::name;
#define __QN_USING_CLASS(name) using ::name;
__QN_MATH_LIBRARY1(__QN_USING)
__QN_MATH_LIBRARY2(__QN_USING)
__QN_MATH_OWN1(__QN_USING)
__QN_MATH_OWN2(__QN_USING)
__QN_CLASSIFY1(__QN_USING_CLASS)
__QN_CLASSIFY2(__QN_USING_CLASS)
using ::abs;
using ::fma;
using ::fpclassify;
using ::frexp;
using ::ilogb;
using ::labs;
using ::ldexp;
using ::llabs;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::remquo;
using ::scalbln;
using ::scalbn;
#undef __QN_USING
#undef __QN_USING_CLASS
} // namespace std

#undef __QN_DECLARE1
#undef __QN_DECLARE2
#undef __QN_DECLARE_OTHERS
#undef __QN_DECLARE_CLASS1
#undef __QN_DECLARE_CLASS2

#endif
