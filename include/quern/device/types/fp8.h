// SPDX-License-Identifier: Apache-2.0
//
// Eight-bit floating point: e4m3 and e5m2 as in CUDA's cuda_fp8.h (OCP), and the
// fnuz variants of AMD's MI300 as in hip_fp8.h. All conversions are exact integer
// code: round to nearest, ties to even, subnormals included.
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

// A format: how many bits the mantissa has, the exponent's bias, the largest
// finite magnitude, the magnitude that stands for NaN, whether there is an
// infinity, and whether zero has no sign (fnuz: its bits are the NaN's).
template <int MANTISSA, int BIAS, int LARGEST, int NAN_CODE, int INFINITY_CODE,
          bool UNSIGNED_ZERO>
struct __qn_fp8_format {
  static constexpr int mantissa = MANTISSA, bias = BIAS, largest = LARGEST,
                       nan_code = NAN_CODE, infinity_code = INFINITY_CODE;
  static constexpr bool unsigned_zero = UNSIGNED_ZERO;
};
typedef __qn_fp8_format<3, 7, 0x7e, 0x7f, -1, false> __qn_e4m3;
typedef __qn_fp8_format<2, 15, 0x7b, 0x7f, 0x7c, false> __qn_e5m2;
typedef __qn_fp8_format<3, 8, 0x7f, 0x80, -1, true> __qn_e4m3_fnuz;
typedef __qn_fp8_format<2, 16, 0x7f, 0x80, -1, true> __qn_e5m2_fnuz;

// From float. `saturate`: what is too large becomes the largest finite number;
// otherwise infinity, or NaN where there is none.
template <typename F>
__QN_HD unsigned char __qn_fp8_from_float(float x, bool saturate) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const unsigned sign = (bits >> 24) & 0x80u;
  const unsigned magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return (unsigned char)(F::unsigned_zero ? 0x80 : sign | F::nan_code);

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
    const unsigned up = rest > half || (rest == half && (kept & 1)) ? 1 : 0;
    // The leading one adds one to a normal number's exponent field by itself.
    code = kept + up +
           ((unsigned)(exponent < 1 ? 0 : exponent - 1) << F::mantissa);
  }
  if (code > (unsigned)F::largest) {
    if (saturate)
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
  const unsigned code = x & 0x7fu;
  const bool negative = x & 0x80u;
  if (F::unsigned_zero ? x == 0x80
                       : (F::infinity_code >= 0
                              ? code > (unsigned)F::infinity_code
                              : code == (unsigned)F::nan_code))
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

// Everything converts with saturation, as in CUDA. X is the name of the storage
// member: __x.
#define __QN_FP8_TYPE(N, F)                                                    \
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
    __QN_FP8_FROM(N, unsigned long)                                            \
    __QN_FP8_FROM(N, long long)                                                \
    __QN_FP8_FROM(N, unsigned long long)                                       \
    __QN_MEMBER explicit operator float() const {                              \
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
#define __QN_FP8_FROM(N, T)                                                    \
  __QN_MEMBER explicit N(T v) : N(__qn_integer_to_odd((long long)v)) {}
#define __QN_FP8_TO(F, T)                                                      \
  __QN_MEMBER explicit operator T() const {                                    \
    return __qn_to_integer<T>(__qn_fp8_to_float<F>(__x), __qn_rz);             \
  }
__QN_FP8_TYPE(__nv_fp8_e4m3, __qn_e4m3)
__QN_FP8_TYPE(__nv_fp8_e5m2, __qn_e5m2)
__QN_FP8_TYPE(__hip_fp8_e4m3, __qn_e4m3)
__QN_FP8_TYPE(__hip_fp8_e5m2, __qn_e5m2)
__QN_FP8_TYPE(__hip_fp8_e4m3_fnuz, __qn_e4m3_fnuz)
__QN_FP8_TYPE(__hip_fp8_e5m2_fnuz, __qn_e5m2_fnuz)
#undef __QN_FP8_FROM
#undef __QN_FP8_TO
#undef __QN_FP8_TYPE

// Two and four in a word.
#define __QN_FP8_PAIR(N, F)                                                    \
  struct __align__(2) N {                                                      \
    __nv_fp8x2_storage_t __x;                                                  \
    N() = default;                                                             \
    __QN_MEMBER explicit N(float2 v)                                           \
        : __x((__nv_fp8x2_storage_t)(__qn_fp8_from_float<F>(v.x, true) |       \
                                     __qn_fp8_from_float<F>(v.y, true)         \
                                         << 8)) {}                             \
    __QN_MEMBER explicit N(__half2 v)                                          \
        : N(make_float2((float)v.x, (float)v.y)) {}                            \
    __QN_MEMBER explicit N(__nv_bfloat162 v)                                   \
        : N(make_float2((float)v.x, (float)v.y)) {}                            \
    __QN_MEMBER explicit operator float2() const {                             \
      return make_float2(__qn_fp8_to_float<F>((unsigned char)__x),             \
                         __qn_fp8_to_float<F>((unsigned char)(__x >> 8)));     \
    }                                                                          \
    __QN_MEMBER explicit operator __half2() const {                            \
      const float2 v = (float2) * this;                                        \
      return __half2(__half(v.x), __half(v.y));                                \
    }                                                                          \
  };
__QN_FP8_PAIR(__nv_fp8x2_e4m3, __qn_e4m3)
__QN_FP8_PAIR(__nv_fp8x2_e5m2, __qn_e5m2)
#undef __QN_FP8_PAIR
#define __QN_FP8_FOUR(N, P)                                                    \
  struct __align__(4) N {                                                      \
    __nv_fp8x4_storage_t __x;                                                  \
    N() = default;                                                             \
    __QN_MEMBER explicit N(float4 v)                                           \
        : __x((unsigned)P(make_float2(v.x, v.y)).__x |                         \
              (unsigned)P(make_float2(v.z, v.w)).__x << 16) {}                 \
    __QN_MEMBER explicit operator float4() const {                             \
      P low, high;                                                             \
      low.__x = (__nv_fp8x2_storage_t)__x;                                     \
      high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                            \
      const float2 a = (float2)low, b = (float2)high;                          \
      return make_float4(a.x, a.y, b.x, b.y);                                  \
    }                                                                          \
  };
__QN_FP8_FOUR(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3)
__QN_FP8_FOUR(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2)
#undef __QN_FP8_FOUR

#endif
