// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers as pairs: cuComplex.h and hip_complex.h differ in the prefix.
// Without kernels, plain C and C++ compilers read this, too.
#ifndef QUERN_DEVICE_COMPLEX_H
#define QUERN_DEVICE_COMPLEX_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __QUERN__
#include "../prelude.h"
#define __QN_COMPLEX_HD __QN_HD
#else
#include <math.h>

#include "../../host/base.h"
#define __QN_COMPLEX_HD static inline
#endif

#ifdef __cplusplus
#define __QN_PAIR(V, ...)                                                      \
  V { __VA_ARGS__ }
#else
#define __QN_PAIR(V, ...) ((V){__VA_ARGS__})
#endif

// P: the prefix of names, V: the pair, T: its element, s: the suffix of names.
#define __QN_COMPLEX(P, V, T, s)                                               \
  __QN_COMPLEX_HD T P##C##real##s(V z) { return z.x; }                         \
  __QN_COMPLEX_HD T P##C##imag##s(V z) { return z.y; }                         \
  __QN_COMPLEX_HD V P##Conj##s(V z) { return __QN_PAIR(V, z.x, -z.y); }        \
  __QN_COMPLEX_HD V P##C##add##s(V a, V b) {                                   \
    return __QN_PAIR(V, a.x + b.x, a.y + b.y);                                 \
  }                                                                            \
  __QN_COMPLEX_HD V P##C##sub##s(V a, V b) {                                   \
    return __QN_PAIR(V, a.x - b.x, a.y - b.y);                                 \
  }                                                                            \
  __QN_COMPLEX_HD V P##C##mul##s(V a, V b) {                                   \
    return __QN_PAIR(V, a.x *b.x - a.y * b.y, a.x * b.y + a.y * b.x);          \
  }                                                                            \
  __QN_COMPLEX_HD V P##C##div##s(V a, V b) {                                   \
    /* Scaled, so that the divisor's square cannot overflow. */                \
    const T scale = (T)1 / (fabs##s(b.x) + fabs##s(b.y));                      \
    const T ax = a.x * scale, ay = a.y * scale;                                \
    const T bx = b.x * scale, by = b.y * scale;                                \
    const T r = (T)1 / (bx * bx + by * by);                                    \
    return __QN_PAIR(V, (ax * bx + ay * by) * r, (ay * bx - ax * by) * r);     \
  }                                                                            \
  __QN_COMPLEX_HD T P##C##abs##s(V z) { return hypot##s(z.x, z.y); }           \
  __QN_COMPLEX_HD V P##C##fma##s(V a, V b, V c) {                              \
    return __QN_PAIR(V, fma##s(a.x, b.x, fma##s(-a.y, b.y, c.x)),              \
                     fma##s(a.x, b.y, fma##s(a.y, b.x, c.y)));                 \
  }

// What the libraries call the types, their makers and conversions.
#define __QN_COMPLEX_NAMES(P)                                                  \
  typedef float2 P##FloatComplex;                                              \
  typedef double2 P##DoubleComplex;                                            \
  typedef P##FloatComplex P##Complex;                                          \
  __QN_COMPLEX(P, float2, float, f)                                            \
  __QN_COMPLEX(P, double2, double, )                                           \
  __QN_COMPLEX_HD P##FloatComplex make_##P##FloatComplex(float r, float i) {   \
    return __QN_PAIR(P##FloatComplex, r, i);                                   \
  }                                                                            \
  __QN_COMPLEX_HD P##DoubleComplex make_##P##DoubleComplex(double r,           \
                                                           double i) {         \
    return __QN_PAIR(P##DoubleComplex, r, i);                                  \
  }                                                                            \
  __QN_COMPLEX_HD P##Complex make_##P##Complex(float r, float i) {             \
    return __QN_PAIR(P##Complex, r, i);                                        \
  }                                                                            \
  __QN_COMPLEX_HD P##DoubleComplex P##ComplexFloatToDouble(                    \
      P##FloatComplex z) {                                                     \
    return __QN_PAIR(P##DoubleComplex, (double)z.x, (double)z.y);              \
  }                                                                            \
  __QN_COMPLEX_HD P##FloatComplex P##ComplexDoubleToFloat(                     \
      P##DoubleComplex z) {                                                    \
    return __QN_PAIR(P##FloatComplex, (float)z.x, (float)z.y);                 \
  }

#endif
