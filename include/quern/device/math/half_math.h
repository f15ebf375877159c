// SPDX-License-Identifier: Apache-2.0
//
// The named functions on half and half2 (CUDA's cuda_fp16.h, HIP's hip_fp16.h).
#ifndef QUERN_DEVICE_HALF_MATH_H
#define QUERN_DEVICE_HALF_MATH_H
#pragma clang system_header

#include "../prelude.h"
#include "../types/small_float.h"

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

__QN_SMALL_ARITHMETIC(__half, __half2)
__QN_SMALL_COMPARISONS(__half, __half2)
__QN_SMALL_CLASSES(__half, __half2, __ushort_as_half, 0x7fff)
#if __QN_ARCH_HAS(800)
#include "../newer_begin.inc"
__QN_SMALL_NAN_MINMAX(__half, __half2, __ushort_as_half, 0x7fff)
#include "../newer_end.inc"
#endif
__QN_SMALL_MATH(__half, __half2)
__QN_SMALL_INTEGERS(half, __half)

__QN_HD __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__QN_HD __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__QN_HD __half2 __half2half2(__half a) { return __half2(a, a); }
__QN_HD __half2 __float2half2_rn(float a) {
  return __half2(__half(a), __half(a));
}
__QN_HD __half2 __floats2half2_rn(float a, float b) {
  return __half2(__half(a), __half(b));
}
__QN_HD __half2 __float22half2_rn(float2 a) {
  return __half2(__half(a.x), __half(a.y));
}
__QN_HD float2 __half22float2(__half2 a) {
  return make_float2((float)a.x, (float)a.y);
}
__QN_HD float __low2float(__half2 a) { return (float)a.x; }
__QN_HD float __high2float(__half2 a) { return (float)a.y; }
__QN_HD __half __low2half(__half2 a) { return a.x; }
__QN_HD __half __high2half(__half2 a) { return a.y; }
__QN_HD __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__QN_HD __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__QN_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__QN_HD __half2 __highs2half2(__half2 a, __half2 b) {
  return __half2(a.y, b.y);
}
__QN_HD __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

// A shuffle or load of these types is one of the templates; constants:
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif
