// SPDX-License-Identifier: Apache-2.0
//
// Declarations of the device's mathematical functions, also in namespace std.
// They come before the standard library's: clang then takes <cmath>'s own
// constexpr overloads of the same signature for host functions, and std::exp(x)
// in device code is ours.
#ifndef QUERN_DEVICE_MATH_FORWARD_H
#define QUERN_DEVICE_MATH_FORWARD_H
#pragma clang system_header

#include "../qualifiers.h"
#include "functions.h"

// ---- Declarations ----------------------------------------------------------------

#define __QN_DECLARE_ONE(name)                                                  \
  __QN_FN double name(double);                                                 \
  __QN_FN float name(float);                                                   \
  __QN_FN float name##f(float);                                                \
  template <typename T>                                                        \
  __QN_FN typename __qn_if_integer<T>::type name(T x) {                        \
    return name((double)x);                                                    \
  }
#define __QN_DECLARE_TWO(name)                                                  \
  __QN_FN double name(double, double);                                         \
  __QN_FN float name(float, float);                                            \
  __QN_FN float name##f(float, float);

// Integer arguments are converted to double, as in C++.
template <typename T, bool = __is_integral(T)> struct __qn_if_integer {};
template <typename T> struct __qn_if_integer<T, true> { typedef double type; };

#define __QN_MATH(arguments, kind, name, ...) __QN_DECLARE_##arguments(name)
__QN_MATH_FUNCTIONS(__QN_MATH)
#undef __QN_MATH

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
#define __QN_USING(arguments, kind, name, ...) using ::name;
__QN_MATH_LIBRARY(__QN_USING)
__QN_MATH_OWN(__QN_USING)
#define __QN_USING_CLASS(name) using ::name;
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

#undef __QN_DECLARE_ONE
#undef __QN_DECLARE_TWO
#undef __QN_DECLARE_OTHERS
#undef __QN_DECLARE_CLASS1
#undef __QN_DECLARE_CLASS2

#endif
