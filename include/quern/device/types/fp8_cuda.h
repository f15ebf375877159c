// SPDX-License-Identifier: Apache-2.0
//
// CUDA's functions for powers of two. They take CUDA's way of rounding, which in
// HIP's units CUDA's own libraries alone see, so they are not in fp8.h.
#ifndef QUERN_DEVICE_FP8_CUDA_H
#define QUERN_DEVICE_FP8_CUDA_H
#pragma clang system_header

#include "fp8.h"

#if defined(__QUERN_DIALECT_CUDA__) || defined(__QN_CUDA_IS_HIP__)
__QN_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(const float x,
                                                  const __nv_saturation_t s,
                                                  const cudaRoundMode mode) {
  return __qn_fp8_from_float<__qn_e8m0>(x, s == __NV_SATFINITE,
                                        mode == cudaRoundZero);
}
__QN_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(const double x,
                                                   const __nv_saturation_t s,
                                                   const cudaRoundMode mode) {
  return __nv_cvt_float_to_e8m0(__qn_double2float_odd(x), s, mode);
}
__QN_HD __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_e8m0(const __nv_bfloat16_raw x,
                             const __nv_saturation_t s,
                             const cudaRoundMode mode) {
  return __nv_cvt_float_to_e8m0(__qn_bf16_value(x.x), s, mode);
}
#define __QN_E8M0_PAIR(name, V, one)                                           \
  __QN_HD __nv_fp8x2_storage_t name(const V v, const __nv_saturation_t s,      \
                                    const cudaRoundMode mode) {                \
    return (__nv_fp8x2_storage_t)(one(v.x, s, mode) | one(v.y, s, mode) << 8); \
  }
__QN_E8M0_PAIR(__nv_cvt_float2_to_e8m0x2, float2, __nv_cvt_float_to_e8m0)
__QN_E8M0_PAIR(__nv_cvt_double2_to_e8m0x2, double2, __nv_cvt_double_to_e8m0)
#undef __QN_E8M0_PAIR
__QN_HD __nv_fp8x2_storage_t
__nv_cvt_bfloat162raw_to_e8m0x2(const __nv_bfloat162_raw v,
                                const __nv_saturation_t s,
                                const cudaRoundMode mode) {
  return __nv_cvt_float2_to_e8m0x2(
      make_float2(__qn_bf16_value(v.x), __qn_bf16_value(v.y)), s, mode);
}
__QN_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(const __nv_fp8_storage_t x) {
  return __nv_bfloat16_raw(__nv_bfloat16(__qn_fp8_to_float<__qn_e8m0>(x)));
}
__QN_HD __nv_bfloat162_raw
__nv_cvt_e8m0x2_to_bf162raw(const __nv_fp8x2_storage_t x) {
  return __nv_bfloat162_raw{
      __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
      __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}
#endif

#endif
