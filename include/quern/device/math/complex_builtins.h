// SPDX-License-Identifier: Apache-2.0
//
// What the compiler calls for products and quotients of complex numbers: as C's
// annex G has them, with infinities where a plain formula gives no numbers.
#ifndef QUERN_DEVICE_MATH_COMPLEX_BUILTINS_H
#define QUERN_DEVICE_MATH_COMPLEX_BUILTINS_H
#pragma clang system_header

#include "../prelude.h"

// An infinite part as 1 with its sign, any other as 0; not a number as 0.
#define __QN_BOX(f, x) f((__builtin_isinf(x) ? 1 : 0), x)
#define __QN_ZERO(f, x) (__builtin_isnan(x) ? f(0, x) : (x))

#define __QN_COMPLEX_PRODUCT(name, T, sign, huge)                              \
  extern "C" __device__ inline T _Complex name(T a, T b, T c, T d) {           \
    const T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                    \
    T _Complex z;                                                              \
    __real__ z = ac - bd;                                                      \
    __imag__ z = ad + bc;                                                      \
    if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))          \
      return z;                                                                \
    bool again = false;                                                        \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                            \
      a = __QN_BOX(sign, a), b = __QN_BOX(sign, b);                            \
      c = __QN_ZERO(sign, c), d = __QN_ZERO(sign, d);                          \
      again = true;                                                            \
    }                                                                          \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                            \
      c = __QN_BOX(sign, c), d = __QN_BOX(sign, d);                            \
      a = __QN_ZERO(sign, a), b = __QN_ZERO(sign, b);                          \
      again = true;                                                            \
    }                                                                          \
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) ||               \
                   __builtin_isinf(ad) || __builtin_isinf(bc))) {              \
      a = __QN_ZERO(sign, a), b = __QN_ZERO(sign, b);                          \
      c = __QN_ZERO(sign, c), d = __QN_ZERO(sign, d);                          \
      again = true;                                                            \
    }                                                                          \
    if (again) {                                                               \
      __real__ z = huge() * (a * c - b * d);                                   \
      __imag__ z = huge() * (a * d + b * c);                                   \
    }                                                                          \
    return z;                                                                  \
  }
__QN_COMPLEX_PRODUCT(__mulsc3, float, copysignf, __builtin_inff)
__QN_COMPLEX_PRODUCT(__muldc3, double, copysign, __builtin_inf)
#undef __QN_COMPLEX_PRODUCT

// The divisor is scaled, so that its square neither overflows nor vanishes.
#define __QN_COMPLEX_QUOTIENT(name, T, sign, size, most, log_of, scale, huge)  \
  extern "C" __device__ inline T _Complex name(T a, T b, T c, T d) {           \
    const T power = log_of(most(size(c), size(d)));                            \
    const int by = __builtin_isfinite(power) ? (int)power : 0;                 \
    c = scale(c, -by), d = scale(d, -by);                                      \
    const T square = c * c + d * d;                                            \
    T _Complex z;                                                              \
    __real__ z = scale((a * c + b * d) / square, -by);                         \
    __imag__ z = scale((b * c - a * d) / square, -by);                         \
    if (!__builtin_isnan(__real__ z) || !__builtin_isnan(__imag__ z))          \
      return z;                                                                \
    if (square == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {         \
      __real__ z = sign(huge(), c) * a;                                        \
      __imag__ z = sign(huge(), c) * b;                                        \
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) &&                   \
               __builtin_isfinite(c) && __builtin_isfinite(d)) {               \
      a = __QN_BOX(sign, a), b = __QN_BOX(sign, b);                            \
      __real__ z = huge() * (a * c + b * d);                                   \
      __imag__ z = huge() * (b * c - a * d);                                   \
    } else if (__builtin_isinf(power) && power > 0 &&                          \
               __builtin_isfinite(a) && __builtin_isfinite(b)) {               \
      c = __QN_BOX(sign, c), d = __QN_BOX(sign, d);                            \
      __real__ z = 0 * (a * c + b * d);                                        \
      __imag__ z = 0 * (b * c - a * d);                                        \
    }                                                                          \
    return z;                                                                  \
  }
__QN_COMPLEX_QUOTIENT(__divsc3, float, copysignf, fabsf, fmaxf, logbf, scalbnf,
                      __builtin_inff)
__QN_COMPLEX_QUOTIENT(__divdc3, double, copysign, fabs, fmax, logb, scalbn,
                      __builtin_inf)
#undef __QN_COMPLEX_QUOTIENT
#undef __QN_BOX
#undef __QN_ZERO

#endif
