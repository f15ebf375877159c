// SPDX-License-Identifier: Apache-2.0
//
// The named functions on bfloat16 and its pair (CUDA's cuda_bf16.h, HIP's
// hip_bf16.h).
#ifndef QUERN_DEVICE_BFLOAT16_MATH_H
#define QUERN_DEVICE_BFLOAT16_MATH_H
#pragma clang system_header

#include "../prelude.h"
#include "../types/small_float.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__QN_SMALL_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
__QN_SMALL_COMPARISONS(__nv_bfloat16, __nv_bfloat162)
__QN_SMALL_CLASSES(__nv_bfloat16, __nv_bfloat162, __ushort_as_bfloat16, 0x7fff)
#if __QN_ARCH_HAS(800)
#include "../newer_begin.inc"
__QN_SMALL_NAN_MINMAX(__nv_bfloat16, __nv_bfloat162, __ushort_as_bfloat16,
                      0x7fff)
#include "../newer_end.inc"
#endif
__QN_SMALL_MATH(__nv_bfloat16, __nv_bfloat162)
__QN_SMALL_INTEGERS(bfloat16, __nv_bfloat16)

__QN_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
__QN_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
__QN_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
__QN_HD __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
__QN_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
__QN_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y));
}
__QN_HD float2 __bfloat1622float2(__nv_bfloat162 a) {
  return make_float2((float)a.x, (float)a.y);
}
__QN_HD float __low2float(__nv_bfloat162 a) { return (float)a.x; }
__QN_HD float __high2float(__nv_bfloat162 a) { return (float)a.y; }
__QN_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__QN_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__QN_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}
__QN_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}
__QN_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
__QN_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}
__QN_HD __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.x);
}

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif
