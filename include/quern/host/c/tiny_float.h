// SPDX-License-Identifier: Apache-2.0
//
// Floating point of 8, 6 and 4 bits for sources without kernels, which plain C
// and C++ compilers read: storage, and conversions that round to the nearest
// even.
#ifndef QUERN_HOST_C_TINY_FLOAT_H
#define QUERN_HOST_C_TINY_FLOAT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "small_float.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t; // four bits each
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_saturation_t {
  __NV_NOSAT,
  __NV_SATFINITE
} __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
  __NV_E4M3,
  __NV_E5M2
} __nv_fp8_interpretation_t;
typedef enum __nv_fp6_interpretation_t {
  __NV_E2M3,
  __NV_E3M2
} __nv_fp6_interpretation_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

// HIP's, who number the formats of six bits the other way round.
typedef unsigned char __hip_fp6_storage_t;
typedef unsigned short __hip_fp6x2_storage_t;
typedef unsigned int __hip_fp6x4_storage_t;
typedef unsigned char __hip_fp4_storage_t;
typedef unsigned char __hip_fp4x2_storage_t;
typedef unsigned short __hip_fp4x4_storage_t;
typedef enum __hip_fp6_interpretation_t {
  __HIP_E3M2,
  __HIP_E2M3
} __hip_fp6_interpretation_t;
typedef enum __hip_fp4_interpretation_t {
  __HIP_E2M1
} __hip_fp4_interpretation_t;
typedef enum hipRoundMode {
  hipRoundNearest,
  hipRoundZero,
  hipRoundPosInf,
  hipRoundMinInf
} hipRoundMode;

// A format: the mantissa's bits, the exponent's bias, the largest finite
// magnitude, the magnitudes of NaN and infinity (-1: there is none), the sign's
// bit number, and whether -0 is NaN (fnuz), which has no other then.
typedef struct {
  int mantissa, bias, largest, nan_code, infinity_code, sign, unsigned_zero;
} __qn_tiny_format;

static const __qn_tiny_format __qn_tiny_e4m3 = {3, 7, 0x7e, 0x7f, -1, 7, 0};
static const __qn_tiny_format __qn_tiny_e5m2 = {2, 15, 0x7b, 0x7f, 0x7c, 7, 0};
static const __qn_tiny_format __qn_tiny_e4m3_fnuz = {3, 8,    0x7f, 0x80,
                                                     -1, 7, 1};
static const __qn_tiny_format __qn_tiny_e5m2_fnuz = {2, 16,   0x7f, 0x80,
                                                     -1, 7, 1};
static const __qn_tiny_format __qn_tiny_e2m3 = {3, 1, 0x1f, -1, -1, 5, 0};
static const __qn_tiny_format __qn_tiny_e3m2 = {2, 3, 0x1f, -1, -1, 5, 0};
static const __qn_tiny_format __qn_tiny_e2m1 = {1, 1, 0x7, -1, -1, 3, 0};

// 2 to the power of n, which is normal.
static inline double __qn_power_of_2(int n) {
  const unsigned long long bits = (unsigned long long)(n + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// Every format's numbers and the steps between them are exact in double.
static inline unsigned char __qn_tiny_bits(double value,
                                           const __qn_tiny_format *f,
                                           int saturate) {
  unsigned long long bits;
  double magnitude, steps;
  int exponent, sign, code;
  memcpy(&bits, &value, sizeof(bits));
  sign = (int)(bits >> 63) << f->sign;
  if (value != value)
    return (unsigned char)(f->nan_code < 0 ? f->largest : f->nan_code);
  magnitude = value < 0 ? -value : value;
  exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (exponent < 1 - f->bias)
    exponent = 1 - f->bias;
  if (exponent > 16) {
    code = f->largest + 1;
  } else {
    steps = magnitude * __qn_power_of_2(f->mantissa - exponent);
    code = (int)steps;
    if (steps - code > 0.5 || (steps - code == 0.5 && (code & 1)))
      ++code;
    code += (exponent + f->bias - 1) << f->mantissa;
  }
  if (code > f->largest)
    code = saturate                ? f->largest
           : f->infinity_code >= 0 ? f->infinity_code
           : f->nan_code >= 0      ? f->nan_code
                                   : f->largest;
  if (f->unsigned_zero && (!code || code == f->nan_code))
    return (unsigned char)code;
  return (unsigned char)(sign | code);
}

static inline float __qn_tiny_value(unsigned char bits,
                                    const __qn_tiny_format *f) {
  const int magnitude = bits & ((1 << f->sign) - 1);
  const int exponent = magnitude >> f->mantissa;
  const int steps = (magnitude & ((1 << f->mantissa) - 1)) +
                    (exponent ? 1 << f->mantissa : 0);
  float value;
  unsigned nan = 0x7fffffffu;
  memcpy(&value, &nan, sizeof(value));
  if (f->unsigned_zero ? bits == 0x80
                       : f->nan_code >= 0 && magnitude > f->largest &&
                             magnitude != f->infinity_code)
    return value;
  value = (float)(steps * __qn_power_of_2((exponent ? exponent : 1) - f->bias -
                                          f->mantissa));
  if (magnitude == f->infinity_code) {
    nan = 0x7f800000u;
    memcpy(&value, &nan, sizeof(value));
  }
  return bits >> f->sign & 1 ? -value : value;
}

static inline const __qn_tiny_format *
__qn_tiny_fp8(__nv_fp8_interpretation_t format) {
  return format == __NV_E4M3 ? &__qn_tiny_e4m3 : &__qn_tiny_e5m2;
}
static inline __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t mode,
                       const __nv_fp8_interpretation_t format) {
  return __qn_tiny_bits(x, __qn_tiny_fp8(format), mode == __NV_SATFINITE);
}
static inline __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t mode,
                      const __nv_fp8_interpretation_t format) {
  return __nv_cvt_double_to_fp8(x, mode, format);
}
static inline __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t mode,
                        const __nv_fp8_interpretation_t format) {
  return __nv_cvt_double_to_fp8(__qn_half_value(x.x), mode, format);
}
static inline __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x,
                            const __nv_saturation_t mode,
                            const __nv_fp8_interpretation_t format) {
  return __nv_cvt_double_to_fp8(__qn_bfloat_value(x.x), mode, format);
}
static inline __half_raw
__nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                        const __nv_fp8_interpretation_t format) {
  __half_raw made;
  made.x = __qn_half_bits(__qn_tiny_value(x, __qn_tiny_fp8(format)));
  return made;
}

#ifdef __cplusplus
#define __QN_TINY_TYPE(N, F, how)                                              \
  struct N {                                                                   \
    unsigned char __x;                                                         \
    N() = default;                                                             \
    explicit N(double value) : __x(__qn_tiny_bits(value, &F, 1)) {}            \
    explicit N(float value) : __x(__qn_tiny_bits(value, &F, 1)) {}             \
    explicit N(__half value) : N((float)value) {}                              \
    explicit N(__nv_bfloat16 value) : N((float)value) {}                       \
    how operator float() const { return __qn_tiny_value(__x, &F); }            \
    explicit operator double() const { return (float)*this; }                  \
    explicit operator __half() const { return __half((float)*this); }          \
  };
#else
#define __QN_TINY_TYPE(N, F, how)                                              \
  typedef struct N {                                                           \
    unsigned char __x;                                                         \
  } N;
#endif
#define __QN_TINY_MANY(N, S)                                                   \
  typedef struct N {                                                           \
    S __x;                                                                     \
  } N;
#define __QN_TINY_TYPES(before, format, S2, S4, how)                           \
  __QN_TINY_TYPE(before##_##format, __qn_tiny_##format, how)                   \
  __QN_TINY_MANY(before##x2_##format, S2)                                      \
  __QN_TINY_MANY(before##x4_##format, S4)
__QN_TINY_TYPES(__nv_fp8, e4m3, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, explicit)
__QN_TINY_TYPES(__nv_fp8, e5m2, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, explicit)
__QN_TINY_TYPES(__hip_fp8, e4m3, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, )
__QN_TINY_TYPES(__hip_fp8, e5m2, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, )
__QN_TINY_TYPES(__hip_fp8, e4m3_fnuz, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, )
__QN_TINY_TYPES(__hip_fp8, e5m2_fnuz, __nv_fp8x2_storage_t, __nv_fp8x4_storage_t, )
__QN_TINY_TYPES(__nv_fp6, e2m3, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, explicit)
__QN_TINY_TYPES(__nv_fp6, e3m2, __nv_fp6x2_storage_t, __nv_fp6x4_storage_t, explicit)
__QN_TINY_TYPES(__nv_fp4, e2m1, __nv_fp4x2_storage_t, __nv_fp4x4_storage_t, explicit)
__QN_TINY_TYPES(__hip_fp6, e2m3, __hip_fp6x2_storage_t, __hip_fp6x4_storage_t, )
__QN_TINY_TYPES(__hip_fp6, e3m2, __hip_fp6x2_storage_t, __hip_fp6x4_storage_t, )
__QN_TINY_TYPES(__hip_fp4, e2m1, __hip_fp4x2_storage_t, __hip_fp4x4_storage_t, )
#undef __QN_TINY_TYPES
#undef __QN_TINY_MANY
#undef __QN_TINY_TYPE

#endif
