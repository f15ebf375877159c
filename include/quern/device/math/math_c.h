// SPDX-License-Identifier: Apache-2.0
//
// C's mathematical functions on the device, in float and double. Functions of the
// device library are OpenCL's built-ins under their mangled names: the target's
// library defines them (on CPUs ours, device/cpu/math, then libclc), and LLVM's
// SPIR-V back end knows them.
#ifndef QUERN_DEVICE_MATH_C_H
#define QUERN_DEVICE_MATH_C_H
#pragma clang system_header

#include "integer.h"
#include "math_forward.h"
#include "math_fast.h"
#include "../target/target.h"

// <math.h> of some C libraries defines these as macros.
#undef isnan
#undef isinf
#undef isfinite
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered
#undef fpclassify

// ---- From the device library -------------------------------------------------------

// With -ffast-math, and with nvcc's -use_fast_math, some plain names mean the
// approximations.
#if defined(__FAST_MATH__) || defined(__USE_FAST_MATH__)
#define __QN_FAST_sin ~, __sinf
#define __QN_FAST_cos ~, __cosf
#define __QN_FAST_tan ~, __tanf
#define __QN_FAST_exp ~, __expf
#define __QN_FAST_exp10 ~, __exp10f
#define __QN_FAST_log ~, __logf
#define __QN_FAST_log2 ~, __log2f
#define __QN_FAST_log10 ~, __log10f
#define __QN_FAST_pow ~, __powf
#endif
#define __QN_SECOND(first, second, ...) second
#define __QN_SECOND_OF(...) __QN_SECOND(__VA_ARGS__)
#define __QN_FLOAT(name)                                                       \
  __QN_SECOND_OF(__QN_FAST_##name, __qn_lib_##name##f, )

#define __QN_LIBRARY_ONE(name, n)                                                  \
  __QN_EXTERN __QN_CONST float __qn_lib_##name##f(float) __asm__("_Z" #n       \
                                                                 #name "f");   \
  __QN_EXTERN __QN_CONST double __qn_lib_##name(double) __asm__("_Z" #n #name  \
                                                                "d");          \
  __QN_FN float name##f(float x) { return __QN_FLOAT(name)(x); }               \
  __QN_FN float name(float x) { return __QN_FLOAT(name)(x); }                  \
  __QN_FN double name(double x) { return __qn_lib_##name(x); }
#define __QN_LIBRARY_TWO(name, n)                                                  \
  __QN_EXTERN __QN_CONST float __qn_lib_##name##f(float, float) __asm__(       \
      "_Z" #n #name "ff");                                                     \
  __QN_EXTERN __QN_CONST double __qn_lib_##name(double, double) __asm__(       \
      "_Z" #n #name "dd");                                                     \
  __QN_FN float name##f(float x, float y) { return __QN_FLOAT(name)(x, y); }   \
  __QN_FN float name(float x, float y) { return __QN_FLOAT(name)(x, y); }      \
  __QN_FN double name(double x, double y) { return __qn_lib_##name(x, y); }
#define __QN_MATH(arguments, kind, name, n, ...)                               \
  __QN_LIBRARY_##arguments(name, n)
__QN_MATH_LIBRARY(__QN_MATH)
#undef __QN_MATH
#undef __QN_LIBRARY_ONE
#undef __QN_LIBRARY_TWO
#undef __QN_FLOAT

__QN_EXTERN __QN_CONST float __qn_lib_pownf(float, int) __asm__("_Z4pownfi");
__QN_EXTERN __QN_CONST double __qn_lib_pown(double, int) __asm__("_Z4powndi");
__QN_EXTERN float __qn_lib_remquof(float, float, int *) __asm__("_Z6remquoffPi");
__QN_EXTERN double __qn_lib_remquo(double, double,
                                   int *) __asm__("_Z6remquoddPi");

// ---- From the library of CPUs, or by rounding ---------------------------------------

#define __QN_FLOAT_HERE(name)
#define __QN_FLOAT_PART(name)
#ifdef __QUERN_TARGET_NVPTX__ // libdevice has them in float
#define __QN_FLOAT_DOUBLE(name)                                                \
  __QN_EXTERN __QN_CONST float __qn_cpu_##name##f(float);                      \
  __QN_FN float name##f(float x) { return __qn_cpu_##name##f(x); }             \
  __QN_FN float name(float x) { return __qn_cpu_##name##f(x); }
#else
#define __QN_FLOAT_DOUBLE(name)                                                \
  __QN_FN float name##f(float x) { return (float)name((double)x); }            \
  __QN_FN float name(float x) { return (float)name((double)x); }
#endif
#define __QN_DOUBLE_HERE(name)
#define __QN_DOUBLE_PART(name)
#ifdef __QN_OWN_MATHS
#define __QN_FLOAT_CPU(name)                                                   \
  __QN_FN float name##f(float x) { return __qn_cpu_##name##f(x); }             \
  __QN_FN float name(float x) { return __qn_cpu_##name##f(x); }
#define __QN_DOUBLE_CPU(name)                                                  \
  __QN_FN double name(double x) { return __qn_cpu_##name(x); }
#else
#define __QN_FLOAT_CPU(name)
#define __QN_DOUBLE_CPU(name)
#endif
#define __QN_MATH(arguments, kind, name, n, float_by, double_by, ...)          \
  __QN_FLOAT_##float_by(name) __QN_DOUBLE_##double_by(name)
__QN_MATH_OWN(__QN_MATH)
__QN_MATH_EXTRA(__QN_MATH)
#undef __QN_MATH
#undef __QN_FLOAT_HERE
#undef __QN_FLOAT_PART
#undef __QN_FLOAT_DOUBLE
#undef __QN_FLOAT_CPU
#undef __QN_DOUBLE_HERE
#undef __QN_DOUBLE_PART
#undef __QN_DOUBLE_CPU

// ---- Built in, exact --------------------------------------------------------------

#define __QN_BUILTIN1(name)                                                    \
  __QN_FN float name##f(float x) { return __builtin_##name##f(x); }            \
  __QN_FN float name(float x) { return __builtin_##name##f(x); }               \
  __QN_FN double name(double x) { return __builtin_##name(x); }
__QN_BUILTIN1(fabs)
__QN_BUILTIN1(sqrt)
__QN_BUILTIN1(floor)
__QN_BUILTIN1(ceil)
__QN_BUILTIN1(trunc)
__QN_BUILTIN1(rint)
#undef __QN_BUILTIN1
__QN_FN float nearbyintf(float x) { return __builtin_rintf(x); }
__QN_FN float nearbyint(float x) { return __builtin_rintf(x); }
__QN_FN double nearbyint(double x) { return __builtin_rint(x); }

#define __QN_BUILTIN2(name)                                                    \
  __QN_FN float name##f(float x, float y) { return __builtin_##name##f(x, y); }\
  __QN_FN float name(float x, float y) { return __builtin_##name##f(x, y); }   \
  __QN_FN double name(double x, double y) { return __builtin_##name(x, y); }
__QN_BUILTIN2(fmin)
__QN_BUILTIN2(fmax)
__QN_BUILTIN2(copysign)
#undef __QN_BUILTIN2

__QN_FN float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
__QN_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__QN_FN double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}

__QN_FN int abs(int x) { return __builtin_abs(x); }
__QN_FN long abs(long x) { return __builtin_labs(x); }
__QN_FN long long abs(long long x) { return __builtin_llabs(x); }
__QN_FN long labs(long x) { return __builtin_labs(x); }
__QN_FN long long llabs(long long x) { return __builtin_llabs(x); }
__QN_FN float abs(float x) { return __builtin_fabsf(x); }
__QN_FN double abs(double x) { return __builtin_fabs(x); }

// Floating-point min and max ignore a NaN, as fmin and fmax do.
__QN_HD float min(float a, float b) { return __builtin_fminf(a, b); }
__QN_HD float max(float a, float b) { return __builtin_fmaxf(a, b); }
__QN_HD double min(double a, double b) { return __builtin_fmin(a, b); }
__QN_HD double max(double a, double b) { return __builtin_fmax(a, b); }
__QN_HD double min(float a, double b) { return __builtin_fmin(a, b); }
__QN_HD double min(double a, float b) { return __builtin_fmin(a, b); }
__QN_HD double max(float a, double b) { return __builtin_fmax(a, b); }
__QN_HD double max(double a, float b) { return __builtin_fmax(a, b); }

// ---- Written here, for both types ----------------------------------------------------

// Facts about a floating-point type's representation.
template <typename T> struct __qn_float {};
template <> struct __qn_float<float> {
  typedef unsigned bits;
  static constexpr int mantissa = 23, bias = 127, top = 255;
  static constexpr float two_to_mantissa = 8388608.0f;
};
template <> struct __qn_float<double> {
  typedef unsigned long long bits;
  static constexpr int mantissa = 52, bias = 1023, top = 2047;
  static constexpr double two_to_mantissa = 4503599627370496.0;
};

// Halfway cases are rounded away from zero.
template <typename T> __QN_FN T __qn_round(T x) {
#pragma clang fp contract(off)
  const T whole = trunc(x);
  return fabs(x - whole) >= (T)0.5 ? whole + copysign((T)1, x) : whole;
}
template <typename T> __QN_FN T __qn_fdim(T x, T y) {
  return x <= y ? (T)0 : x - y;
}
// Biased exponent of a finite number other than zero, as if it were normal.
template <typename T> __QN_FN int __qn_exponent(T x) {
  typedef __qn_float<T> F;
  typedef typename F::bits B;
  int e = (int)(__builtin_bit_cast(B, x) >> F::mantissa) & F::top;
  if (e == 0) {
    x *= F::two_to_mantissa;
    e = ((int)(__builtin_bit_cast(B, x) >> F::mantissa) & F::top) - F::mantissa;
  }
  return e - F::bias;
}
template <typename T> __QN_FN int __qn_ilogb(T x) {
  if (x == (T)0 || x != x)
    return -2147483647 - 1;
  return __builtin_isinf(x) ? 2147483647 : __qn_exponent(x);
}
template <typename T> __QN_FN T __qn_logb(T x) {
  if (x == (T)0)
    return -(T)__builtin_inff();
  if (x != x || __builtin_isinf(x))
    return x * x;
  return (T)__qn_exponent(x);
}
template <typename T> __QN_FN T __qn_frexp(T x, int *exponent) {
  typedef __qn_float<T> F;
  typedef typename F::bits B;
  if (x == (T)0 || x != x || __builtin_isinf(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = __qn_exponent(x) + 1;
  B b = __builtin_bit_cast(B, x);
  if (((b >> F::mantissa) & F::top) == 0)
    b = __builtin_bit_cast(B, x * F::two_to_mantissa);
  b &= ~((B)F::top << F::mantissa);
  b |= (B)(F::bias - 1) << F::mantissa;
  return __builtin_bit_cast(T, b);
}
// In at most three steps, of which only the last can round: steps downwards
// stop before the subnormal numbers.
template <typename T> __QN_FN T __qn_ldexp(T x, int e) {
  typedef __qn_float<T> F;
  typedef typename F::bits B;
  constexpr int up = F::bias, down = F::bias - 1 - (F::mantissa + 1);
  const T large = __builtin_bit_cast(T, (B)(F::bias + up) << F::mantissa);
  const T small = __builtin_bit_cast(T, (B)(F::bias - down) << F::mantissa);
  if (e > up) {
    x *= large;
    e -= up;
    if (e > up) {
      x *= large;
      e -= up;
      e = e > up ? up : e;
    }
  } else if (e < 1 - F::bias) {
    x *= small;
    e += down;
    if (e < 1 - F::bias) {
      x *= small;
      e += down;
      e = e < 1 - F::bias ? 1 - F::bias : e;
    }
  }
  return x * __builtin_bit_cast(T, (B)(F::bias + e) << F::mantissa);
}
template <typename T> __QN_FN T __qn_modf(T x, T *whole) {
  const T w = trunc(x);
  *whole = w;
  return copysign(__builtin_isinf(x) ? (T)0 : x - w, x);
}

#define __QN_OWN1(name)                                                        \
  __QN_FN float name##f(float x) { return __qn_##name(x); }                    \
  __QN_FN float name(float x) { return __qn_##name(x); }                       \
  __QN_FN double name(double x) { return __qn_##name(x); }
__QN_OWN1(round)
__QN_OWN1(logb)
#undef __QN_OWN1
__QN_FN float fdimf(float x, float y) { return __qn_fdim(x, y); }
__QN_FN float fdim(float x, float y) { return __qn_fdim(x, y); }
__QN_FN double fdim(double x, double y) { return __qn_fdim(x, y); }

__QN_FN int ilogbf(float x) { return __qn_ilogb(x); }
__QN_FN int ilogb(float x) { return __qn_ilogb(x); }
__QN_FN int ilogb(double x) { return __qn_ilogb(x); }
__QN_FN float frexpf(float x, int *e) { return __qn_frexp(x, e); }
__QN_FN float frexp(float x, int *e) { return __qn_frexp(x, e); }
__QN_FN double frexp(double x, int *e) { return __qn_frexp(x, e); }
__QN_FN float modff(float x, float *w) { return __qn_modf(x, w); }
__QN_FN float modf(float x, float *w) { return __qn_modf(x, w); }
__QN_FN double modf(double x, double *w) { return __qn_modf(x, w); }
__QN_FN float ldexpf(float x, int e) { return __qn_ldexp(x, e); }
__QN_FN float ldexp(float x, int e) { return __qn_ldexp(x, e); }
__QN_FN double ldexp(double x, int e) { return __qn_ldexp(x, e); }
__QN_FN float scalbnf(float x, int e) { return __qn_ldexp(x, e); }
__QN_FN float scalbn(float x, int e) { return __qn_ldexp(x, e); }
__QN_FN double scalbn(double x, int e) { return __qn_ldexp(x, e); }
__QN_FN int __qn_clamp_exponent(long e) {
  return e > 10000 ? 10000 : e < -10000 ? -10000 : (int)e;
}
__QN_FN float scalblnf(float x, long e) {
  return __qn_ldexp(x, __qn_clamp_exponent(e));
}
__QN_FN float scalbln(float x, long e) { return scalblnf(x, e); }
__QN_FN double scalbln(double x, long e) {
  return __qn_ldexp(x, __qn_clamp_exponent(e));
}
__QN_FN float remquof(float x, float y, int *q) {
  int quotient;
  const float r = __qn_lib_remquof(x, y, &quotient);
  *q = quotient;
  return r;
}
__QN_FN float remquo(float x, float y, int *q) { return remquof(x, y, q); }
__QN_FN double remquo(double x, double y, int *q) {
  int quotient;
  const double r = __qn_lib_remquo(x, y, &quotient);
  *q = quotient;
  return r;
}

#define __QN_TO_INTEGER(R, name, function)                                     \
  __QN_FN R name##f(float x) { return (R)function(x); }                        \
  __QN_FN R name(float x) { return (R)function(x); }                           \
  __QN_FN R name(double x) { return (R)function(x); }
__QN_TO_INTEGER(long, lrint, rint)
__QN_TO_INTEGER(long, lround, round)
__QN_TO_INTEGER(long long, llrint, rint)
__QN_TO_INTEGER(long long, llround, round)
#undef __QN_TO_INTEGER

__QN_FN float nanf(const char *) { return __uint_as_float(0x7fffffffu); }
__QN_FN double nan(const char *) {
  return __longlong_as_double(0x7fffffffffffffffll);
}

// ---- Classification --------------------------------------------------------------------

#define __QN_CLASS1(name)                                                      \
  __QN_FN bool name(float x) { return __builtin_##name(x); }                   \
  __QN_FN bool name(double x) { return __builtin_##name(x); }
#define __QN_CLASS2(name)                                                      \
  __QN_FN bool name(float x, float y) { return __builtin_##name(x, y); }       \
  __QN_FN bool name(double x, double y) { return __builtin_##name(x, y); }
__QN_CLASSIFY1(__QN_CLASS1)
__QN_CLASSIFY2(__QN_CLASS2)
#undef __QN_CLASS1
#undef __QN_CLASS2
// The C library's numbers for the classes.
__QN_FN int fpclassify(float x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}
__QN_FN int fpclassify(double x) {
  return __builtin_fpclassify(0, 1, 4, 3, 2, x);
}
__QN_FN int isnanf(float x) { return __builtin_isnan(x); }
__QN_FN int isinff(float x) { return __builtin_isinf(x); }
__QN_FN int finitef(float x) { return __builtin_isfinite(x); }
__QN_FN int finite(double x) { return __builtin_isfinite(x); }
__QN_FN int __isnanf(float x) { return __builtin_isnan(x); }
__QN_FN int __isnan(double x) { return __builtin_isnan(x); }
__QN_FN int __isinff(float x) { return __builtin_isinf(x); }
__QN_FN int __isinf(double x) { return __builtin_isinf(x); }
__QN_FN int __finitef(float x) { return __builtin_isfinite(x); }
__QN_FN int __finite(double x) { return __builtin_isfinite(x); }
__QN_FN int __signbitf(float x) { return __builtin_signbit(x); }
__QN_FN int __signbit(double x) { return __builtin_signbit(x); }

// ---- Combinations ------------------------------------------------------------------------

#ifdef __QUERN_TARGET_SPIRV__
// OpenCL's pown may be 16 ulp off, its pow 4 where the type holds `n`.
__QN_FN float powif(float x, int n) {
  return n >= -(1 << 24) && n <= 1 << 24 ? powf(x, (float)n)
                                         : __qn_lib_pownf(x, n);
}
__QN_FN double powi(double x, int n) { return pow(x, (double)n); }
#else
__QN_FN float powif(float x, int n) { return __qn_lib_pownf(x, n); }
__QN_FN double powi(double x, int n) { return __qn_lib_pown(x, n); }
#endif
__QN_FN float pow(float x, int n) { return powif(x, n); }
__QN_FN double pow(double x, int n) { return powi(x, n); }

#if defined(__FAST_MATH__) || defined(__USE_FAST_MATH__)
__QN_FN void sincosf(float x, float *s, float *c) { __sincosf(x, s, c); }
#elif defined(__QN_OWN_MATHS)
// One reduction of the argument serves both.
__QN_FN void sincosf(float x, float *s, float *c) {
  float sine, cosine;
  __qn_cpu_sincosf(x, &sine, &cosine);
  *s = sine;
  *c = cosine;
}
#else
__QN_FN void sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
#endif
#ifdef __QN_OWN_MATHS
__QN_FN void sincos(double x, double *s, double *c) {
  double sine, cosine;
  __qn_cpu_sincos(x, &sine, &cosine);
  *s = sine;
  *c = cosine;
}
#else
__QN_FN void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
__QN_FN double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
__QN_FN float rcbrtf(float x) { return 1.0f / cbrtf(x); }
__QN_FN float rcbrt(float x) { return 1.0f / cbrtf(x); }
__QN_FN double rcbrt(double x) { return 1.0 / cbrt(x); }
#endif
__QN_FN void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
__QN_FN void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
__QN_FN void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
__QN_FN void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
__QN_FN float rsqrtf(float x) { return __qn_fast_rsqrt(x); }
__QN_FN float rsqrt(float x) { return __qn_fast_rsqrt(x); }
__QN_FN float fdividef(float x, float y) { return x / y; }
__QN_FN double fdivide(double x, double y) { return x / y; }

__QN_FN float __saturatef(float x) {
  return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f);
}

#endif
