// SPDX-License-Identifier: Apache-2.0
//
// Six-bit and four-bit floating point, as in CUDA's cuda_fp6.h and cuda_fp4.h:
// without infinity and NaN.
#ifndef QUERN_DEVICE_FP6_FP4_H
#define QUERN_DEVICE_FP6_FP4_H
#pragma clang system_header

#include "fp8.h"

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t; // four bits each
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };

typedef __qn_fp8_format<3, 1, 0x1f, -1, -1, false, 5> __qn_e2m3;
typedef __qn_fp8_format<2, 3, 0x1f, -1, -1, false, 5> __qn_e3m2;
typedef __qn_fp8_format<1, 1, 0x7, -1, -1, false, 3> __qn_e2m1;

__QN_FP8_TYPES(__nv_fp6, e2m3, __qn_e2m3, explicit)
__QN_FP8_TYPES(__nv_fp6, e3m2, __qn_e3m2, explicit)
__QN_FP8_TYPE(__nv_fp4_e2m1, __qn_e2m1, explicit)
__QN_FP8_PAIR(__nv_fp4x2_e2m1, __qn_e2m1, __nv_fp4x2_storage_t, 4, explicit)
__QN_FP8_FOUR(__nv_fp4x4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_storage_t, explicit)

// Conversions of one number and of two under CUDA's names or HIP's; `bits`: of
// each number in the storage.
#define __QN_TINY_FROM(who, mode_t, T, from, n, bits, expression, V, pair,     \
                       one, two)                                               \
  __QN_HD __##who##_fp##n##_storage_t __##who##_cvt_##from##_to_fp##n(         \
      const T x, const __##who##_fp##n##_interpretation_t format,              \
      const mode_t mode) {                                                     \
    return __qn_to_fp##n(expression, format, mode);                            \
  }                                                                            \
  __QN_HD __##who##_fp##n##x2_storage_t __##who##_cvt_##pair##_to_fp##n##x2(   \
      const V v, const __##who##_fp##n##_interpretation_t format,              \
      const mode_t mode) {                                                     \
    return (__##who##_fp##n##x2_storage_t)(                                    \
        __##who##_cvt_##from##_to_fp##n(one, format, mode) |                   \
        __##who##_cvt_##from##_to_fp##n(two, format, mode) << (bits));         \
  }
#define __QN_TINY(who, mode_t, n, bits)                                        \
  __QN_TINY_FROM(who, mode_t, float, float, n, bits, x, float2, float2, v.x,   \
                 v.y)                                                          \
  __QN_TINY_FROM(who, mode_t, double, double, n, bits,                         \
                 __qn_double2float_odd(x), double2, double2, v.x, v.y)         \
  __QN_TINY_FROM(who, mode_t, __half_raw, halfraw, n, bits, (float)__half(x),  \
                 __half2_raw, halfraw2, __half_raw(__half2(v).x),              \
                 __half_raw(__half2(v).y))                                     \
  __QN_TINY_FROM(who, mode_t, __nv_bfloat16_raw, bfloat16raw, n, bits,         \
                 __qn_bf16_value(x.x), __nv_bfloat162_raw, bfloat16raw2,       \
                 __nv_bfloat16_raw{v.x}, __nv_bfloat16_raw{v.y})               \
  __QN_HD __half_raw __##who##_cvt_fp##n##_to_halfraw(                         \
      const __##who##_fp##n##_storage_t x,                                     \
      const __##who##_fp##n##_interpretation_t format) {                       \
    return __half_raw(__half(__qn_from_fp##n(x, format)));                     \
  }                                                                            \
  __QN_HD __half2_raw __##who##_cvt_fp##n##x2_to_halfraw2(                     \
      const __##who##_fp##n##x2_storage_t x,                                   \
      const __##who##_fp##n##_interpretation_t format) {                       \
    const unsigned char low = (unsigned char)(x & ((1u << (bits)) - 1));       \
    const unsigned char high = (unsigned char)(x >> (bits));                   \
    return __half2_raw{__##who##_cvt_fp##n##_to_halfraw(low, format).x,        \
                       __##who##_cvt_fp##n##_to_halfraw(high, format).x};      \
  }

// Conversions by a format of one side's names, and the functions made of them:
// `who` is in their names, `WHO` in their formats'.
#define __QN_TINY_FORMATS(who, WHO, mode_type, towards_zero)                   \
  __QN_HD unsigned char __qn_to_fp6(                                           \
      float x, __##who##_fp6_interpretation_t format, mode_type mode) {        \
    return format == __##WHO##_E2M3                                            \
               ? __qn_fp8_from_float<__qn_e2m3>(x, true, mode == towards_zero) \
               : __qn_fp8_from_float<__qn_e3m2>(x, true, mode == towards_zero);\
  }                                                                            \
  __QN_HD float __qn_from_fp6(unsigned char x,                                 \
                              __##who##_fp6_interpretation_t format) {         \
    return format == __##WHO##_E2M3 ? __qn_fp8_to_float<__qn_e2m3>(x)          \
                                   : __qn_fp8_to_float<__qn_e3m2>(x);          \
  }                                                                            \
  __QN_HD unsigned char __qn_to_fp4(float x, __##who##_fp4_interpretation_t,   \
                                    mode_type mode) {                          \
    return __qn_fp8_from_float<__qn_e2m1>(x, true, mode == towards_zero);      \
  }                                                                            \
  __QN_HD float __qn_from_fp4(unsigned char x,                                 \
                              __##who##_fp4_interpretation_t) {                \
    return __qn_fp8_to_float<__qn_e2m1>(x);                                    \
  }                                                                            \
  __QN_TINY(who, mode_type, 6, 8)                                              \
  __QN_TINY(who, mode_type, 4, 4)

#endif
