// SPDX-License-Identifier: Apache-2.0
//
// Eight-bit floating point: e4m3 and e5m2 as in CUDA's cuda_fp8.h (OCP), the fnuz
// variants of AMD's MI300 as in hip_fp8.h, and powers of two, e8m0. All
// conversions are exact integer code: round to nearest, ties to even, subnormals
// included. Six and four bits (fp6_fp4.h) are made of the same templates.
#ifndef QUERN_DEVICE_FP8_H
#define QUERN_DEVICE_FP8_H
#pragma clang system_header

#include "bfloat16.h"
#include "half.h"
#include "../prelude.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

// A format: the mantissa's bits, the exponent's bias, the largest finite
// magnitude, the magnitudes that encode NaN and infinity (-1: there is none),
// whether zero has no sign (fnuz: -0 encodes NaN), and the sign's bit number.
template <int MANTISSA, int BIAS, int LARGEST, int NAN_CODE, int INFINITY_CODE,
          bool UNSIGNED_ZERO, int SIGN = 7>
struct __qn_fp8_format {
  static constexpr int mantissa = MANTISSA, bias = BIAS, largest = LARGEST,
                       nan_code = NAN_CODE, infinity_code = INFINITY_CODE,
                       sign = SIGN;
  static constexpr bool unsigned_zero = UNSIGNED_ZERO;
};
typedef __qn_fp8_format<3, 7, 0x7e, 0x7f, -1, false> __qn_e4m3;
typedef __qn_fp8_format<2, 15, 0x7b, 0x7f, 0x7c, false> __qn_e5m2;
typedef __qn_fp8_format<3, 8, 0x7f, 0x80, -1, true> __qn_e4m3_fnuz;
typedef __qn_fp8_format<2, 16, 0x7f, 0x80, -1, true> __qn_e5m2_fnuz;

// From float. `saturate`: too large numbers become the largest finite one;
// otherwise infinity, or NaN if there is none. Without either a NaN becomes the
// largest number. `truncate`: rounds towards zero.
template <typename F>
__QN_HD unsigned char __qn_fp8_from_float(float x, bool saturate,
                                          bool truncate = false) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const unsigned sign = bits >> 31 << F::sign;
  const unsigned magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return (unsigned char)(F::unsigned_zero  ? 0x80
                           : F::nan_code < 0 ? F::largest
                                             : F::nan_code);

  // The significand, with the weight of its lowest kept bit as an exponent; below
  // the smallest normal number that weight stays.
  int exponent = (int)(magnitude >> 23) - 127 + F::bias;
  unsigned code;
  if (magnitude == 0x7f800000u) {
    code = 0x100;
  } else if (exponent < -F::mantissa) {
    code = 0;
  } else {
    const unsigned significand =
        magnitude < 0x00800000u ? 0 : (magnitude & 0x007fffffu) | 0x00800000u;
    const int drop = 23 - F::mantissa + (exponent < 1 ? 1 - exponent : 0);
    const unsigned half = 1u << (drop - 1);
    const unsigned kept = significand >> drop;
    const unsigned rest = significand & ((half << 1) - 1);
    const bool above = rest > half || (rest == half && (kept & 1));
    const unsigned up = above && !truncate ? 1 : 0;
    // In normal numbers the leading 1 adds 1 to the exponent field.
    code = kept + up +
           ((unsigned)(exponent < 1 ? 0 : exponent - 1) << F::mantissa);
  }
  if (code > (unsigned)F::largest) {
    if (saturate || F::nan_code < 0)
      code = F::largest;
    else if (F::infinity_code >= 0)
      code = F::infinity_code;
    else
      return (unsigned char)(F::unsigned_zero ? 0x80 : sign | F::nan_code);
  }
  if (F::unsigned_zero && code == 0)
    return 0;
  return (unsigned char)(sign | code);
}

