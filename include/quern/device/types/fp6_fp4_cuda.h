// SPDX-License-Identifier: Apache-2.0
//
// CUDA's functions for floating point of six and four bits.
#ifndef QUERN_DEVICE_FP6_FP4_CUDA_H
#define QUERN_DEVICE_FP6_FP4_CUDA_H
#pragma clang system_header

#include "fp6_fp4.h"

__QN_HD unsigned char __qn_to_fp6(float x, __nv_fp6_interpretation_t format,
                                  cudaRoundMode mode) {
  return format == __NV_E2M3
             ? __qn_fp8_from_float<__qn_e2m3>(x, true, mode == cudaRoundZero)
             : __qn_fp8_from_float<__qn_e3m2>(x, true, mode == cudaRoundZero);
}
__QN_HD float __qn_from_fp6(unsigned char x, __nv_fp6_interpretation_t format) {
  return format == __NV_E2M3 ? __qn_fp8_to_float<__qn_e2m3>(x)
                             : __qn_fp8_to_float<__qn_e3m2>(x);
}
__QN_HD unsigned char __qn_to_fp4(float x, __nv_fp4_interpretation_t,
                                  cudaRoundMode mode) {
  return __qn_fp8_from_float<__qn_e2m1>(x, true, mode == cudaRoundZero);
}
__QN_HD float __qn_from_fp4(unsigned char x, __nv_fp4_interpretation_t) {
  return __qn_fp8_to_float<__qn_e2m1>(x);
}

__QN_TINY(nv, cudaRoundMode, 6, 8)
__QN_TINY(nv, cudaRoundMode, 4, 4)

#endif
