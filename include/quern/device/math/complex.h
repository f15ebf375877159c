// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers as pairs: cuComplex.h and hip_complex.h differ in the prefix.
#ifndef QUERN_DEVICE_COMPLEX_H
#define QUERN_DEVICE_COMPLEX_H
#pragma clang system_header

#include "../prelude.h"

// P: the prefix of names, V: the pair, T: its element, s: the suffix of names.
#define __QN_COMPLEX(P, V, T, s)                                               \
  __QN_FN T P##C##real##s(V z) { return z.x; }                                    \
  __QN_FN T P##C##imag##s(V z) { return z.y; }                                    \
  __QN_FN V P##Conj##s(V z) { return V{z.x, -z.y}; }                           \
  __QN_FN V P##C##add##s(V a, V b) { return V{a.x + b.x, a.y + b.y}; }            \
  __QN_FN V P##C##sub##s(V a, V b) { return V{a.x - b.x, a.y - b.y}; }            \
  __QN_FN V P##C##mul##s(V a, V b) {                                              \
    return V{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                    \
  }                                                                            \
  __QN_FN V P##C##div##s(V a, V b) {                                              \
    /* Scaled, so that the divisor's square cannot overflow. */                \
    const T scale = (T)1 / (abs(b.x) + abs(b.y));                              \
    const T ax = a.x * scale, ay = a.y * scale;                                \
    const T bx = b.x * scale, by = b.y * scale;                                \
    const T r = (T)1 / (bx * bx + by * by);                                    \
    return V{(ax * bx + ay * by) * r, (ay * bx - ax * by) * r};                \
  }                                                                            \
  __QN_FN T P##C##abs##s(V z) { return hypot(z.x, z.y); }                         \
  __QN_FN V P##C##fma##s(V a, V b, V c) {                                         \
    return V{fma(a.x, b.x, fma(-a.y, b.y, c.x)),                               \
             fma(a.x, b.y, fma(a.y, b.x, c.y))};                               \
  }

#endif
