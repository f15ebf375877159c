// SPDX-License-Identifier: Apache-2.0
//
// Calls of mathematical functions with arguments of different types, in the
// global namespace. (<cmath> has the same for namespace std.)
#ifndef QUERN_DEVICE_MATH_STD_H
#define QUERN_DEVICE_MATH_STD_H
#pragma clang system_header

#include "math_c.h"

// double, unless all are float; empty if one is not a number, or if all have the
// same type and so an overload of their own.
template <typename A, typename B, typename C = B,
          bool = __is_arithmetic(A) &&__is_arithmetic(B) && __is_arithmetic(C),
          bool = __is_same(A, B) && __is_same(A, C) && __is_floating_point(A)>
struct __qn_mixed {};
template <typename A, typename B, typename C>
struct __qn_mixed<A, B, C, true, false> {
  typedef double type;
};

#define __QN_MIXED_TWO(name)                                                     \
  template <typename A, typename B>                                            \
  __QN_FN typename __qn_mixed<A, B>::type name(A a, B b) {                     \
    return name((double)a, (double)b);                                         \
  }
#define __QN_MIXED_ONE(name)
#define __QN_MATH(arguments, kind, name, ...) __QN_MIXED_##arguments(name)
__QN_MATH_LIBRARY(__QN_MATH)
__QN_MATH_OWN(__QN_MATH)
#undef __QN_MATH
#undef __QN_MIXED_ONE
#undef __QN_MIXED_TWO
template <typename A, typename B, typename C>
__QN_FN typename __qn_mixed<A, B, C>::type fma(A a, B b, C c) {
  return fma((double)a, (double)b, (double)c);
}

namespace std {
#if __cplusplus < 202002L
// The standard library's are not constexpr before C++20, and so host functions.
// For both sides: what the type lacks on this one then matters only to callers
// that run here.
template <typename T>
__QN_HD void swap(T &a, T &b) {
  T kept = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(kept);
}
template <typename T, __qn_size_t N>
__QN_HD void swap(T (&a)[N], T (&b)[N]) {
  for (__qn_size_t i = 0; i < N; ++i)
    swap(a[i], b[i]);
}
#endif

// C's names of the functions of float, which C++'s library has since GCC 14 only.
#define __QN_STD_FLOAT(name) using ::name##f;
#define __QN_MATH(arguments, kind, name, ...) __QN_STD_FLOAT(name)
__QN_MATH_OWN(__QN_MATH)
#undef __QN_MATH
#define __QN_STD_FLOATS(M)                                                     \
  M(acos) M(acosh) M(asin) M(asinh) M(atan) M(atan2) M(atanh) M(cbrt) M(cos)   \
  M(cosh) M(erf) M(erfc) M(exp) M(exp2) M(expm1) M(fma) M(fmod) M(frexp)       \
  M(hypot) M(ilogb) M(ldexp) M(lgamma) M(llrint) M(llround) M(log) M(log10)    \
  M(log1p) M(log2) M(lrint) M(lround) M(modf) M(nextafter) M(pow)              \
  M(remainder) M(remquo) M(scalbln) M(scalbn) M(sin) M(sinh) M(tan) M(tanh)
__QN_STD_FLOATS(__QN_STD_FLOAT)
#undef __QN_STD_FLOATS
#undef __QN_STD_FLOAT
} // namespace std

#endif