// To float, which holds every value exactly.
template <typename F> __QN_HD float __qn_fp8_to_float(unsigned char x) {
  const unsigned code = x & ((1u << F::sign) - 1);
  const bool negative = x >> F::sign & 1;
  const bool is_nan = F::nan_code < 0 ? false
                      : F::unsigned_zero
                          ? x == 0x80
                          : (F::infinity_code >= 0
                                 ? code > (unsigned)F::infinity_code
                                 : code == (unsigned)F::nan_code);
  if (is_nan)
    return __builtin_bit_cast(float, 0x7fffffffu);
  float value;
  if (F::infinity_code >= 0 && code == (unsigned)F::infinity_code) {
    value = __builtin_inff();
  } else {
    const int field = (int)(code >> F::mantissa);
    const unsigned fraction = code & ((1u << F::mantissa) - 1);
    if (field == 0) {
      // fraction * 2^(1 - bias - mantissa)
      value = (float)fraction *
              __builtin_bit_cast(
                  float, (unsigned)(127 + 1 - F::bias - F::mantissa) << 23);
    } else {
      value = __builtin_bit_cast(float,
                                 ((unsigned)(field + 127 - F::bias) << 23) |
                                     (fraction << (23 - F::mantissa)));
    }
  }
  return negative ? -value : value;
}

// ---- CUDA's functions -------------------------------------------------------------

__QN_HD __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3
             ? __qn_fp8_from_float<__qn_e4m3>(x, saturate == __NV_SATFINITE)
             : __qn_fp8_from_float<__qn_e5m2>(x, saturate == __NV_SATFINITE);
}
__QN_HD __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__qn_double2float_odd(x), saturate, format);
}
__QN_HD __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8((float)__half(x), saturate, format);
}
__QN_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, format);
}
__QN_HD float __qn_fp8_value(const __nv_fp8_storage_t x,
                             const __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3 ? __qn_fp8_to_float<__qn_e4m3>(x)
                             : __qn_fp8_to_float<__qn_e5m2>(x);
}
__QN_HD __half_raw
__nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                        const __nv_fp8_interpretation_t format) {
  return (__half_raw)__half(__qn_fp8_value(x, format));
}
__QN_HD __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                         const __nv_fp8_interpretation_t format) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, format) |
                                __nv_cvt_float_to_fp8(x.y, saturate, format)
                                    << 8);
}
__QN_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(
    const double2 x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t format) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, format) |
                                __nv_cvt_double_to_fp8(x.y, saturate, format)
                                    << 8);
}
__QN_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(
    const __half2_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float2_to_fp8x2(
      make_float2((float)__ushort_as_half(x.x), (float)__ushort_as_half(x.y)),
      saturate, format);
}
__QN_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
    const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t format) {
  return __nv_cvt_float2_to_fp8x2(
      make_float2(__qn_bf16_value(x.x), __qn_bf16_value(x.y)), saturate,
      format);
}
__QN_HD __half2_raw
__nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                           const __nv_fp8_interpretation_t format) {
  return __half2_raw{
      __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, format).x,
      __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), format).x};
}

// ---- Types --------------------------------------------------------------------------

// All conversions saturate, as in CUDA; programs use the storage, __x. F
// encodes and decodes one number: __qn_fp8_from_float, __qn_fp8_to_float. HIP's
// become float without a cast: `how` is explicit for CUDA's alone.
#define __QN_FP8_FROM(N, T)                                                    \
  __QN_MEMBER explicit N(T v) : N(__qn_integer_to_odd((long long)v)) {}
#define __QN_FP8_FROM_UNSIGNED(N, T)                                           \
  __QN_MEMBER explicit N(T v) : N(__qn_integer_to_odd(v)) {}
#define __QN_FP8_TO(F, T)                                                      \
  __QN_MEMBER explicit operator T() const {                                    \
    return __qn_to_integer<T>(__qn_fp8_to_float<F>(__x), __qn_rz);             \
  }
#define __QN_FP8_TYPE(N, F, how)                                               \
  struct __align__(1) N {                                                      \
    __nv_fp8_storage_t __x;                                                    \
    N() = default;                                                             \
    __QN_MEMBER explicit N(float v) : __x(__qn_fp8_from_float<F>(v, true)) {}  \
    __QN_MEMBER explicit N(double v)                                           \
        : __x(__qn_fp8_from_float<F>(__qn_double2float_odd(v), true)) {}       \
    __QN_MEMBER explicit N(__half v) : N((float)v) {}                          \
    __QN_MEMBER explicit N(__nv_bfloat16 v) : N((float)v) {}                   \
    __QN_FP8_FROM(N, short)                                                    \
    __QN_FP8_FROM(N, unsigned short)                                           \
    __QN_FP8_FROM(N, int)                                                      \
    __QN_FP8_FROM(N, unsigned int)                                             \
    __QN_FP8_FROM(N, long)                                                     \
    __QN_FP8_FROM_UNSIGNED(N, unsigned long)                                   \
    __QN_FP8_FROM(N, long long)                                                \
    __QN_FP8_FROM_UNSIGNED(N, unsigned long long)                              \
    __QN_MEMBER how operator float() const {                                   \
      return __qn_fp8_to_float<F>(__x);                                        \
    }                                                                          \
    __QN_MEMBER explicit operator double() const {                             \
      return (double)__qn_fp8_to_float<F>(__x);                                \
    }                                                                          \
    __QN_MEMBER explicit operator __half() const {                             \
      return __half(__qn_fp8_to_float<F>(__x));                                \
    }                                                                          \
    __QN_MEMBER explicit operator __nv_bfloat16() const {                      \
      return __nv_bfloat16(__qn_fp8_to_float<F>(__x));                         \
    }                                                                          \
    __QN_MEMBER explicit operator bool() const {                               \
      return __qn_fp8_to_float<F>(__x) != 0.0f;                                \
    }                                                                          \
    __QN_FP8_TO(F, char)                                                       \
    __QN_FP8_TO(F, signed char)                                                \
    __QN_FP8_TO(F, unsigned char)                                              \
    __QN_FP8_TO(F, short)                                                      \
    __QN_FP8_TO(F, unsigned short)                                             \
    __QN_FP8_TO(F, int)                                                        \
    __QN_FP8_TO(F, unsigned int)                                               \
    __QN_FP8_TO(F, long)                                                       \
    __QN_FP8_TO(F, unsigned long)                                              \
    __QN_FP8_TO(F, long long)                                                  \
    __QN_FP8_TO(F, unsigned long long)                                         \
  };

// Two in a word, the first in the lowest `bits` bits; and four: two pairs.
#define __QN_FP8_PAIR(N, F, S, bits, how)                                      \
  struct __align__(sizeof(S)) N {                                              \
    S __x;                                                                     \
    N() = default;                                                             \
    __QN_MEMBER explicit N(float2 v)                                           \
        : __x((S)(__qn_fp8_from_float<F>(v.x, true) |                          \
                  __qn_fp8_from_float<F>(v.y, true) << (bits))) {}             \
    __QN_MEMBER explicit N(double2 v)                                          \
        : N(make_float2(__qn_double2float_odd(v.x),                            \
                        __qn_double2float_odd(v.y))) {}                        \
    __QN_MEMBER explicit N(__half2 v)                                          \
        : N(make_float2((float)v.x, (float)v.y)) {}                            \
    __QN_MEMBER explicit N(__nv_bfloat162 v)                                   \
        : N(make_float2((float)v.x, (float)v.y)) {}                            \
    __QN_MEMBER how operator float2() const {                                  \
      const unsigned mask = (1u << (bits)) - 1;                                \
      return make_float2(__qn_fp8_to_float<F>((unsigned char)(__x & mask)),    \
                         __qn_fp8_to_float<F>((unsigned char)(__x >> (bits))));\
    }                                                                          \
    __QN_MEMBER explicit operator __half2() const {                            \
      const float2 v = (float2) * this;                                        \
      return __half2(__half(v.x), __half(v.y));                                \
    }                                                                          \
    __QN_MEMBER explicit operator __nv_bfloat162() const {                     \
      const float2 v = (float2) * this;                                        \
      return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y));           \
    }                                                                          \
  };
#define __QN_FP8_FOUR(N, P, S, how)                                            \
  struct __align__(sizeof(S)) N {                                              \
    S __x;                                                                     \
    N() = default;                                                             \
    __QN_MEMBER explicit N(float4 v)                                           \
        : N(P(make_float2(v.x, v.y)), P(make_float2(v.z, v.w))) {}             \
    __QN_MEMBER explicit N(double4 v)                                          \
        : N(P(make_double2(v.x, v.y)), P(make_double2(v.z, v.w))) {}           \
    __QN_MEMBER explicit N(__half2 low, __half2 high) : N(P(low), P(high)) {}  \
    __QN_MEMBER explicit N(__nv_bfloat162 low, __nv_bfloat162 high)            \
        : N(P(low), P(high)) {}                                                \
    __QN_MEMBER how operator float4() const {                                  \
      P low, high;                                                             \
      low.__x = (decltype(low.__x))__x;                                        \
      high.__x = (decltype(high.__x))(__x >> (sizeof(S) * 4));                 \
      const float2 a = (float2)low, b = (float2)high;                          \
      return make_float4(a.x, a.y, b.x, b.y);                                  \
    }                                                                          \
                                                                               \
  private:                                                                     \
    __QN_MEMBER N(P low, P high)                                               \
        : __x((S)((unsigned)low.__x |                                          \
                  (unsigned)high.__x << (sizeof(S) * 4))) {}                   \
  };
// One, two and four.
#define __QN_FP8_TYPES(before, format, F, how)                                 \
  __QN_FP8_TYPE(before##_##format, F, how)                                     \
  __QN_FP8_PAIR(before##x2_##format, F, __nv_fp8x2_storage_t, 8, how)          \
  __QN_FP8_FOUR(before##x4_##format, before##x2_##format,                      \
                __nv_fp8x4_storage_t, how)

// The powers of two from 2^-127 to 2^127, and NaN: the magnitude's exponent,
// away from zero unless `truncate`.
struct __qn_e8m0;
template <>
__QN_HD unsigned char __qn_fp8_from_float<__qn_e8m0>(float x, bool saturate,
                                                     bool truncate) {
  const unsigned magnitude = __builtin_bit_cast(unsigned, x) & 0x7fffffffu;
  const unsigned field = magnitude >> 23, rest = magnitude & 0x7fffffu;
  if (magnitude > 0x7f800000u)
    return 0xff;
  const bool up = !truncate && rest > (field ? 0 : 0x400000u);
  const unsigned code = field + (up ? 1 : 0);
  return (unsigned char)(code > 0xfe && saturate ? 0xfe : code);
}
template <>
__QN_HD float __qn_fp8_to_float<__qn_e8m0>(unsigned char x) {
  return __builtin_bit_cast(float, x == 0xff ? 0x7fffffffu
                                   : x == 0  ? 0x400000u
                                             : (unsigned)x << 23);
}
__QN_FP8_TYPES(__nv_fp8, e8m0, __qn_e8m0, explicit)

__QN_FP8_TYPES(__nv_fp8, e4m3, __qn_e4m3, explicit)
__QN_FP8_TYPES(__nv_fp8, e5m2, __qn_e5m2, explicit)
__QN_FP8_TYPES(__hip_fp8, e4m3, __qn_e4m3, )
__QN_FP8_TYPES(__hip_fp8, e5m2, __qn_e5m2, )
__QN_FP8_TYPES(__hip_fp8, e4m3_fnuz, __qn_e4m3_fnuz, )
__QN_FP8_TYPES(__hip_fp8, e5m2_fnuz, __qn_e5m2_fnuz, )

#endif
